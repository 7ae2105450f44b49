import { type MessageV0, VersionedTransaction } from '@solana/web3.js';
import { rebuiltDifferences } from '../../src/tx/check-rebuilt.ts';
import type { Case } from './cases.ts';
import { judgeSignIn } from './judge.ts';
import { effectOf, messageWithBudget, mutantsOf } from './mutants.ts';

/** How many mutants of one intent's transaction came to what end. */
export interface MutantCounts {
  intent: string;
  /** The comparison alone refuses them, whatever a node shows and whoever has signed. */
  blocked: number;
  /** They are the honest transaction: its keys in another order, or another limit of units. */
  same: number;
  /** They do something else and pass. */
  passed: number;
}

function passes({ terms, honest }: Case, message: MessageV0): boolean {
  try {
    const tx = new VersionedTransaction(message);
    if (terms !== null) return rebuiltDifferences(tx, honest).length === 0;
    return judgeSignIn(Buffer.from(tx.serialize()).toString('base64')).outcome === 'passed';
  } catch {
    return false;
  }
}

/** Compares every mutant of the honest transaction with what was derived. `flips`: changed bits of each byte. */
export function mutate(intent: Case, flips: number): MutantCounts {
  const message = messageWithBudget(intent);
  const effect = effectOf(message);
  if (effect === null || !passes(intent, message))
    throw new Error(`${intent.name}: the honest one is blocked`);
  const counts: MutantCounts = { intent: intent.name, blocked: 0, same: 0, passed: 0 };
  for (const mutant of mutantsOf(message, flips)) {
    if (!passes(intent, mutant)) counts.blocked += 1;
    else if (effectOf(mutant) === effect) counts.same += 1;
    else counts.passed += 1;
  }
  return counts;
}
