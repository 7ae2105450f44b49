import { expect, it, vi } from 'vitest';
import { Line } from './line.ts';

/** Work that lasts until it is ended, and notes when it begins. */
function lasting() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, work, end };
}

it('does two at once, and of those who wait one client after another', async () => {
  const line = new Line();
  const { begun, work, end } = lasting();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void line.run(work(name), '192.0.2.1');
  for (const name of ['b1', 'b2']) void line.run(work(name), '192.0.2.2');
  void line.run(work('all'));
  expect(begun).toEqual(['a1', 'a2']);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'all']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'all', 'a4', 'b2']);
});

it('goes on after work that failed, and tells who asked for it', async () => {
  const line = new Line();
  const failing = Array.from({ length: 3 }, () => line.run(() => Promise.reject(new Error('no'))));
  const good = line.run(async () => 'good');
  for (const one of failing) await expect(one).rejects.toThrow('no');
  await expect(good).resolves.toBe('good');
});

it('has as much wait for one client as it may, and gives the place of who has left to another', async () => {
  const line = new Line();
  const { begun, work, end } = lasting();
  const leaving = new AbortController();
  const told = vi.fn();
  for (let nth = 0; nth < 49; nth++) void line.run(work(`${nth}`), '192.0.2.1');
  line.run(work('left'), '192.0.2.1', leaving.signal).catch(told);
  const refused = expect.objectContaining({ kind: 'rate-limited', retryAfter: 1 });
  await expect(line.run(work('too much'), '192.0.2.1')).rejects.toEqual(refused);
  leaving.abort();
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  void line.run(work('again'), '192.0.2.1');
  await expect(line.run(work('gone already'), '192.0.2.2', leaving.signal)).rejects.toThrow('has left');
  for (let nth = 0; nth < 49; nth++) await end(`${nth}`);
  expect(begun.slice(48)).toEqual(['48', 'again']);
});
