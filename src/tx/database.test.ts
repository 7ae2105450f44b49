import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

interface Record {
  id: string;
  text: string;
}

/** Each test has a disk and a page of its own. */
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => vi.unstubAllGlobals());
const page = async () => (await import('./database.ts')).records<Record>('transactions');

const one = { id: 'one', text: 'first' };
const opened = (version: number, upgrade?: (database: IDBDatabase) => void) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('evenline', version);
    opening.onupgradeneeded = () => upgrade?.(opening.result);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

describe('what the browser keeps', () => {
  it('is written, read and removed by its id', async () => {
    const records = await page();
    await records.put(one);
    await records.put({ ...one, text: 'second' });
    await records.put({ id: 'two', text: '' });
    expect(await records.get('one')).toEqual({ id: 'one', text: 'second' });
    await records.remove(['one', 'gone']);
    expect(await records.all()).toEqual([{ id: 'two', text: '' }]);
    expect(await records.get('one')).toBeUndefined();
  });

  it('is what an older build has left there', async () => {
    const before = await opened(3, (database) => {
      for (const name of ['transactions', 'queues', 'withdrawals']) {
        database.createObjectStore(name, { keyPath: 'id' });
      }
    });
    const writing = before.transaction('transactions', 'readwrite');
    writing.objectStore('transactions').put(one);
    await new Promise((done) => {
      writing.oncomplete = done;
    });
    before.close();
    expect(await (await page()).all()).toEqual([one]);
  });

  it('is written through to the disk', async () => {
    const records = await page();
    expect(await records.all()).toEqual([]);
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await records.put(one);
    await records.remove(['one']);
    expect(begun.mock.calls.map(([, mode, options]) => [mode, options?.durability])).toEqual([
      ['readwrite', 'strict'],
      ['readwrite', 'strict'],
    ]);
  });

  it('is opened anew where the browser has closed it', async () => {
    const databases: IDBDatabase[] = [];
    const open = indexedDB.open.bind(indexedDB);
    vi.spyOn(indexedDB, 'open').mockImplementation((...what) => {
      const opening = open(...what);
      opening.addEventListener('success', () => databases.push(opening.result));
      return opening;
    });
    const records = await page();
    await records.put(one);
    databases[0]?.close();
    expect(await records.all()).toEqual([one]);
    expect(databases).toHaveLength(2);
  });

  it('makes way for a newer version in another tab', async () => {
    const records = await page();
    await records.put(one);
    const newer = await opened(4);
    expect(newer.version).toBe(4);
    newer.close();
  });

  it('is not waited for while another tab holds an older version: it is said what to do', async () => {
    const older = await opened(2);
    const records = await page();
    await expect(records.all()).rejects.toMatchObject({
      kind: 'refused',
      message: 'Another tab shows an older version of this page: close or reload it.',
    });
    older.close();
    // Asked again, it is there.
    await expect.poll(() => records.all()).toEqual([]);
  });

  it('says what to do where the disk is full, or is not there at all', async () => {
    const records = await page();
    const told = {
      kind: 'refused',
      message: expect.stringMatching(/^This browser keeps nothing for Evenline/),
    };
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await expect(records.put(one)).rejects.toMatchObject(told);
    put.mockRestore();
    vi.resetModules();
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    await expect((await page()).put(one)).rejects.toMatchObject(told);
  });

  it('is waited for no longer than ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal('indexedDB', { open: () => new EventTarget() });
    const refused = expect((await page()).all()).rejects.toMatchObject({ kind: 'refused' });
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;
    vi.useRealTimers();
  });
});
