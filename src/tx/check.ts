import { type Connection, VersionedTransaction } from '@solana/web3.js';
import { checkDecoded, type Difference } from './check-decoded.ts';
import { checkLive, type LivePlatform } from './check-live.ts';
import { checkSimulated } from './check-simulated.ts';
import { type DecodedTx, decodeTx } from './decode.ts';
import type { BuiltTx } from './types.ts';

/** The verdict on a transaction, reached before any wallet opens. */
export type Verdict =
  | { verdict: 'matches'; tx: VersionedTransaction }
  /** Does something else than was shown: never signed. */
  | { verdict: 'differs'; reasons: string[] }
  /** The chain would refuse it. */
  | { verdict: 'would-fail'; reason: string }
  /** Nothing wrong was found, but not everything could be looked at: the user decides. */
  | {
      verdict: 'unchecked';
      tx: VersionedTransaction;
      reasons: string[];
      /** What a simulation has shown, in the owner's words; empty when none has. */
      seen?: string[];
    };

export function parseTransaction(base64: string): VersionedTransaction | null {
  try {
    return VersionedTransaction.deserialize(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
  } catch {
    return null;
  }
}

/**
 * Decodes and simulates what the service built. Decoding alone can block; simulation can only block further. `live`: a
 * platform whose programs are not ours, null on paper, where every program is known and nothing else is let through.
 */
export async function checkTransaction(
  connection: Connection,
  built: BuiltTx,
  live: LivePlatform | null,
): Promise<Verdict> {
  const tx = parseTransaction(built.transaction);
  if (!tx) return { verdict: 'differs', reasons: ['it cannot be read as a transaction'] };
  let decoded: DecodedTx;
  let differences: Difference[];
  let unknowns: string[];
  try {
    if (live) return await checkLive(connection, tx, built, live);
    decoded = decodeTx(tx);
    ({ differences, unknowns } = checkDecoded(decoded, built.expectation, built.requiredSigners));
  } catch {
    return { verdict: 'differs', reasons: ['its instructions cannot be read'] };
  }
  if (differences.length > 0) return { verdict: 'differs', reasons: differences.map(({ text }) => text) };
  const simulated = await checkSimulated(connection, tx, decoded, built.expectation);
  switch (simulated.outcome) {
    case 'differs':
      return { verdict: 'differs', reasons: simulated.differences };
    case 'would-fail':
      return { verdict: 'would-fail', reason: simulated.reason };
    case 'unavailable':
      return {
        verdict: 'unchecked',
        tx,
        reasons: [...unknowns, `it could not be simulated: ${simulated.reason}`],
      };
    case 'as-expected':
      return unknowns.length > 0
        ? { verdict: 'unchecked', tx, reasons: unknowns }
        : { verdict: 'matches', tx };
  }
}
