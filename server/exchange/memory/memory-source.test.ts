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
