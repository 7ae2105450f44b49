import { expect, it } from 'vitest';
import { NotInMemoryError } from '../ledger/not-in-memory.ts';
import { createMemorySource } from './memory-source.ts';

/** A store that answers when it is told to, and what was asked of it. */
function slowStore() {
  const asked: (readonly string[])[] = [];
  const admitted: (readonly string[])[] = [];
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const deps = {
    store: {
      positionsNamed: (keys: readonly string[]) => {
        asked.push(keys);
        return new Promise((resolve, reject) => {
          answers.push({ resolve: () => resolve([]), reject });
        });
      },
    },
    state: { admitPositions: (keys: readonly string[]) => admitted.push(keys) },
  } as unknown as Parameters<typeof createMemorySource>[0];
  return { asked, admitted, answers, source: createMemorySource(deps) };
}

const wanting = (...keys: string[]) => new NotInMemoryError('positions', keys);
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('reads once what several want while a read is under way', async () => {
  const { asked, admitted, answers, source } = slowStore();
  const first = source.load(wanting('a'));
  await turn();
  const others = [source.load(wanting('b', 'c')), source.load(wanting('c', 'd'))];
  await turn();
  expect(asked).toEqual([['a']]);
  answers[0]?.resolve();
  await first;
  await turn();
  expect(asked).toEqual([['a'], ['b', 'c', 'd']]);
  expect(admitted).toEqual([['a']]);
  answers[1]?.resolve();
  await Promise.all(others);
  expect(admitted).toEqual([['a'], ['b', 'c', 'd']]);
});

it('fails those who waited for a read that failed, and goes on', async () => {
  const { asked, answers, source } = slowStore();
  const failed = expect(source.load(wanting('a'))).rejects.toThrow('gone');
  await turn();
  const next = source.load(wanting('b'));
  answers[0]?.reject(new Error('gone'));
  await failed;
  await turn();
  expect(asked).toEqual([['a'], ['b']]);
  answers[1]?.resolve();
  await next;
});

it('reads of the holders of a mint a few at a time, and none that is known', async () => {
  const holders = Array.from({ length: 12 }, (_, nth) => `H${nth}`);
  const known = new Set(['H1', 'H4']);
  const told: string[] = [];
  const read: number[] = [];
  const deps = {
    store: {
      holdersOf: async () => {
        told.push('looked up');
        return holders;
      },
      accountsAround: async (keys: readonly string[]) => {
        read.push(keys.length);
        return [];
      },
    },
    ledger: {
      holdersCome: (mint: string) => {
        told.push(`${mint} begins`);
        return () => told.push(`${mint} with ${known.size} known`);
      },
      unknown: (keys: readonly string[]) => keys.filter((key) => !known.has(key)),
      *admission({ asked }: { asked: readonly string[] }) {
        for (const key of asked) yield known.add(key);
      },
    },
  } as unknown as Parameters<typeof createMemorySource>[0];
  const source = createMemorySource(deps);
  await source.load(new NotInMemoryError('holders', ['M']));
  expect(read).toEqual([5, 5]);
  await source.load(new NotInMemoryError('holders', ['N']));
  expect(read).toEqual([5, 5]);
  expect(told).toEqual([
    'M begins',
    'looked up',
    'M with 12 known',
    'N begins',
    'looked up',
    'N with 12 known',
  ]);
});
