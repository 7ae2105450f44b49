import { type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import { AppError } from '@/api/app-error.ts';
import { within } from '@/lib/within.ts';

/** What the browser keeps on disk: the journal of each transaction, queues of many, cancellations that were begun. */
export type StoreName = 'transactions' | 'queues' | 'withdrawals';

const DATABASE = 'evenline';
const VERSION = 3;
const STORES: readonly StoreName[] = ['transactions', 'queues', 'withdrawals'];

/** Says what a reader can do about a disk that does not take what it is given, or does not answer. */
const unkept = (cause: unknown): AppError =>
  cause instanceof AppError
    ? cause
    : new AppError(
        'refused',
        'This browser keeps nothing for Evenline, so what is sent could not be looked up later. Allow it to keep site data, make room on the disk, or reload the page.',
        { cause },
      );

let database: Promise<IDBPDatabase> | undefined;
const forget = (): void => {
  database = undefined;
};

function open(): Promise<IDBPDatabase> {
  database ??= new Promise<IDBPDatabase>((resolve, reject) => {
    const opening = openDB(DATABASE, VERSION, {
      upgrade(opened) {
        for (const name of STORES) {
          if (!opened.objectStoreNames.contains(name)) opened.createObjectStore(name, { keyPath: 'id' });
        }
      },
      blocked: () =>
        reject(
          new AppError('refused', 'Another tab shows an older version of this page: close or reload it.'),
        ),
      // A newer version in another tab may not have to wait for this one.
      blocking() {
        forget();
        void opening.then((opened) => opened.close());
      },
      // By the browser, as when its reader has site data cleared: it is opened anew by the next that wants it.
      terminated: forget,
    });
    opening.then(resolve, reject);
  }).catch((cause: unknown) => {
    forget();
    throw cause;
  });
  return database;
}

/** Does something with the database; one that was closed beneath us is opened anew. */
async function withDatabase<T>(act: (opened: IDBPDatabase) => Promise<T>): Promise<T> {
  const opened = await open();
  try {
    return await act(opened);
  } catch (cause) {
    if (!(cause instanceof DOMException && cause.name === 'InvalidStateError')) throw cause;
    forget();
    return act(await open());
  }
}

/** Some disks do not even refuse: an order is not to wait for them. */
const DISK_TIMEOUT_MS = 10_000;
const kept = <T>(act: (opened: IDBPDatabase) => Promise<T>): Promise<T> =>
  within(withDatabase(act), DISK_TIMEOUT_MS, () => new Error('no answer')).catch((cause: unknown) => {
    throw unkept(cause);
  });

type Writing = IDBPObjectStore<unknown, [StoreName], StoreName, 'readwrite'>;

/** Records of one kind, each under its `id`. A write resolves once it is on disk. Each throws AppError where it fails. */
export const records = <T extends { id: string }>(name: StoreName) => {
  const change = <R>(write: (store: Writing) => Promise<R>): Promise<R> =>
    kept(async (opened) => {
      const transaction = opened.transaction(name, 'readwrite', { durability: 'strict' });
      const [result] = await Promise.all([write(transaction.store), transaction.done]);
      return result;
    });
  return {
    put: async (record: T): Promise<void> => {
      await change((store) => store.put(record));
    },
    /** Nothing is written while one of them is in the way, which this returns: of two tabs that ask, one comes first. */
    putUnless: (record: T, isInTheWay: (one: T) => boolean): Promise<T | undefined> =>
      change(async (store) => {
        const found = ((await store.getAll()) as T[]).find(isInTheWay);
        if (found === undefined) await store.put(record);
        return found;
      }),
    remove: async (ids: readonly string[]): Promise<void> => {
      await change((store) => Promise.all(ids.map((id) => store.delete(id))));
    },
    get: (id: string): Promise<T | undefined> => kept((opened) => opened.get(name, id)),
    all: (): Promise<T[]> => kept((opened) => opened.getAll(name)),
  };
};
