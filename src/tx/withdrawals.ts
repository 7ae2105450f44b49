import type { Pubkey } from '@contract/ids.ts';
import { records } from './database.ts';

/**
 * A cancellation of a trigger order that was begun here. It takes two steps, and a page may end between them: this
 * says so even before the wallet has signed in again.
 */
export interface BegunWithdrawal {
  /** Of the order. */
  id: string;
  owner: Pubkey;
  /** One line, as the order is named in its list. */
  title: string;
  /** Local Unix milliseconds. */
  begunAt: number;
}

const stored = records<BegunWithdrawal>('withdrawals');

export const withdrawals = {
  /** On disk before anything is asked of the service. Where the disk fails, the order is to be stopped all the same. */
  begin: (begun: BegunWithdrawal): Promise<void> => stored.put(begun),
  /** Nothing of them is left to do. */
  end: (ids: readonly string[]): Promise<void> => stored.remove(ids),
  /** Those of a wallet, oldest first. */
  async of(owner: Pubkey): Promise<BegunWithdrawal[]> {
    const all = await stored.all();
    return all.filter((begun) => begun.owner === owner).sort((a, b) => a.begunAt - b.begunAt);
  },
};
