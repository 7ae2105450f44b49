import { type Connection, VersionedTransaction } from '@solana/web3.js';
import { toBase64 } from '@/lib/base64.ts';
import { checkTransaction } from './check.ts';
import { isGuardStop, withoutGuards } from './guards.ts';
import { livePlatform, paperRoles } from './live-platform.ts';
import type { Prepared } from './prepare.ts';
import type { Recheck } from './sign.ts';

/**
 * Judges a transaction once more that came back with guards behind it: what it does without them is compared with what
 * was told, and the very message that the wallet has signed is simulated, without its signatures: a node that has them
 * could send what may yet be dropped. What the user has agreed to before needs no second yes; anything else that cannot be
 * judged is a no.
 */
export const recheckOf =
  (connection: Connection, { built, tx, agreed }: Prepared): Recheck =>
  async (changed) => {
    const content = { ...built, transaction: toBase64(withoutGuards(tx, changed).serialize()) };
    const unsigned = new VersionedTransaction(changed.message);
    const verdict = await checkTransaction(connection, content, livePlatform(), paperRoles(), unsigned);
    switch (verdict.verdict) {
      case 'matches':
        return true;
      case 'would-fail':
        return isGuardStop(verdict.reason, toBase64(changed.serialize()))
          ? 'your wallet’s protection blocked it'
          : `the chain would refuse it as the wallet has changed it: ${verdict.reason}`;
      case 'differs':
        return `as the wallet has changed it, ${verdict.reasons.join('; ')}`;
      case 'unchecked': {
        const fresh = verdict.reasons.filter((reason) => !agreed.includes(reason));
        return fresh.length === 0 ? true : `as the wallet has changed it, ${fresh.join('; ')}`;
      }
    }
  };
