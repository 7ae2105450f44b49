import { useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';

/** A value kept in localStorage: checked when read, shared between tabs, never throwing. */
export interface Stored<Value> {
  readonly key: string;
  get(): Value;
  /** Returns false when the browser would not keep it (private mode, quota); it holds until the tab closes. */
  set(value: Value): boolean;
  update(change: (value: Value) => Value): boolean;
  subscribe(listener: () => void): () => void;
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
 * Text is kept as it is (so that a script outside the app can read it), everything else as JSON. What does not fit
 * the schema reads as the fallback.
 */
export function stored<Value>(key: string, schema: z.ZodMiniType<Value>, fallback: Value): Stored<Value> {
  const listeners = new Set<() => void>();
  let seen: string | null | undefined;
  let value = fallback;

  const get = (): Value => {
    const text = read(key);
    if (text === seen) return value;
    if (text === null && seen === undefined) {
      seen = null;
      return value;
    }
    seen = text;
    value = text === null ? fallback : (parse(text, schema) ?? fallback);
    return value;
  };
  const announce = (): void => {
    for (const listener of listeners) listener();
  };
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) announce();
  };
  const set = (next: Value): boolean => {
    const text = typeof next === 'string' ? next : JSON.stringify(next);
    const kept = write(key, text);
    seen = kept ? text : read(key);
    value = next;
    announce();
    return kept;
  };
  return {
    key,
    get,
    set,
    update: (change) => set(change(get())),
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', onStorage);
      };
    },
  };
}

/** A stored value that renders again when this or another tab changes it. */
export const useStored = <Value>(source: Stored<Value>): Value =>
  useSyncExternalStore(source.subscribe, source.get, source.get);
