import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { FencedError } from './commit-errors.ts';
import { landedAfterAll } from './landed-after-all.ts';

const NEVER = 1_000_000;
const silent = (): Promise<boolean> => new Promise(() => undefined);

it('asks again until the database says whether the commit has landed', async () => {
  for (const verdict of [true, false]) {
    let asked = 0;
    const landed = (): Promise<boolean> => {
      asked += 1;
      return asked < 3 ? Promise.reject(new Error('no connection')) : Promise.resolve(verdict);
    };
    expect(await landedAfterAll({ landed }, 7, { retryMs: 1, verdictMs: NEVER })).toBe(verdict);
    expect(asked).toBe(3);
  }
});

it('says nothing once another process writes, and asks no more', async () => {
  let asked = 0;
  const landed = (): Promise<boolean> => {
    asked += 1;
    return Promise.reject(new FencedError('Another process has written.'));
  };
  const patience = { retryMs: 0, verdictMs: NEVER };
  await expect(landedAfterAll({ landed }, 7, patience)).rejects.toThrow('Another process has written.');
  expect(asked).toBe(1);
});

it.each([
  ['answers nothing', silent],
  ['is out of reach', () => Promise.reject(new Error('no connection'))],
])('leaves it to the next term where the database %s for too long, and asks no more', async (_, landed) => {
  let asked = 0;
  const counted = (): Promise<boolean> => {
    asked += 1;
    return landed();
  };
  const verdict = landedAfterAll({ landed: counted }, 7, { retryMs: 1, verdictMs: 5 });
  await expect(verdict).rejects.toBeInstanceOf(FencedError);
  const until = asked;
  for (let turns = 0; turns < 20; turns++) await turn();
  expect(asked).toBe(until);
});
