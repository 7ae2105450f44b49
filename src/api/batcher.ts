interface Waiting<Value> {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

export interface BatcherOptions<Key, Value> {
  /** Most keys of one request. */
  size: number;
  /** Keys wait until none has come for so many milliseconds … */
  waitMs: number;
  /** … but none longer than this. */
  mostMs: number;
  /** Answers in the order of the keys. */
  load: (keys: Key[]) => Promise<Value[]>;
}

/** Joins single loads that are asked for at nearly the same moment into few requests. */
export function createBatcher<Key, Value>({ size, waitMs, mostMs, load }: BatcherOptions<Key, Value>) {
  let waiting = new Map<Key, Waiting<Value>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let until = 0;

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

  function flushSoon(): void {
    const now = Date.now();
    if (waiting.size === 0) until = now + mostMs;
    clearTimeout(timer);
    timer = setTimeout(flush, Math.max(0, Math.min(waitMs, until - now)));
  }

  return (key: Key): Promise<Value> => {
    const known = waiting.get(key);
    if (known) return known.promise;
    flushSoon();
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
