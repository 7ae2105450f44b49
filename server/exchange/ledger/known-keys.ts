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
  /** How many have become known since the last generation began. */
  readonly come: number;
  /**
   * Begins a new generation, and gives one after another the keys that nobody has named since the one before; they stay
   * known, and those that are named meanwhile are left out. Where it was left off before its end, it is taken up.
   */
  turn(): Iterable<string>;
}

export function createKnownKeys(): KnownKeys {
  let young = new Set<string>();
  let old = new Set<string>();
  /** What a turn has yet to give. */
  let unnamed = new Set<string>();
  let come = 0;
  return {
    has(key) {
      if (young.has(key)) return true;
      if (!old.delete(key) && !unnamed.delete(key)) return false;
      young.add(key);
      return true;
    },
    peek: (key) => young.has(key) || old.has(key) || unnamed.has(key),
    add(key) {
      const isNew = !old.delete(key) && !unnamed.delete(key) && !young.has(key);
      if (isNew) come += 1;
      young.add(key);
    },
    forget(key) {
      young.delete(key);
      old.delete(key);
      unnamed.delete(key);
    },
    get come() {
      return come;
    },
    *turn() {
      if (unnamed.size === 0) {
        unnamed = old;
        old = young;
        young = new Set();
        come = 0;
      }
      for (const key of unnamed) {
        unnamed.delete(key);
        // What stays known though nobody names it is looked at again at every turn.
        old.add(key);
        yield key;
      }
    },
  };
}
