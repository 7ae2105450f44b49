import {
  changing,
  isBurn,
  isClose,
  isIssue,
  isOpening,
  isPayment,
  isReceipt,
  isSolPayment,
  isSolReceipt,
  type Kind,
  kind,
  NEVER_ASKED,
  withAmount,
} from './kind.ts';

/* A payment, a receipt or a promise of the honest transaction of another amount, or left out. */

const AMOUNTS: readonly [string, (amount: bigint) => bigint][] = [
  ['1 unit more', (amount) => amount + 1n],
  ['1 unit less', (amount) => amount - 1n],
  ['twice as much', (amount) => amount * 2n],
  ['nothing', () => 0n],
  ['all there can be', () => (1n << 64n) - 1n],
];
const MOVES = [
  ['payment', isPayment, 1],
  ['receipt', isReceipt, 1],
  ['issue of tokens', isIssue, 1],
  ['burning of tokens', isBurn, 1],
  ['payment of SOL', isSolPayment, 4],
  ['receipt of SOL', isSolReceipt, 4],
] as const;

/** What others send beyond what was promised costs the owner nothing. */
const isGift = (what: string, name: string): boolean =>
  what.startsWith('receipt') && name !== '1 unit less' && name !== 'nothing';

const amounts = MOVES.flatMap(([what, find, tag]) =>
  AMOUNTS.map(([name, change]) =>
    kind(
      `${what}: ${name}`,
      isGift(what, name) ? 'none' : 'money',
      NEVER_ASKED,
      changing(find, (one) => withAmount(one, tag, change)),
    ),
  ),
);

const missing = [
  ...MOVES.map(([what, find]) => [what, find, 'money'] as const),
  ['opening of an account', isOpening, 'none'] as const,
  ['closing of the escrow', isClose, 'none'] as const,
].map(([what, find, harm]) =>
  kind(
    `${what}: left out`,
    harm,
    NEVER_ASKED,
    changing(find, () => []),
  ),
);

export const AMOUNT_KINDS: readonly Kind[] = [...amounts, ...missing];
