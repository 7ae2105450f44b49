import type { VersionedTransaction } from '@solana/web3.js';

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
