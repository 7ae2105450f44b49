import {
  associatedTokenAddress,
  type DecodedTx,
  type Effect,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from './decode.ts';
import type { Expectation, Movement } from './types.ts';

/** Rent-exempt minimum of a token account (165 bytes), in lamports. */
const TOKEN_ACCOUNT_RENT = 2_039_280n;
const SIGNATURE_FEE = 5_000n;
const DEFAULT_UNITS = 200_000n;
const MICRO_LAMPORTS = 1_000_000n;

/** Why a transaction is not what the user was told, as its instructions show it. */
export interface Difference {
  kind:
    | 'fee-payer'
    | 'unsigned'
    | 'foreign-signer'
    | 'spends'
    | 'missing-payment'
    | 'closes'
    | 'costs'
    | 'income'
    | 'entry-fees'
    | 'forbidden'
    | 'unknown-program'
    | 'memo';
  text: string;
  /** The key it is about: a signer, a mint, a program. */
  about?: string;
}

export interface DecodedCheck {
  /** Empty when it is what the user was told. */
  differences: Difference[];
  /** What decoding alone could not judge. */
  unknowns: string[];
}

const short = (key: string): string => `${key.slice(0, 4)}…${key.slice(-4)}`;
const of = <T extends Effect['type']>(decoded: DecodedTx, type: T) =>
  decoded.effects.filter((effect): effect is Extract<Effect, { type: T }> => effect.type === type);

/** Token accounts of the owner for the mints the intent is about, in either token program. */
function ownedAccounts(expected: Expectation): Map<string, string> {
  const accounts = new Map<string, string>();
  for (const { mint } of [...expected.pays, ...expected.receives]) {
    for (const program of [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]) {
      accounts.set(associatedTokenAddress(expected.owner, mint, program), mint);
    }
  }
  return accounts;
}

function checkSigners(
  decoded: DecodedTx,
  expected: Expectation,
  required: readonly string[],
  out: DecodedCheck,
): void {
  const payers: readonly string[] = [expected.feePayer, ...(expected.sponsor ? [expected.sponsor] : [])];
  if (!payers.includes(decoded.feePayer)) {
    out.differences.push({
      kind: 'fee-payer',
      about: decoded.feePayer,
      text: `the fee would be paid by ${short(decoded.feePayer)}, not by ${short(expected.feePayer)}`,
    });
  }
  if (!decoded.signers.includes(expected.owner))
    out.differences.push({ kind: 'unsigned', text: 'it does not ask for your signature' });
  const foreign = required.filter((key) => key !== expected.owner && !payers.includes(key));
  for (const key of foreign) {
    out.differences.push({
      kind: 'foreign-signer',
      about: key,
      text: `it waits for a signature of ${short(key)}`,
    });
  }
}

/**
 * Tokens of an outcome are given up by burning them, which pays nobody: allowed for exactly a payment that names no
 * destination. Takes what it accounts for out of `left`.
 */
function checkBurns(
  decoded: DecodedTx,
  expected: Expectation,
  owned: ReadonlyMap<string, string>,
  left: Movement[],
  out: DecodedCheck,
): void {
  for (const burn of of(decoded, 'burn')) {
    if (burn.authority !== expected.owner && !owned.has(burn.account)) continue;
    const index = left.findIndex(
      ({ mint, amount, destination }) => destination === null && mint === burn.mint && amount === burn.amount,
    );
    if (index < 0 || owned.get(burn.account) !== burn.mint) {
      out.differences.push({
        kind: 'spends',
        text: `it destroys ${burn.amount} units of ${short(burn.mint)}`,
      });
    } else left.splice(index, 1);
  }
}

/** New tokens come from the service's authority, never the owner's, and are exactly those that were promised. */
function checkIssues(
  decoded: DecodedTx,
  expected: Expectation,
  owned: ReadonlyMap<string, string>,
  out: DecodedCheck,
): void {
  const promised = expected.receives.map((receipt) => ({ ...receipt }));
  for (const { mint, account, authority, amount } of of(decoded, 'mint-to')) {
    const index = promised.findIndex((receipt) => receipt.mint === mint && receipt.amount === amount);
    if (authority === expected.owner || owned.get(account) !== mint || index < 0) {
      out.differences.push({
        kind: 'spends',
        text: `it issues ${amount} units of ${short(mint)} to ${short(account)}`,
      });
    } else promised.splice(index, 1);
  }
}

function checkTokens(decoded: DecodedTx, expected: Expectation, out: DecodedCheck): void {
  const owned = ownedAccounts(expected);
  const left: Movement[] = expected.pays.map((payment) => ({ ...payment }));
  for (const transfer of of(decoded, 'token-transfer')) {
    const isOurs = transfer.authority === expected.owner || owned.has(transfer.source);
    if (!isOurs) continue;
    const mint = transfer.mint ?? owned.get(transfer.source) ?? '';
    const index = left.findIndex(
      (payment) =>
        payment.mint === mint &&
        payment.amount === transfer.amount &&
        (payment.destination === null || payment.destination === transfer.destination),
    );
    if (index < 0 || !owned.has(transfer.source)) {
      out.differences.push({
        kind: 'spends',
        text: `it sends ${transfer.amount} units of ${short(mint)} to ${short(transfer.destination)}`,
      });
    } else left.splice(index, 1);
  }
  checkBurns(decoded, expected, owned, left, out);
  checkIssues(decoded, expected, owned, out);
  for (const payment of left) {
    out.differences.push({
      kind: 'missing-payment',
      about: payment.mint,
      text: `the payment of ${payment.amount} units to ${short(payment.destination ?? '')} is missing`,
    });
  }
  for (const close of of(decoded, 'close-account')) {
    if (close.authority === expected.owner || owned.has(close.account)) {
      out.differences.push({
        kind: 'closes',
        text: `it closes your token account ${short(close.account)}`,
      });
    }
  }
}

function checkLamports(decoded: DecodedTx, expected: Expectation, out: DecodedCheck): void {
  let spent = 0n;
  for (const transfer of of(decoded, 'lamports-transfer')) {
    if (transfer.from === expected.owner && transfer.to !== expected.owner) spent += transfer.lamports;
  }
  for (const create of of(decoded, 'create-token-account')) {
    if (create.payer === expected.owner) spent += TOKEN_ACCOUNT_RENT;
  }
  if (decoded.feePayer === expected.owner) {
    const units = BigInt(of(decoded, 'compute-units')[0]?.units ?? DEFAULT_UNITS);
    const price = of(decoded, 'compute-price')[0]?.microLamports ?? 0n;
    spent +=
      BigInt(decoded.signers.length) * SIGNATURE_FEE + (units * price + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
  }
  if (spent > expected.maxLamports) {
    out.differences.push({
      kind: 'costs',
      text: `it may cost ${spent} lamports of SOL, more than ${expected.maxLamports}`,
    });
  }
}

/** SOL that is promised comes, all of it, from somebody else. */
function checkIncome(decoded: DecodedTx, expected: Expectation, out: DecodedCheck): void {
  const { receivesLamports } = expected;
  if (receivesLamports === undefined) return;
  let income = 0n;
  for (const { from, to, lamports } of of(decoded, 'lamports-transfer')) {
    if (to === expected.owner && from !== expected.owner) income += lamports;
  }
  if (income !== receivesLamports) {
    out.differences.push({
      kind: 'income',
      text: `it brings ${income} lamports of SOL, not ${receivesLamports}`,
    });
  }
}

/** SOL sent on purpose: exactly the fees told of, to one key, and nothing else to anybody. */
function checkEntryFees(decoded: DecodedTx, expected: Expectation, out: DecodedCheck): void {
  const { entryFees } = expected;
  if (!entryFees) return;
  const sent = of(decoded, 'lamports-transfer').filter(
    ({ from, to }) => from === expected.owner && to !== expected.owner,
  );
  if (sent.length !== entryFees.count || sent.some(({ lamports }) => lamports !== entryFees.each)) {
    out.differences.push({
      kind: 'entry-fees',
      text: `it does not pay ${entryFees.count} times ${entryFees.each} lamports but ${sent.map(({ lamports }) => lamports).join(', ') || 'nothing'}`,
    });
  }
  if (new Set(sent.map(({ to }) => to)).size > 1) {
    out.differences.push({ kind: 'entry-fees', text: 'its entry fees go to several keys' });
  }
  const stranger = sent.find(({ to }) => entryFees.to !== null && to !== entryFees.to);
  if (stranger) {
    out.differences.push({ kind: 'entry-fees', text: `its entry fees go to ${short(stranger.to)}` });
  }
}

/** Compares what the instructions do with what the user was told. */
export function checkDecoded(
  decoded: DecodedTx,
  expected: Expectation,
  required: readonly string[],
): DecodedCheck {
  const out: DecodedCheck = { differences: [], unknowns: [] };
  checkSigners(decoded, expected, required, out);
  checkTokens(decoded, expected, out);
  checkLamports(decoded, expected, out);
  checkIncome(decoded, expected, out);
  checkEntryFees(decoded, expected, out);
  for (const effect of of(decoded, 'forbidden')) {
    out.differences.push({ kind: 'forbidden', text: `it contains “${effect.name}”` });
  }
  for (const { program } of of(decoded, 'unknown-program')) {
    out.differences.push({
      kind: 'unknown-program',
      about: program,
      text: `it calls an unknown program, ${short(program)}`,
    });
  }
  const { memoIncludes } = expected;
  if (memoIncludes !== null && !of(decoded, 'memo').some((memo) => memo.text.includes(memoIncludes))) {
    out.differences.push({ kind: 'memo', text: 'its memo does not name what you asked for' });
  }
  if (decoded.hasLookupTables) out.unknowns.push('it refers to accounts through lookup tables');
  return out;
}
