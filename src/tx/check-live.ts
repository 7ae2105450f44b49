import type { Connection, VersionedTransaction } from '@solana/web3.js';
import { checkDecoded } from './check-decoded.ts';
import { priorityFee } from './check-lamports.ts';
import { checkSimulated, costOf } from './check-simulated.ts';
import { type DecodedTx, decodeTx } from './decode.ts';
import { judge, receivers, seenOf } from './judge-live.ts';
import { addressText, countedTexts, type NameOf, solText } from './labels.ts';
import { tablesOf } from './lookup-tables.ts';
import type { Roles } from './roles.ts';
import type { BuiltTx } from './types.ts';
import type { Verdict } from './verdict.ts';

/** What is known of a live platform: it is not ours, so its programs are not. */
export interface LivePlatform {
  /** Whether the chain can be asked at all. */
  rpc: boolean;
  /** What is the platform's, by configuration. */
  roles: Roles;
  nameOf: NameOf;
}

/** Rent of accounts that a program of another's may open, on top of what an intent expects: told, never silent. */
const FOREIGN_RENT = 20_000_000n;

/** Lookup tables that the configuration does not name: who has made them is not known. */
const foreignTables = ({ tables: used }: DecodedTx, { tables }: Roles): string[] =>
  used
    .filter((table) => !tables.has(table))
    .map(
      (table) =>
        `it reaches accounts through the lookup table ${addressText(table)}, which this platform’s configuration does not name: what stands in it is known from the node alone`,
    );

/**
 * The check of a transaction whose programs are not ours. What known programs are told to do is judged as on paper,
 * and who is paid by what the operator has configured, never by the answer; what a platform's own program does is seen
 * in a simulation only, by what becomes of the owner's accounts. Whenever anything could not be looked at it says so
 * and leaves it to the user: it "matches" only where nothing is left open.
 */
export async function checkLive(
  connection: Connection,
  tx: VersionedTransaction,
  built: BuiltTx,
  platform: LivePlatform,
  guarded = tx,
): Promise<Verdict> {
  const { expectation } = built;
  const { roles, nameOf } = platform;
  const loaded = platform.rpc ? await tablesOf(connection, tx) : null;
  const decoded = decodeTx(tx, loaded ?? undefined);
  const { differences, unseen } = checkDecoded(decoded, expectation, { roles, nameOf, trustsNamed: false });
  const { hard, told, open } = judge(differences, expectation);
  if (hard.length > 0) return { verdict: 'differs', reasons: countedTexts(hard) };
  told.push(...foreignTables(decoded, roles));
  const unsimulated = (why: string): Verdict => ({
    verdict: 'unchecked',
    tx,
    seen: [],
    reasons: countedTexts([`what it does to your balances was not seen at all: ${why}`, ...open, ...told]),
  });
  if (!platform.rpc) return unsimulated('this platform has no connection to the chain to simulate with');
  const foreign = differences.some(({ kind }) => kind === 'unknown-program' || kind === 'platform-program');
  const extra = priorityFee(decoded) + (foreign ? FOREIGN_RENT : 0n);
  const allowed = { ...expectation, maxLamports: expectation.maxLamports + extra };
  const simulated = await checkSimulated(connection, guarded, decoded, allowed, {
    nameOf,
    tellsUnjudged: true,
  });
  switch (simulated.outcome) {
    case 'differs':
      return { verdict: 'differs', reasons: simulated.differences };
    case 'would-fail':
      return { verdict: 'would-fail', reason: simulated.reason };
    case 'unavailable':
      return unsimulated(`it could not be simulated (${simulated.reason})`);
    case 'as-expected': {
      const paid = receivers(expectation, unseen, simulated, platform);
      if (paid.hard.length > 0) return { verdict: 'differs', reasons: countedTexts(paid.hard) };
      const cost = costOf(expectation, simulated.lamports);
      const dear =
        cost > expectation.maxLamports
          ? [`it costs ${solText(cost)}, more than such an order needs here`]
          : [];
      const reasons = countedTexts([...told, ...paid.told, ...simulated.unjudged, ...dear]);
      return reasons.length === 0
        ? { verdict: 'matches', tx }
        : { verdict: 'unchecked', tx, reasons, seen: seenOf(simulated, nameOf) };
    }
  }
}
