import { SOL_MINT } from '@contract/mints.ts';
import { type Connection, PublicKey, type VersionedTransaction } from '@solana/web3.js';
import { fromBase64 } from '@/lib/base64.ts';
import { type AccountState, NOTHING, stateOf } from './account-states.ts';
import { type Changes, changesOf, sameForOwner } from './changes.ts';
import type { DecodedTx } from './decode.ts';
import { amountText, knownName, type NameOf, quoteText, solText } from './labels.ts';
import type { Expectation, Movement } from './types.ts';

export type SimulatedCheck =
  | ({ outcome: 'as-expected' } & Changes)
  | { outcome: 'differs'; differences: string[] }
  /** The chain would refuse it: nothing would move but the fee. */
  | { outcome: 'would-fail'; reason: string }
  | { outcome: 'unavailable'; reason: string };

interface Options {
  nameOf?: NameOf;
  /** Whether a change that cannot be read is told, for the user to decide; on paper there is none. */
  tellsUnjudged?: boolean;
}

/** The accounts of a transaction, and the slot at which a node has looked. */
interface Reading {
  slot: number;
  states: AccountState[];
}

const solOf = (movements: readonly Movement[]): bigint =>
  movements.reduce((sum, { mint, amount }) => (mint === SOL_MINT ? sum + amount : sum), 0n);

/** What SOL it costs beyond what is paid and received on purpose, from the change of the owner's SOL. */
export const costOf = (expected: Expectation, change: bigint): bigint =>
  (expected.receivesLamports ?? 0n) + solOf(expected.receives) - solOf(expected.pays) - change;

/** Where the owner's balances would change otherwise than they were told. */
function beyondShown(expected: Expectation, { lamports, tokens }: Changes, nameOf: NameOf): string[] {
  const left = new Map(tokens);
  for (const { mint, amount } of expected.pays) left.set(mint, (left.get(mint) ?? 0n) + amount);
  for (const { mint, amount } of expected.receives) left.set(mint, (left.get(mint) ?? 0n) - amount);
  left.delete(SOL_MINT);
  const differences = [...left]
    .filter(([, rest]) => rest !== 0n)
    .map(
      ([mint, rest]) =>
        `you would have ${amountText(rest < 0n ? -rest : rest, mint, nameOf)} ${rest < 0n ? 'less' : 'more'} afterwards than shown`,
    );
  const cost = costOf(expected, lamports);
  if (cost > expected.maxLamports) {
    differences.push(
      `it would cost ${solText(cost)} in fees, rent and transfers, more than ${solText(expected.maxLamports)}`,
    );
  }
  return differences;
}

async function readAccounts(connection: Connection, keys: PublicKey[]): Promise<Reading> {
  const { context, value } = await connection.getMultipleAccountsInfoAndContext(keys);
  if (value.length !== keys.length) throw new Error('the chain did not return all accounts');
  return {
    slot: context.slot,
    states: value.map((info) =>
      info === null ? NOTHING : stateOf(info.lamports, info.owner.toBase58(), info.data),
    ),
  };
}

async function simulate(
  connection: Connection,
  tx: VersionedTransaction,
  addresses: string[],
): Promise<Reading | Extract<SimulatedCheck, { reason: string }>> {
  const { context, value } = await connection.simulateTransaction(tx, {
    sigVerify: false,
    replaceRecentBlockhash: false,
    accounts: { encoding: 'base64', addresses },
  });
  if (value.err !== null) {
    const log = value.logs?.findLast((line) => /insufficient|error|failed/i.test(line));
    return { outcome: 'would-fail', reason: quoteText(log ?? JSON.stringify(value.err)) };
  }
  if (!value.accounts || value.accounts.length !== addresses.length) {
    return { outcome: 'unavailable', reason: 'the simulation did not return the accounts' };
  }
  const states = value.accounts.map((info) =>
    info
      ? stateOf(info.lamports, new PublicKey(info.owner).toBase58(), fromBase64(info.data[0] ?? ''))
      : NOTHING,
  );
  return { slot: context.slot, states };
}

/** The owner's accounts of wrapped SOL that the instructions close to the owner. */
const unwrappedIn = ({ effects }: DecodedTx, owner: string): ReadonlySet<string> =>
  new Set(
    effects.flatMap((effect) =>
      effect.type === 'close-account' && effect.destination === owner && effect.authority === owner
        ? [effect.account]
        : [],
    ),
  );

/**
 * Runs the transaction on the chain without landing it, and compares the owner's balances with what was told. Balances
 * may change between being read and being simulated with: what differs counts once they have been read again and are
 * the same; else it is simulated once more, and then passes only between two readings that agree, at slots in order.
 */
export async function checkSimulated(
  connection: Connection,
  tx: VersionedTransaction,
  decoded: DecodedTx,
  expected: Expectation,
  { nameOf = knownName, tellsUnjudged = false }: Options = {},
): Promise<SimulatedCheck> {
  const addresses = [...decoded.writable];
  const keys = addresses.map((address) => new PublicKey(address));
  const unwrapped = unwrappedIn(decoded, expected.owner);
  const judge = (was: Reading, is: Reading): SimulatedCheck => {
    const { lost, ...changes } = changesOf(expected.owner, addresses, was.states, is.states, unwrapped);
    const unread = tellsUnjudged ? [] : changes.unjudged;
    const differences = [...lost, ...unread, ...beyondShown(expected, changes, nameOf)];
    return differences.length > 0
      ? { outcome: 'differs', differences }
      : { outcome: 'as-expected', ...changes };
  };
  try {
    let was = await readAccounts(connection, keys);
    for (const isLast of [false, true]) {
      const is = await simulate(connection, tx, addresses);
      if ('outcome' in is) return is;
      const found = judge(was, is);
      if (!isLast && found.outcome === 'as-expected') return found;
      const again = await readAccounts(connection, keys);
      const isSteady = sameForOwner(expected.owner, addresses, was.states, again.states);
      if (found.outcome === 'differs') {
        if (isSteady || (isLast && judge(again, is).outcome === 'differs')) return found;
      } else if (isSteady && was.slot <= is.slot && is.slot <= again.slot) return found;
      was = again;
    }
    return { outcome: 'unavailable', reason: 'your balances kept changing while it was checked' };
  } catch (cause) {
    return {
      outcome: 'unavailable',
      reason: cause instanceof Error ? quoteText(cause.message) : 'the chain did not answer',
    };
  }
}
