import type { Changes } from './changes.ts';
import { type Difference, unvouchedText } from './difference.ts';
import { addressText, amountText, type NameOf, solText } from './labels.ts';
import { isReceiver, type Roles } from './roles.ts';
import type { Expectation, Movement } from './types.ts';

export interface Judgement {
  /** Never signed. */
  hard: string[];
  /** For the user to know, whatever else is found. */
  told: string[];
  /** What only the balances can show; without them it stays open. */
  open: string[];
}

type Weight = keyof Judgement | 'fine';

/** What each kind weighs on a live platform; on paper every one of them blocks, so that paper is never the looser. */
const WEIGHTS: Record<Difference['kind'], Weight> = {
  flaw: 'hard',
  'fee-payer': 'told',
  unsigned: 'hard',
  waits: 'hard',
  'extra-signer': 'told',
  'unused-account': 'told',
  spends: 'hard',
  'extra-accounts': 'told',
  unvouched: 'told',
  'missing-payment': 'open',
  'missing-receipt': 'open',
  closes: 'hard',
  'rent-away': 'told',
  rent: 'told',
  costs: 'hard',
  'sends-sol': 'told',
  // The owner's own SOL in the owner's own account, and back.
  wraps: 'fine',
  'keeps-wrapped': 'told',
  income: 'open',
  'entry-fees': 'open',
  'priority-fee': 'told',
  'dear-priority-fee': 'hard',
  forbidden: 'hard',
  'signature-check': 'told',
  'unknown-program': 'told',
  'platform-program': 'told',
  memo: 'told',
  'second-memo': 'told',
  'memo-signer': 'told',
  'lookup-table': 'hard',
};

function toldText({ kind, text, about = '' }: Difference): string {
  switch (kind) {
    case 'unknown-program':
      return `it calls ${addressText(about)}, a program that this desk does not know: it can do otherwise when it is executed than in a simulation`;
    case 'memo':
      return 'no memo names what you asked for';
    case 'fee-payer':
      return `the network fee is paid by ${addressText(about)}, which this platform does not name`;
    default:
      return text;
  }
}

/**
 * Sorts what the instructions show. A platform's own program may pay, lock and pay out inside itself, where
 * instructions do not show it; what a known program is told to do is judged as on paper.
 */
export function judge(differences: readonly Difference[], expected: Expectation): Judgement {
  const has = (...kinds: Difference['kind'][]) => differences.some(({ kind }) => kinds.includes(kind));
  const foreign = has('unknown-program', 'platform-program');
  const weigh = ({ kind, about }: Difference): Weight => {
    const weight = WEIGHTS[kind];
    // What only a program could do inside itself is missing where none is called that could.
    if (weight === 'open' && !foreign) return 'hard';
    // Balances show that SOL is paid, not to whom.
    if (kind === 'entry-fees') return 'told';
    if (kind === 'fee-payer' && (expected.sponsor !== undefined || about === expected.owner)) return 'hard';
    // Signatures are checked for a program to read: without one of the platform's they are of no use.
    if (kind === 'signature-check' && !has('platform-program')) return 'hard';
    return weight;
  };
  const out: Judgement = { hard: [], told: [], open: [] };
  for (const difference of differences) {
    const weight = weigh(difference);
    if (weight === 'told') out.told.push(toldText(difference));
    else if (weight !== 'fine') out[weight].push(difference.text);
  }
  return out;
}

interface Known {
  roles: Roles;
  nameOf: NameOf;
}

/** Who gets a payment that no instruction makes, as the balances of a simulation show it. */
function unseenReceivers(
  { mint, amount }: Movement,
  expected: Expectation,
  { gains }: Changes,
  { roles, nameOf }: Known,
): string[] {
  const gaining = [...gains].filter(
    ([, gain]) => gain.mint === mint && gain.amount > 0n && gain.owner !== expected.owner,
  );
  const told = gaining
    .filter(([account]) => !isReceiver(roles, account, mint))
    .map(([account, gain]) => unvouchedText(amountText(gain.amount, mint, nameOf), account));
  const seen = gaining.reduce((sum, [, gain]) => sum + gain.amount, 0n);
  if (seen < amount)
    told.push(`who receives ${amountText(amount - seen, mint, nameOf)} of what you pay could not be seen`);
  return told;
}

/** Compares who is to be paid with whose accounts gain in a simulation. `unseen`: payments no instruction makes. */
export function receivers(
  expected: Expectation,
  unseen: readonly Movement[],
  changes: Changes,
  known: Known,
): Judgement {
  const out: Judgement = { hard: [], told: [], open: [] };
  for (const { mint, amount, destination } of expected.pays) {
    if (destination === null) continue;
    const gained = changes.gains.get(destination)?.amount ?? 0n;
    if (gained <= 0n) {
      out.hard.push(
        `the ${amountText(amount, mint, known.nameOf)} would not go to ${addressText(destination)}`,
      );
    }
  }
  for (const payment of unseen) out.told.push(...unseenReceivers(payment, expected, changes, known));
  return out;
}

/** "you pay 50 USDC", from the balances before and after. */
export function seenOf({ lamports, tokens, unjudged }: Changes, nameOf: NameOf): string[] {
  const lines = [...tokens].map(([mint, change]) =>
    change < 0n
      ? `you pay ${amountText(-change, mint, nameOf)}`
      : `you receive ${amountText(change, mint, nameOf)}`,
  );
  if (lamports !== 0n) {
    lines.push(
      lamports < 0n
        ? `you pay ${solText(-lamports)} in fees, rent and transfers`
        : `you receive ${solText(lamports)}`,
    );
  }
  // Every account that it may write has been read before and after it by then, those behind lookup tables too.
  return unjudged.length > 0 ? lines : [...lines, 'nothing else that belongs to your wallet would change'];
}
