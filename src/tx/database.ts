import { AppError } from '@/api/app-error.ts';
import { within } from '@/lib/within.ts';

/** What the browser keeps on disk: the journal of each transaction, queues of many, cancellations that were begun. */
export type StoreName = 'transactions' | 'queues' | 'withdrawals';

const DATABASE = 'evenline';
const VERSION = 3;
const STORES: readonly StoreName[] = ['transactions', 'queues', 'withdrawals'];

const answered = <T>(source: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    source.onsuccess = () => resolve(source.result);
    source.onerror = () => reject(source.error);
  });

/** Says what a reader can do about a disk that does not take what it is given, or does not answer. */
const unkept = (cause: unknown): AppError =>
  cause instanceof AppError
    ? cause
    : new AppError(
        'refused',
        'This browser keeps nothing for Evenline, so what is sent could not be looked up later. Allow it to keep site data, make room on the disk, or load the page again.',
        { cause },
      );

let database: Promise<IDBDatabase> | undefined;
function open(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      database = undefined;
      reject(cause);
    };
    const opening = indexedDB.open(DATABASE, VERSION);
    opening.onupgradeneeded = () => {
      for (const name of STORES) {
        if (!opening.result.objectStoreNames.contains(name)) {
          opening.result.createObjectStore(name, { keyPath: 'id' });
        }
      }
    };
    opening.onblocked = () =>
      fail(new AppError('refused', 'Another tab shows an older version of this page: close or reload it.'));
    opening.onsuccess = () => {
      const opened = opening.result;
      // A newer version in another tab may not have to wait for this one.
      opened.onversionchange = () => {
        opened.close();
        database = undefined;
      };
      // By the browser, as when its reader has site data cleared: it is opened anew by the next that wants it.
      opened.onclose = () => {
        database = undefined;
      };
      resolve(opened);
    };
    opening.onerror = () => fail(opening.error);
  });
  return database;
}

const begin = (opened: IDBDatabase, name: StoreName, mode: IDBTransactionMode): IDBTransaction =>
  opened.transaction(name, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' });

/** A transaction on one store; a database that was closed beneath us is opened anew. */
async function transact(name: StoreName, mode: IDBTransactionMode): Promise<IDBTransaction> {
  const opened = await open();
  try {
    return begin(opened, name, mode);
  } catch (cause) {
    if (!(cause instanceof DOMException && cause.name === 'InvalidStateError')) throw cause;
    database = undefined;
    return begin(await open(), name, mode);
  }
}

async function change(name: StoreName, act: (store: IDBObjectStore) => void): Promise<void> {
  const transaction = await transact(name, 'readwrite');
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  act(transaction.objectStore(name));
  return done;
}

const reading = async (name: StoreName): Promise<IDBObjectStore> =>
  (await transact(name, 'readonly')).objectStore(name);

/** Some disks do not even refuse: an order is not to wait for them. */
const DISK_TIMEOUT_MS = 10_000;
const kept = <T>(what: Promise<T>): Promise<T> =>
  within(what, DISK_TIMEOUT_MS, () => new Error('no answer')).catch((cause: unknown) => {
    throw unkept(cause);
  });

/** Records of one kind, each under its `id`. A write resolves once it is on disk. Each throws AppError where it fails. */
export const records = <T extends { id: string }>(name: StoreName) => ({
  put: (record: T): Promise<void> => kept(change(name, (store) => store.put(record))),
  remove: (ids: readonly string[]): Promise<void> =>
    kept(
      change(name, (store) => {
        for (const id of ids) store.delete(id);
      }),
    ),
  get: (id: string): Promise<T | undefined> =>
    kept(reading(name).then((store) => answered(store.get(id) as IDBRequest<T | undefined>))),
  all: (): Promise<T[]> => kept(reading(name).then((store) => answered(store.getAll() as IDBRequest<T[]>))),
});
