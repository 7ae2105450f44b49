import { useCallback } from 'react';
import * as z from 'zod/mini';
import { stored, useStored } from './stored.ts';

/** The palette's, which stays: it has the command key, so that it works while typing and with single keys off. */
export const PALETTE_KEYS = 'mod+k';

interface Entry {
  readonly label: string;
  readonly group: 'Everywhere' | 'Ticket';
  /** The key it has until another is chosen. */
  readonly key: string;
  /** Pressed after the key of this one: a sequence ("g p"). */
  readonly after?: 'go';
}

/** Every shortcut whose key can be chosen. What listens, help, settings and hints all follow from it. */
export const SHORTCUTS = {
  search: { label: 'Search', group: 'Everywhere', key: '/' },
  help: { label: 'Keyboard shortcuts', group: 'Everywhere', key: '?' },
  go: { label: 'Go to … (first key)', group: 'Everywhere', key: 'g' },
  markets: { label: 'Go to Markets', group: 'Everywhere', key: 'm', after: 'go' },
  parlay: { label: 'Go to Parlay', group: 'Everywhere', key: 'l', after: 'go' },
  rounds: { label: 'Go to Rounds', group: 'Everywhere', key: 'r', after: 'go' },
  tokens: { label: 'Go to Tokens', group: 'Everywhere', key: 't', after: 'go' },
  triggers: { label: 'Go to Triggers', group: 'Everywhere', key: 'o', after: 'go' },
  portfolio: { label: 'Go to Portfolio', group: 'Everywhere', key: 'p', after: 'go' },
  monitor: { label: 'Go to Position monitor', group: 'Everywhere', key: 'w', after: 'go' },
  yes: { label: 'Yes', group: 'Ticket', key: 'y' },
  no: { label: 'No', group: 'Ticket', key: 'n' },
  buy: { label: 'Buy', group: 'Ticket', key: 'b' },
  sell: { label: 'Sell', group: 'Ticket', key: 's' },
  amount1: { label: 'Quick amount 1', group: 'Ticket', key: '1' },
  amount2: { label: 'Quick amount 2', group: 'Ticket', key: '2' },
  amount3: { label: 'Quick amount 3', group: 'Ticket', key: '3' },
  amount4: { label: 'Quick amount 4', group: 'Ticket', key: '4' },
  amount5: { label: 'Quick amount 5', group: 'Ticket', key: '5' },
} as const satisfies Record<string, Entry>;

export type ShortcutId = keyof typeof SHORTCUTS;
export const SHORTCUT_IDS = Object.keys(SHORTCUTS) as ShortcutId[];
const entryOf = (id: ShortcutId): Entry => SHORTCUTS[id];

/**
 * The key of a key press as a shortcut may have it: one letter, digit or sign, small. Undefined of all others, which
 * the browser, the page and screen readers need (Tab, Enter, Escape, Space, arrows, function keys).
 */
export function asShortcutKey(pressed: string): string | undefined {
  const key = pressed.toLowerCase();
  return /^[^\p{C}\p{M}\p{Z}]$/u.test(key) ? key : undefined;
}

/** Keys that were chosen, by shortcut. Others have their first one, so that those may change with the desk. */
type Chosen = Readonly<Record<string, string>>;
const keyIn = (chosen: Chosen, id: ShortcutId): string => chosen[id] ?? SHORTCUTS[id].key;

/** Another shortcut that the same press would call; what follows a first key is apart from single keys. */
const holderOf = (chosen: Chosen, id: ShortcutId, key: string): ShortcutId | undefined =>
  SHORTCUT_IDS.find(
    (other) => other !== id && entryOf(other).after === entryOf(id).after && keyIn(chosen, other) === key,
  );

/** What an older desk or another hand has left is taken only where every key is one, and calls one shortcut. */
const chosen: z.ZodMiniType<Chosen> = z
  .record(z.string(), z.string().check(z.refine((key) => asShortcutKey(key) === key)))
  .check(z.refine((keys) => SHORTCUT_IDS.every((id) => holderOf(keys, id, keyIn(keys, id)) === undefined)));
export const chosenKeys = stored<Chosen>('evenline.bindings', chosen, {});

/**
 * Gives a shortcut another key.
 * @returns the shortcut that has it already: nothing is changed then
 */
export function chooseKey(id: ShortcutId, key: string): ShortcutId | undefined {
  const now = chosenKeys.get();
  const holder = holderOf(now, id, key);
  if (holder === undefined) chosenKeys.set({ ...now, [id]: key });
  return holder;
}

/** How a shortcut is pressed: "y", "g p". */
export type KeysOf = (id: ShortcutId) => string;
const keysIn =
  (keys: Chosen): KeysOf =>
  (id) => {
    const { after } = entryOf(id);
    return after ? `${keyIn(keys, after)} ${keyIn(keys, id)}` : keyIn(keys, id);
  };

export function useShortcutKeys(): KeysOf {
  const keys = useStored(chosenKeys);
  return useCallback((id) => keysIn(keys)(id), [keys]);
}
