import type { OwnerTransaction } from '@contract/transactions/owner-transactions.ts';
import type { Connection, VersionedTransaction } from '@solana/web3.js';
import { checkDecoded, onPaper } from './check-decoded.ts';
import { checkLive, type LivePlatform } from './check-live.ts';
import { rebuiltDifferences } from './check-rebuilt.ts';
import { checkSimulated } from './check-simulated.ts';
import { decodeTx } from './decode.ts';
import { countedTexts } from './labels.ts';
import { parseTransaction } from './parse-transaction.ts';
import { NO_ROLES, type Roles } from './roles.ts';
import type { BuiltTx } from './types.ts';
import type { Verdict } from './verdict.ts';

/** Whether a transaction (base64) is, byte by byte, the one that was derived. */
export function isDerived(transaction: string, derived: OwnerTransaction): boolean {
  const tx = parseTransaction(transaction);
  return tx !== null && rebuiltDifferences(tx, derived).length === 0;
}

/**
 * On paper: compares what the service built with what was derived from the screen, byte by byte. Equal, or blocked; a
 * simulation is a second pair of eyes, and says why the chain would refuse it. `live`: a platform whose programs are not
 * ours, null on paper. `roles`: the exchange's own addresses, on paper. `guarded`: the same with the
 * wallet's guards and without its signatures, which is simulated in its place.
 */
export async function checkTransaction(
  connection: Connection,
  built: BuiltTx,
  live: LivePlatform | null,
  roles: Roles = NO_ROLES,
  guarded?: VersionedTransaction,
): Promise<Verdict> {
  const tx = parseTransaction(built.transaction);
  if (!tx) return { verdict: 'differs', reasons: ['it cannot be read as a transaction'] };
  try {
    return live
      ? await checkLive(connection, tx, built, live, guarded)
      : await checkPaper(connection, tx, built, roles, guarded);
  } catch {
    return { verdict: 'differs', reasons: ['its instructions cannot be read'] };
  }
}

/** Whether something stands where the owner is to sign. */
function isSignedFor({ message, signatures }: VersionedTransaction, owner: string): boolean {
  const at = message.staticAccountKeys.findIndex((key) => key.toBase58() === owner);
  return signatures[at]?.some((byte) => byte !== 0) ?? false;
}

async function checkPaper(
  connection: Connection,
  tx: VersionedTransaction,
  { derived, expectation }: BuiltTx,
  roles: Roles,
  guarded: VersionedTransaction | undefined,
): Promise<Verdict> {
  if (derived === null) {
    return { verdict: 'differs', reasons: ['there is nothing to compare it with'] };
  }
  const decoded = decodeTx(tx);
  // What an inspection finds says more plainly what is wrong than a comparison does.
  const { differences } = checkDecoded(decoded, expectation, onPaper(roles));
  const found = differences.map(({ text }) => text);
  const reasons = found.length > 0 ? countedTexts(found) : rebuiltDifferences(tx, derived);
  if (isSignedFor(tx, expectation.owner)) reasons.push('it is signed in your name already');
  if (reasons.length > 0) return { verdict: 'differs', reasons };
  const simulated = await checkSimulated(connection, guarded ?? tx, decoded, expectation);
  switch (simulated.outcome) {
    case 'would-fail':
      return { verdict: 'would-fail', reason: simulated.reason };
    case 'differs':
      // A node says that these very instructions do something else: it is wrong, or somebody moved funds meanwhile.
      return {
        verdict: 'unchecked',
        tx,
        reasons: simulated.differences.map((text) => `the node shows that ${text}`),
      };
    case 'unavailable':
      // What was derived needs no simulation; what a wallet has put behind it is looked at once more.
      return guarded
        ? { verdict: 'unchecked', tx, reasons: [`it could not be simulated: ${simulated.reason}`] }
        : { verdict: 'matches', tx };
    case 'as-expected':
      return { verdict: 'matches', tx };
  }
}
