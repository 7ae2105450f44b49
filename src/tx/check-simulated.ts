import { type AccountInfo, type Connection, PublicKey, type VersionedTransaction } from '@solana/web3.js';
import { type DecodedTx, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './decode.ts';
import type { Expectation } from './types.ts';

export type SimulatedCheck =
  | ({ outcome: 'as-expected' } & Changes)
  | { outcome: 'differs'; differences: string[] }
  /** The chain would refuse it: nothing would move but the fee. */
  | { outcome: 'would-fail'; reason: string }
  | { outcome: 'unavailable'; reason: string };

/** What the owner has after it that they did not have before. */
export interface Changes {
  /** SOL, in lamports; negative for a loss. */
  lamports: bigint;
  /** Raw units a mint, those that do not change left out. */
  tokens: ReadonlyMap<string, bigint>;
  /** What every token account of the transaction gains, whoever's it is. */
  gains: ReadonlyMap<string, bigint>;
}

interface TokenState {
  mint: string;
  owner: string;
  amount: bigint;
  /** Another key that may spend from it, and how much; null for none. */
  delegate: string | null;
  /** Another key that may close it; null for none. */
  closer: string | null;
}
interface AccountState {
  lamports: bigint;
  program: string | null;
  token: TokenState | null;
}

const keyAt = (data: Uint8Array, at: number): string => new PublicKey(data.slice(at, at + 32)).toBase58();

/**
 * Layout of an SPL token account: mint 0-31, owner 32-63, amount 64-71 LE, delegate 72-107 (option of 4 bytes first),
 * delegated amount 121-128, close authority 129-164 (likewise).
 */
function tokenState(program: string, data: Uint8Array): TokenState | null {
  if ((program !== TOKEN_PROGRAM && program !== TOKEN_2022_PROGRAM) || data.length < 165) return null;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return {
    mint: keyAt(data, 0),
    owner: keyAt(data, 32),
    amount: view.getBigUint64(64, true),
    delegate: view.getUint32(72, true) === 0 ? null : `${keyAt(data, 76)} ${view.getBigUint64(121, true)}`,
    closer: view.getUint32(129, true) === 0 ? null : keyAt(data, 133),
  };
}

const NOTHING: AccountState = { lamports: 0n, program: null, token: null };
const before = (info: AccountInfo<Uint8Array> | null): AccountState =>
  info === null
    ? NOTHING
    : {
        lamports: BigInt(info.lamports),
        program: info.owner.toBase58(),
        token: tokenState(info.owner.toBase58(), info.data),
      };

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** What would become of the owner's accounts besides their balances: nothing may. */
function rightsLost(address: string, owner: string, old: AccountState, now: AccountState): string[] {
  const lost: string[] = [];
  if (address === owner && old.program !== null && now.program !== old.program)
    lost.push('your wallet itself would be handed to a program');
  if (old.token?.owner === owner && now.token?.owner !== owner)
    lost.push(`your token account ${address} would no longer be yours`);
  if (now.token?.owner !== owner) return lost;
  if (now.token.delegate !== null && now.token.delegate !== (old.token?.delegate ?? null))
    lost.push(`another key could spend from ${address}`);
  if (now.token.closer !== null && now.token.closer !== (old.token?.closer ?? null))
    lost.push(`another key could close ${address}`);
  return lost;
}

function changesOf(
  owner: string,
  addresses: readonly string[],
  was: readonly AccountState[],
  is: readonly AccountState[],
): Changes & { lost: string[] } {
  const lost: string[] = [];
  const tokens = new Map<string, bigint>();
  const gains = new Map<string, bigint>();
  let lamports = 0n;
  addresses.forEach((address, index) => {
    const old = was[index];
    const now = is[index];
    if (!old || !now) return;
    if (address === owner) lamports = now.lamports - old.lamports;
    lost.push(...rightsLost(address, owner, old, now));
    const gained = (now.token?.amount ?? 0n) - (old.token?.amount ?? 0n);
    if (gained !== 0n) gains.set(address, gained);
    for (const [state, sign] of [
      [old, -1n],
      [now, 1n],
    ] as const) {
      if (state.token?.owner !== owner) continue;
      tokens.set(state.token.mint, (tokens.get(state.token.mint) ?? 0n) + sign * state.token.amount);
    }
  });
  for (const [mint, change] of tokens) if (change === 0n) tokens.delete(mint);
  return { lamports, tokens, gains, lost };
}

/** Where the owner's balances would change otherwise than they were told. */
function beyondShown(expected: Expectation, { lamports, tokens }: Changes): string[] {
  const left = new Map(tokens);
  for (const { mint, amount } of expected.pays) left.set(mint, (left.get(mint) ?? 0n) + amount);
  for (const { mint, amount } of expected.receives) left.set(mint, (left.get(mint) ?? 0n) - amount);
  const differences = [...left]
    .filter(([, rest]) => rest !== 0n)
    .map(
      ([mint, rest]) => `your balance of ${mint.slice(0, 4)}… would change by ${rest} units more than shown`,
    );
  const cost = (expected.receivesLamports ?? 0n) - lamports;
  if (cost > expected.maxLamports)
    differences.push(`it would cost ${cost} lamports of SOL, more than ${expected.maxLamports}`);
  return differences;
}

/** Runs the transaction on the chain without landing it, and compares the owner's balances with what was told. */
export async function checkSimulated(
  connection: Connection,
  tx: VersionedTransaction,
  decoded: DecodedTx,
  expected: Expectation,
): Promise<SimulatedCheck> {
  const addresses = [...decoded.writable];
  try {
    const infos = await connection.getMultipleAccountsInfo(
      addresses.map((address) => new PublicKey(address)),
    );
    const { value } = await connection.simulateTransaction(tx, {
      sigVerify: false,
      replaceRecentBlockhash: false,
      accounts: { encoding: 'base64', addresses },
    });
    if (value.err !== null) {
      const log = value.logs?.findLast((line) => /insufficient|error|failed/i.test(line));
      return { outcome: 'would-fail', reason: log ?? JSON.stringify(value.err) };
    }
    if (!value.accounts || value.accounts.length !== addresses.length) {
      return { outcome: 'unavailable', reason: 'the simulation did not return the accounts' };
    }
    const after = value.accounts.map((info): AccountState => {
      if (!info) return NOTHING;
      return {
        lamports: BigInt(info.lamports),
        program: info.owner,
        token: tokenState(info.owner, fromBase64(info.data[0] ?? '')),
      };
    });
    const { lost, ...changes } = changesOf(expected.owner, addresses, infos.map(before), after);
    const differences = [...lost, ...beyondShown(expected, changes)];
    if (differences.length > 0) return { outcome: 'differs', differences };
    return { outcome: 'as-expected', ...changes };
  } catch (cause) {
    return {
      outcome: 'unavailable',
      reason: cause instanceof Error ? cause.message : 'the chain did not answer',
    };
  }
}
