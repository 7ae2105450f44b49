/**
 * Keys of which memory knows all there is to know: what they name is in memory, or does not exist. Two generations tell
 * those that were named lately from those that were not.
 */
export interface KnownKeys {
  /** Whether a key is known; it counts as named. */
  has(key: string): boolean;
  /** Whether a key is known, without naming it. */
  peek(key: string): boolean;
  add(key: string): void;
  forget(key: string): void;
  /** Begins a new generation. @returns keys that nobody has named since the turn before; they stay known. */
  turn(): string[];
}

export function createKnownKeys(): KnownKeys {
  let young = new Set<string>();
  let old = new Set<string>();
  return {
    has(key) {
      if (young.has(key)) return true;
      if (!old.delete(key)) return false;
      young.add(key);
      return true;
    },
    peek: (key) => young.has(key) || old.has(key),
    add(key) {
      old.delete(key);
      young.add(key);
    },
    forget(key) {
      young.delete(key);
      old.delete(key);
    },
    turn() {
      const unnamed = [...old];
      // What stays known though nobody names it is looked at again at every turn.
      old = new Set([...old, ...young]);
      young = new Set();
      return unnamed;
    },
  };
}
