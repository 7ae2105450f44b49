import { create } from 'zustand';
import type { Waiting } from './types.ts';

/*
 * What is under way on the whole desk: markets that have an order, and addresses or ids of what is claimed, cancelled or
 * withdrawn. Forms and rows that are turned to something else, or go with their page, forget what they have begun: this
 * does not, so that who comes back begins it no second time before its end is known.
 */
const useKeys = create<ReadonlyMap<string, Waiting | null>>(() => new Map());

/** `undefined`: it is under way no more. */
export function setUnderWay(key: string, waiting: Waiting | null | undefined): void {
  const others = [...useKeys.getState()].filter(([other]) => other !== key);
  useKeys.setState(new Map(waiting === undefined ? others : [...others, [key, waiting]]), true);
}

export const isUnderWay = (key: string): boolean => useKeys.getState().has(key);

/** All that is under way, each with whether it was sent and could still land. */
export const useAllUnderWay = (): ReadonlyMap<string, Waiting | null> => useKeys();

/** The same of one; undefined where it is not under way. */
export const useOneUnderWay = (key: string | undefined): Waiting | null | undefined =>
  useKeys((keys) => (key === undefined ? undefined : keys.get(key)));
