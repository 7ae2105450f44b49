export interface LruCache<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
}

/**
 * Remembers what was used lately, `capacity` to twice as many entries; for derivations that can always be repeated.
 * Two generations instead of an order of use: a hit costs one look, where reordering a map costs several times that.
 */
export function createLruCache<K, V>(capacity: number): LruCache<K, V> {
  let young = new Map<K, V>();
  let old = new Map<K, V>();
  const set = (key: K, value: V): void => {
    young.set(key, value);
    if (young.size < capacity) return;
    old = young;
    young = new Map();
  };
  return {
    get(key) {
      const value = young.get(key);
      if (value !== undefined) return value;
      const aged = old.get(key);
      if (aged !== undefined) set(key, aged);
      return aged;
    },
    set,
  };
}
