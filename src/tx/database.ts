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
      fail(new Error('Another tab shows an older version of this page: close or reload it.'));
    opening.onsuccess = () => {
      const opened = opening.result;
      // A newer version in another tab may not have to wait for this one.
      opened.onversionchange = () => {
        opened.close();
        database = undefined;
      };
      resolve(opened);
    };
    opening.onerror = () => fail(opening.error);
  });
  return database;
}

async function change(name: StoreName, act: (store: IDBObjectStore) => void): Promise<void> {
  const transaction = (await open()).transaction(name, 'readwrite', { durability: 'strict' });
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  act(transaction.objectStore(name));
  return done;
}

const reading = async (name: StoreName): Promise<IDBObjectStore> =>
  (await open()).transaction(name, 'readonly').objectStore(name);

/** Records of one kind, each under its `id`. A write resolves once it is on disk. */
export const records = <T extends { id: string }>(name: StoreName) => ({
  put: (record: T): Promise<void> => change(name, (store) => store.put(record)),
  remove: (ids: readonly string[]): Promise<void> =>
    change(name, (store) => {
      for (const id of ids) store.delete(id);
    }),
  get: async (id: string): Promise<T | undefined> =>
    answered((await reading(name)).get(id) as IDBRequest<T | undefined>),
  all: async (): Promise<T[]> => answered((await reading(name)).getAll() as IDBRequest<T[]>),
});
