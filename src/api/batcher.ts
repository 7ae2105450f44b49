interface Waiting<Value> {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

export interface BatcherOptions<Key, Value> {
  /** Most keys of one request. */
  size: number;
  /** How long the first key waits for others, in milliseconds. */
  waitMs: number;
  /** Answers in the order of the keys. */
  load: (keys: Key[]) => Promise<Value[]>;
}

/** Joins single loads that are asked for at nearly the same moment into few requests. */
export function createBatcher<Key, Value>({ size, waitMs, load }: BatcherOptions<Key, Value>) {
  let waiting = new Map<Key, Waiting<Value>>();

  async function send(batch: [Key, Waiting<Value>][]): Promise<void> {
    try {
      const values = await load(batch.map(([key]) => key));
      batch.forEach(([, entry], index) => {
        const value = values[index];
        if (value === undefined) entry.reject(new Error('A batch answered with too few values.'));
        else entry.resolve(value);
      });
    } catch (error) {
      for (const [, entry] of batch) entry.reject(error);
    }
  }

  function flush(): void {
    const entries = [...waiting];
    waiting = new Map();
    for (let start = 0; start < entries.length; start += size) void send(entries.slice(start, start + size));
  }

  return (key: Key): Promise<Value> => {
    const known = waiting.get(key);
    if (known) return known.promise;
    if (waiting.size === 0) setTimeout(flush, waitMs);
    let resolve: (value: Value) => void = () => undefined;
    let reject: (error: unknown) => void = () => undefined;
    const promise = new Promise<Value>((settle, fail) => {
      resolve = settle;
      reject = fail;
    });
    waiting.set(key, { promise, resolve, reject });
    return promise;
  };
}
