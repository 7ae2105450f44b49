import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { isTyping } from '@/lib/dom.ts';
import { shortcutsPreference } from './preferences.ts';
import { SHORTCUT_IDS, type ShortcutId } from './shortcut-keys.ts';

/** Pressed on the way to another key, such as to a sign: they are none themselves, and end no sequence. */
const ON_THE_WAY = ['Shift', 'CapsLock'];
/** How long after the first key of a sequence ("g p") the second still counts. */
const SEQUENCE_MS = 1_200;

export interface Shortcut {
  /** Its entry in the table of shortcuts, where its key can be chosen. */
  readonly id?: ShortcutId | undefined;
  /** One key ("y"), a sequence ("g p"), or with the command key ("mod+k"). */
  readonly keys: string;
  readonly label: string;
  /** Heading in the help dialog. */
  readonly group: string;
  readonly run: (event: KeyboardEvent) => void;
}

let active: readonly Shortcut[] = [];
const listeners = new Set<() => void>();
let pending: { key: string; at: number } | undefined;

function publish(next: readonly Shortcut[]): void {
  active = next;
  for (const listener of listeners) listener();
}

/** The newest binding wins, so that a panel may take a key from the page below it. */
const find = (keys: string): Shortcut | undefined => active.findLast((shortcut) => shortcut.keys === keys);

function claim(shortcut: Shortcut | undefined, event: KeyboardEvent): void {
  pending = undefined;
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run(event);
}

/** A modal layer keeps the keys of the page beneath from acting. */
const modalOpen = (): boolean => document.querySelector('[data-modal][data-state="open"]') !== null;

/** Handles one key press; exported for tests. */
function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || event.repeat) return;
  if (ON_THE_WAY.includes(event.key)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((event.metaKey || event.ctrlKey) && !event.altKey) {
    const shortcut = event.shiftKey ? undefined : find(`mod+${key}`);
    if (shortcut) claim(shortcut, event);
    return;
  }
  if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
  if (!shortcutsPreference.get() || modalOpen()) return;
  const now = event.timeStamp;
  if (pending && now - pending.at <= SEQUENCE_MS) {
    const second = find(`${pending.key} ${key}`);
    if (second) {
      claim(second, event);
      return;
    }
  }
  pending = active.some((shortcut) => shortcut.keys.startsWith(`${key} `)) ? { key, at: now } : undefined;
  if (!pending) claim(find(key), event);
}

function add(shortcuts: readonly Shortcut[]): () => void {
  if (active.length === 0) document.addEventListener('keydown', handleKey);
  publish([...active, ...shortcuts]);
  return () => {
    publish(active.filter((shortcut) => !shortcuts.includes(shortcut)));
    if (active.length === 0) document.removeEventListener('keydown', handleKey);
  };
}

/**
 * Binds keys while the component is mounted. Ignored while typing or composing, beneath a modal layer and when
 * switched off in the settings (except with the command key). Never bind a key that submits an order.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const signature = shortcuts.map(({ id = '', keys, label, group }) => [keys, label, group, id].join('\t'));
  const joined = signature.join('\n');
  // Keys act from the moment the page can be seen.
  useLayoutEffect(() => {
    if (joined === '') return;
    return add(
      joined.split('\n').map((line, index) => {
        const [keys = '', label = '', group = '', name] = line.split('\t');
        const id = SHORTCUT_IDS.find((one) => one === name);
        return { id, keys, label, group, run: (event) => latest.current[index]?.run(event) };
      }),
    );
  }, [joined]);
}

/** The bindings in force, for the help dialog. */
export const useActiveShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => active,
  );
