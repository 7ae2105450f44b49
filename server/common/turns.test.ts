import { expect, it } from 'vitest';
import { type Steps, Turns } from './turns.ts';

function* counting(name: string, steps: number, done: string[]): Steps<string> {
  for (let k = 0; k < steps; k += 1) yield;
  done.push(name);
  return name;
}

it('lets short work past long work, and whatever else there is between two turns', async () => {
  let clock = 0;
  // Each look at the clock is a millisecond.
  const turns = new Turns(() => ++clock);
  const done: string[] = [];
  let between = 0;
  let beating = true;
  const beat = () => {
    between += 1;
    if (beating) setImmediate(beat);
  };
  setImmediate(beat);
  const long = turns.run(counting('long', 3_000, done));
  const short = turns.run(counting('short', 3, done));
  expect(await Promise.all([long, short])).toEqual(['long', 'short']);
  beating = false;
  expect(done).toEqual(['short', 'long']);
  // The long work took hundreds of turns.
  expect(between).toBeGreaterThan(100);
});

it('tells a failure to whoever asked, and goes on with the others', async () => {
  const turns = new Turns();
  function* failing(): Steps<string> {
    yield;
    throw new Error('no');
  }
  const bad = turns.run(failing());
  const good = turns.run(counting('good', 5, []));
  await expect(bad).rejects.toThrow('no');
  await expect(good).resolves.toBe('good');
});
