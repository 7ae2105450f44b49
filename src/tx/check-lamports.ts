import { SOL_MINT } from '@contract/mints.ts';
import { TOKEN_ACCOUNT_RENT } from '@contract/transactions/programs.ts';
import { SIGNATURE_FEE } from './check-signers.ts';
import { isUnwrap, isWrappedFee } from './check-tokens.ts';
import { associatedTokenAddress, type DecodedTx } from './decode.ts';
import { effectsOf, type Inspection, isVouched, unvouchedText } from './difference.ts';
import { addressText, solText } from './labels.ts';

/** Units an instruction gets where no limit is set: less for the network's own programs, never more. */
const DEFAULT_UNITS = 200_000n;
/** Units that no transaction exceeds. */
const MAX_UNITS = 1_400_000n;
const MICRO_LAMPORTS = 1_000_000n;

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Most that can be taken for priority, in lamports. */
export function priorityFee(decoded: DecodedTx): bigint {
  const limits = effectsOf({ decoded }, 'compute-units').map(({ units }) => BigInt(units));
  const prices = effectsOf({ decoded }, 'compute-price').map(({ microLamports }) => microLamports);
  const others = decoded.effects.filter(({ type }) => !type.startsWith('compute-'));
  const most = (values: readonly bigint[]) => values.reduce((a, b) => (a > b ? a : b), 0n);
  const asked = limits.length > 0 ? most(limits) : DEFAULT_UNITS * BigInt(others.length);
  const cost = min(asked, MAX_UNITS) * most(prices);
  return (cost + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
}

function checkPriority(inspection: Inspection): void {
  const { decoded, expected, roles, differences } = inspection;
  const fee = priorityFee(decoded);
  const priced = effectsOf(inspection, 'compute-price').some(({ microLamports }) => microLamports > 0n);
  if (!priced) return;
  const payer = decoded.feePayer === expected.owner ? 'you pay' : `${addressText(decoded.feePayer)} pays`;
  if (fee > roles.maxPriorityLamports) {
    differences.push({
      kind: 'dear-priority-fee',
      text: `${payer} up to ${solText(fee)} for priority, more than the ${solText(roles.maxPriorityLamports)} that are allowed here`,
    });
  } else {
    differences.push({ kind: 'priority-fee', text: `${payer} up to ${solText(fee)} for priority` });
  }
}

/** SOL that leaves the owner for others, wrapped or not; what only changes between the owner's own is left out. */
function sentSol(inspection: Inspection): { to: string; lamports: bigint; isWrapped: boolean }[] {
  const { expected, wrapped } = inspection;
  const plain = effectsOf(inspection, 'lamports-transfer')
    .filter(({ from, to }) => from === expected.owner && to !== expected.owner && to !== wrapped)
    .map(({ to, lamports }) => ({ to, lamports, isWrapped: false }));
  const asTokens = effectsOf(inspection, 'token-transfer')
    .filter((transfer) => isWrappedFee(inspection, transfer))
    .map(({ destination, amount }) => ({ to: destination, lamports: amount, isWrapped: true }));
  return [...plain, ...asTokens];
}

/** SOL sent on purpose: exactly the fees told of, to one key, and nothing else to anybody. */
function checkEntryFees(
  inspection: Inspection,
  fees: { count: number; each: bigint; to: string | null },
): void {
  const { differences, trustsNamed } = inspection;
  const sent = sentSol(inspection);
  if (sent.length !== fees.count || sent.some(({ lamports }) => lamports !== fees.each)) {
    const instead = sent.map(({ lamports }) => solText(lamports)).join(', ') || 'nothing';
    differences.push({
      kind: 'entry-fees',
      text: `it does not pay ${fees.count} times ${solText(fees.each)} but ${instead}`,
    });
  }
  const receivers = new Set(sent.map(({ to }) => to));
  if (receivers.size > 1) differences.push({ kind: 'spends', text: 'its SOL goes to several keys' });
  const { to } = fees;
  const named = to === null ? [] : [to, associatedTokenAddress(to, SOL_MINT)];
  for (const receiver of receivers) {
    const isWrapped = sent.some((one) => one.to === receiver && one.isWrapped);
    const what = solText(sum(sent.filter((one) => one.to === receiver).map(({ lamports }) => lamports)));
    if (to !== null && receiver !== (isWrapped ? named[1] : named[0])) {
      differences.push({ kind: 'spends', text: `${what} would go to ${addressText(receiver)}` });
    } else if (trustsNamed ? to === null : !isVouched(inspection, receiver, isWrapped ? SOL_MINT : null)) {
      differences.push({ kind: 'unvouched', about: receiver, text: unvouchedText(what, receiver) });
    }
  }
}

/** SOL that nobody has told of: named with its receiver, however little it is. */
function checkStraySol(inspection: Inspection): void {
  for (const { to, lamports } of sentSol(inspection)) {
    const what = solText(lamports);
    inspection.differences.push({
      kind: 'sends-sol',
      about: to,
      text: isVouched(inspection, to, null)
        ? `it also sends ${what} to ${addressText(to)}, an address of the platform`
        : unvouchedText(`${what} more than shown`, to),
    });
  }
}

/** SOL on its way through the owner's account of wrapped SOL, and what of it stays there. */
function checkWrapping(inspection: Inspection): void {
  const { expected, wrapped, differences } = inspection;
  const put = effectsOf(inspection, 'lamports-transfer').filter(
    ({ from, to }) => from === expected.owner && to === wrapped,
  );
  const spent = effectsOf(inspection, 'token-transfer').filter(({ source }) => source === wrapped);
  const opened = effectsOf(inspection, 'create-token-account').filter(
    ({ payer, account }) => payer === expected.owner && account === wrapped,
  );
  if (put.length + spent.length + opened.length === 0) return;
  const left = sum(put.map(({ lamports }) => lamports)) - sum(spent.map(({ amount }) => amount));
  const kept = (left > 0n ? left : 0n) + (opened.length > 0 ? TOKEN_ACCOUNT_RENT : 0n);
  const comesBack = effectsOf(inspection, 'close-account').some((close) => isUnwrap(inspection, close));
  differences.push(
    kept > 0n && !comesBack
      ? {
          kind: 'keeps-wrapped',
          text: `it leaves ${solText(kept)} of yours, rent included, in your own account of wrapped SOL ${addressText(wrapped)}`,
        }
      : { kind: 'wraps', text: 'it moves SOL through your account of wrapped SOL' },
  );
}

/** Mints that the transaction is about: those of the intent, those it moves, and SOL. */
function mintsOf(inspection: Inspection): Set<string> {
  const { pays, receives } = inspection.expected;
  const moved = [...effectsOf(inspection, 'token-transfer'), ...effectsOf(inspection, 'mint-to')];
  return new Set(
    [...pays, ...receives, ...moved].flatMap(({ mint }) => (mint === null ? [] : [mint])).concat(SOL_MINT),
  );
}

/** Rent of accounts that nothing here needs: neither the owner's for what moves, nor one that is paid by right. */
function checkRent(inspection: Inspection): void {
  const { expected, trustsNamed, differences } = inspection;
  const mints = mintsOf(inspection);
  const named = new Set(expected.pays.map(({ destination }) => destination as string | null));
  const paid = new Set(
    effectsOf(inspection, 'token-transfer')
      .filter(({ authority }) => authority === expected.owner)
      .map(({ destination }) => destination),
  );
  for (const { payer, account, owner, mint } of effectsOf(inspection, 'create-token-account')) {
    if (payer !== expected.owner) continue;
    const isOwn = owner === expected.owner;
    const isVouchedFor = trustsNamed ? named.has(account) : isVouched(inspection, account, mint);
    if (isOwn ? mints.has(mint) : paid.has(account) && isVouchedFor) continue;
    differences.push({
      kind: 'rent',
      about: owner,
      text: `you pay ${solText(TOKEN_ACCOUNT_RENT)} or more of rent for a token account of ${isOwn ? 'yours that nothing here needs' : addressText(owner)}`,
    });
  }
}

function checkCosts(inspection: Inspection): void {
  const { decoded, expected, wrapped, differences } = inspection;
  let spent = sum(sentSol(inspection).map(({ lamports }) => lamports));
  // The rent of the owner's account of wrapped SOL is the owner's SOL, and comes back when it is closed.
  for (const { payer, account } of effectsOf(inspection, 'create-token-account'))
    if (payer === expected.owner && account !== wrapped) spent += TOKEN_ACCOUNT_RENT;
  if (decoded.feePayer === expected.owner) {
    const checked = effectsOf(inspection, 'signature-check').map(({ signatures }) => BigInt(signatures));
    spent += (BigInt(decoded.signers.length) + sum(checked)) * SIGNATURE_FEE;
  }
  if (spent > expected.maxLamports) {
    differences.push({
      kind: 'costs',
      text: `it may cost ${solText(spent)} in fees, rent and transfers, more than ${solText(expected.maxLamports)}`,
    });
  }
}

/** SOL that is promised comes, all of it, from somebody else; wrapped, where it is unwrapped at once. */
function checkIncome(inspection: Inspection, promised: bigint): void {
  const { expected, wrapped, differences } = inspection;
  const { owner } = expected;
  const plain = effectsOf(inspection, 'lamports-transfer').filter(
    ({ from, to }) => to === owner && from !== owner,
  );
  const unwraps = effectsOf(inspection, 'close-account').some((close) => isUnwrap(inspection, close));
  const asTokens = effectsOf(inspection, 'token-transfer').filter(
    ({ destination, source, signers }) =>
      unwraps && destination === wrapped && source !== wrapped && !signers.includes(owner),
  );
  const income = sum(plain.map(({ lamports }) => lamports)) + sum(asTokens.map(({ amount }) => amount));
  if (income !== promised) {
    differences.push({
      kind: 'income',
      text: `it brings you ${solText(income)}, not ${solText(promised)}`,
    });
  }
}

/** What becomes of SOL: fees, rent, what is sent, and what comes. */
export function checkLamports(inspection: Inspection): void {
  const { entryFees, receivesLamports } = inspection.expected;
  checkPriority(inspection);
  checkCosts(inspection);
  checkRent(inspection);
  checkWrapping(inspection);
  if (entryFees) checkEntryFees(inspection, entryFees);
  else checkStraySol(inspection);
  if (receivesLamports !== undefined) checkIncome(inspection, receivesLamports);
}
