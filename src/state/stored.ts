import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { type PersistStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';

/** A value kept in localStorage: checked when read, shared between tabs, never throwing. */
export interface Stored<Value> {
  readonly key: string;
  /** What it is where nothing was chosen. */
  readonly fallback: Value;
  /** The value as the browser has it now, whichever tab wrote it. */
  get(): Value;
  /** The value as this tab was last told of it: the same until listeners have been called. */
  shown(): Value;
  /** Returns false when the browser would not keep it (private mode, quota); it holds until the tab closes. */
  set(value: Value): boolean;
  update(change: (value: Value) => Value): boolean;
  /** Takes what another browser kept, where it fits. */
  take(value: unknown): Taken;
  subscribe(listener: () => void): () => void;
}

/** What became of it: `unkept` holds until the tab closes, `refused` did not fit. */
export type Taken = 'kept' | 'unkept' | 'refused';

/** Unix milliseconds that are kept: of no other number there is a date. */
export const keptInstant = z.number().check(z.gte(0), z.lte(Date.UTC(9999, 0)));

interface Held<Value> {
  value: Value;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function parse<Value>(text: string, schema: z.ZodMiniType<Value>): Value | undefined {
  const plain = schema.safeParse(text);
  if (plain.success) return plain.data;
  try {
    const json = schema.safeParse(JSON.parse(text));
    return json.success ? json.data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A persisted store of one value. Text is kept as it is (so that a script outside the app can read it), everything
 * else as plain JSON, without an envelope. What does not fit the schema reads as the fallback.
 */
export function stored<Value>(key: string, schema: z.ZodMiniType<Value>, fallback: Value): Stored<Value> {
  /** What was in the browser when it was last looked at: a value it refused to keep holds until that changes. */
  let seen: string | null = null;
  let kept = true;
  const storage: PersistStorage<Held<Value>> = {
    getItem: () => {
      seen = read(key);
      return seen === null ? null : { state: { value: parse(seen, schema) ?? fallback } };
    },
    setItem: (_name, { state: { value } }) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      kept = write(key, text);
      seen = kept ? text : read(key);
    },
    removeItem: () => undefined,
  };
  const store = createStore<Held<Value>>()(
    persist((): Held<Value> => ({ value: fallback }), {
      name: key,
      storage,
      merge: (found) => (found as Held<Value> | undefined) ?? { value: fallback },
    }),
  );
  const lookAgain = (): void => {
    if (read(key) !== seen) void store.persist.rehydrate();
  };
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) lookAgain();
  };
  const get = (): Value => {
    lookAgain();
    return store.getState().value;
  };
  const set = (value: Value): boolean => {
    store.setState({ value });
    return kept;
  };
  let readers = 0;
  return {
    key,
    fallback,
    get,
    shown: () => store.getState().value,
    set,
    update: (change) => set(change(get())),
    take(value) {
      const parsed = schema.safeParse(value);
      if (!parsed.success) return 'refused';
      return set(parsed.data) ? 'kept' : 'unkept';
    },
    subscribe(listener) {
      window.addEventListener('storage', onStorage);
      readers += 1;
      const leave = store.subscribe(listener);
      // Events tell a tab that listens: what another one wrote before is looked up.
      lookAgain();
      return () => {
        leave();
        readers -= 1;
        if (readers === 0) window.removeEventListener('storage', onStorage);
      };
    },
  };
}

/** A stored value that renders again when this or another tab changes it. */
export const useStored = <Value>(source: Stored<Value>): Value =>
  useSyncExternalStore(source.subscribe, source.shown, source.shown);
