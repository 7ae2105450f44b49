import type { MarketId, Pubkey } from '@contract/ids.ts';
import { create } from 'zustand';
import type { Waiting } from './types.ts';

/*
 * What is under way on the whole desk: orders, by wallet and market or token, and addresses or ids of what is claimed,
 * cancelled or withdrawn, which belong to one wallet anyway. Forms and rows that are turned to something else, or go
 * with their page, forget what they have begun: this does not, so that who comes back begins it no second time before
 * its end is known.
 */
const useKeys = create<ReadonlyMap<string, Waiting | null>>(() => new Map());

/** Key of what a wallet orders on a market, or of a token: what another one has under way there is not its own. */
export const orderKey = (owner: Pubkey, of: MarketId | Pubkey): string => `${owner} ${of}`;

/** What each is held by, and what that tells: a load may find several of one key, or one that was begun again since. */
const holders = new Map<string, ReadonlyMap<unknown, Waiting | null>>();

/** `by`: what holds it; it stays under way while anything does. `undefined`: this lets go of it. */
export function setUnderWay(key: string, by: unknown, waiting: Waiting | null | undefined): void {
  const held = new Map(holders.get(key));
  if (waiting === undefined) held.delete(by);
  else held.set(by, waiting);
  holders.set(key, held);
  const told = [...held.values()];
  const shown = told.find((one) => one !== null) ?? null;
  const others = [...useKeys.getState()].filter(([other]) => other !== key);
  useKeys.setState(new Map(told.length === 0 ? others : [...others, [key, shown]]), true);
}

export const isUnderWay = (key: string): boolean => useKeys.getState().has(key);

/** All that is under way, each with whether it was sent and could still land. */
export const useAllUnderWay = (): ReadonlyMap<string, Waiting | null> => useKeys();

/** The same of one; undefined where it is not under way. */
export const useOneUnderWay = (key: string | undefined): Waiting | null | undefined =>
  useKeys((keys) => (key === undefined ? undefined : keys.get(key)));
