import { toDecimalText } from '@contract/money.ts';
import type { Connection, LoadedAddresses, PublicKey, VersionedTransaction } from '@solana/web3.js';
import { checkDecoded, type Difference } from './check-decoded.ts';
import { type Changes, checkSimulated } from './check-simulated.ts';
import { decodeTx } from './decode.ts';
import type { BuiltTx, Expectation } from './types.ts';

/** What is known of a live platform: it is not ours, so its programs are not. */
export interface LivePlatform {
  /** Whether the chain can be asked at all. */
  rpc: boolean;
  /** A mint by name; undefined for one that is not configured. */
  nameOf: (mint: string) => { symbol: string; decimals: number } | undefined;
}

type LiveVerdict =
  | { verdict: 'matches'; tx: VersionedTransaction }
  | { verdict: 'differs'; reasons: string[] }
  | { verdict: 'would-fail'; reason: string }
  | { verdict: 'unchecked'; tx: VersionedTransaction; reasons: string[]; seen: string[] };

/** Rent of accounts that a program of another's may open, on top of what an intent expects: told, never silent. */
const FOREIGN_RENT = 20_000_000n;

const short = (key: string): string => `${key.slice(0, 4)}…${key.slice(-4)}`;

/** What the lookup tables of a transaction hold; null when one of them cannot be read. */
async function tablesOf(connection: Connection, tx: VersionedTransaction): Promise<LoadedAddresses | null> {
  const loaded: LoadedAddresses = { writable: [], readonly: [] };
  for (const { accountKey, writableIndexes, readonlyIndexes } of tx.message.addressTableLookups) {
    const table = await connection.getAddressLookupTable(accountKey).catch(() => null);
    const addresses = table?.value?.state.addresses;
    const pick = (indexes: readonly number[]): PublicKey[] | null => {
      const keys = indexes.map((index) => addresses?.[index]);
      return keys.every((key) => key !== undefined) ? keys : null;
    };
    const [writable, readonly] = [pick(writableIndexes), pick(readonlyIndexes)];
    if (!writable || !readonly) return null;
    loaded.writable.push(...writable);
    loaded.readonly.push(...readonly);
  }
  return loaded;
}

interface Judgement {
  /** Never signed. */
  hard: string[];
  /** For the user to know, whatever else is found. */
  told: string[];
  /** What only the balances can show; without them it stays open. */
  open: string[];
}

/**
 * Sorts what the instructions show. A platform's own program may pay, lock and pay out inside itself, where
 * instructions do not show it; what a known program is told to do is judged as on paper.
 */
function judge(
  differences: readonly Difference[],
  tx: VersionedTransaction,
  signers: readonly string[],
  expected: Expectation,
): Judgement {
  const foreign = differences.some(({ kind }) => kind === 'unknown-program');
  const hasSigned = (key: string): boolean =>
    tx.signatures[signers.indexOf(key)]?.some((byte) => byte !== 0) ?? false;
  const out: Judgement = { hard: [], told: [], open: [] };
  for (const { kind, text, about = '' } of differences) {
    switch (kind) {
      case 'unknown-program':
        out.told.push(
          `it calls ${short(about)}, a program that this desk does not know: it can do otherwise when it is executed than in a simulation`,
        );
        break;
      case 'memo':
        out.told.push('no memo names what you asked for');
        break;
      case 'fee-payer':
        if (expected.sponsor === undefined && about !== expected.owner)
          out.told.push(`the network fee is paid by ${short(about)}, which this platform does not name`);
        else out.hard.push(text);
        break;
      case 'foreign-signer':
        if (hasSigned(about)) out.told.push(`it is signed by ${short(about)} as well`);
        else out.hard.push(text);
        break;
      case 'missing-payment':
      case 'income':
      case 'entry-fees':
        if (foreign) out.open.push(text);
        else out.hard.push(text);
        break;
      default:
        out.hard.push(text);
    }
  }
  return out;
}

const amountText = (units: bigint, mint: string, platform: LivePlatform): string => {
  const named = platform.nameOf(mint);
  return named
    ? `${toDecimalText(units, named.decimals)} ${named.symbol}`
    : `${units} units of ${short(mint)}`;
};
const solText = (lamports: bigint): string => `${toDecimalText(lamports, 9)} SOL`;

/** Who gets what is paid: named and seen, named and not seen, or not named at all. */
function receivers(expected: Expectation, { gains }: Changes, platform: LivePlatform): Judgement {
  const out: Judgement = { hard: [], told: [], open: [] };
  for (const { mint, amount, destination } of expected.pays) {
    const paid = amountText(amount, mint, platform);
    const gained = destination === null ? undefined : (gains.get(destination) ?? 0n);
    if (destination === null || gained === undefined) {
      out.told.push(
        `who receives the ${paid} could not be checked: this platform does not publish its account`,
      );
    } else if (gained <= 0n) out.hard.push(`the ${paid} would not go to ${short(destination)}`);
    else if (gained !== amount) {
      out.told.push(
        `${amountText(gained, mint, platform)} of the ${paid} go to ${short(destination)}, the rest elsewhere`,
      );
    }
  }
  if (expected.entryFees?.to === null)
    out.told.push('who receives the entry fees could not be checked: this platform does not publish it');
  return out;
}

/** "You pay 50.00 USDC", from the balances before and after. */
function seenOf({ lamports, tokens }: Changes, platform: LivePlatform): string[] {
  const lines = [...tokens].map(([mint, change]) =>
    change < 0n
      ? `you pay ${amountText(-change, mint, platform)}`
      : `you receive ${amountText(change, mint, platform)}`,
  );
  if (lamports !== 0n) {
    lines.push(
      lamports < 0n
        ? `you pay ${solText(-lamports)} in fees, rent and transfers`
        : `you receive ${solText(lamports)}`,
    );
  }
  return [...lines, 'nothing else that belongs to your wallet would change'];
}

/**
 * The check of a transaction whose programs are not ours. What known programs are told to do is judged as on paper;
 * what a platform's own program does is seen in a simulation only, by what becomes of the owner's accounts. Whenever
 * anything could not be looked at it says so and leaves it to the user: it "matches" only where nothing is left open.
 */
export async function checkLive(
  connection: Connection,
  tx: VersionedTransaction,
  built: BuiltTx,
  platform: LivePlatform,
  signed = tx,
): Promise<LiveVerdict> {
  const { expectation } = built;
  const loaded = platform.rpc ? await tablesOf(connection, tx) : null;
  const decoded = decodeTx(tx, loaded ?? undefined);
  const { differences, unknowns } = checkDecoded(decoded, expectation, built.requiredSigners);
  const { hard, told, open } = judge(differences, tx, decoded.signers, expectation);
  if (hard.length > 0) return { verdict: 'differs', reasons: hard };
  const unseen = (why: string): LiveVerdict => ({
    verdict: 'unchecked',
    tx,
    seen: [],
    reasons: [`what it does to your balances was not seen at all: ${why}`, ...open, ...told, ...unknowns],
  });
  if (!platform.rpc) return unseen('this deployment has no connection to the chain to simulate with');
  const allowed = { ...expectation, maxLamports: expectation.maxLamports + FOREIGN_RENT };
  const simulated = await checkSimulated(connection, signed, decoded, allowed);
  switch (simulated.outcome) {
    case 'differs':
      return { verdict: 'differs', reasons: simulated.differences };
    case 'would-fail':
      return { verdict: 'would-fail', reason: simulated.reason };
    case 'unavailable':
      return unseen(`it could not be simulated (${simulated.reason})`);
    case 'as-expected': {
      const paid = receivers(expectation, simulated, platform);
      if (paid.hard.length > 0) return { verdict: 'differs', reasons: paid.hard };
      const cost = (expectation.receivesLamports ?? 0n) - simulated.lamports;
      const dear =
        cost > expectation.maxLamports
          ? [`it costs ${solText(cost)}, more than such an order needs here`]
          : [];
      const reasons = [...told, ...paid.told, ...dear, ...unknowns];
      return reasons.length === 0
        ? { verdict: 'matches', tx }
        : { verdict: 'unchecked', tx, reasons, seen: seenOf(simulated, platform) };
    }
  }
}
