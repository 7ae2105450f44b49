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

it('gives each client as many turns as another, however much it asks for', async () => {
  let clock = 0;
  const turns = new Turns(() => ++clock);
  const done: string[] = [];
  const many = Array.from({ length: 40 }, (_, n) => turns.run(counting(`many ${n}`, 20, done), '192.0.2.1'));
  const one = turns.run(counting('one', 60, done), '192.0.2.2');
  await one;
  // Some ten turns of each: its first jobs have had no more than one of them each.
  expect(done).toEqual(['one']);
  await Promise.all(many);
});

it('takes no more than a share of all there is room for from one client, and as much as there is from others', async () => {
  const turns = new Turns();
  const done: string[] = [];
  const ask = (client: string | undefined, name: string) => turns.run(counting(name, 1, done), client);
  const all = Array.from({ length: 50 }, (_, n) => ask(`2001:db8::${n}`, 'one'));
  // What one has at least is a network of that size.
  expect(() => ask('2001:db8::ffff', 'too much')).toThrow(
    expect.objectContaining({ kind: 'rate-limited', retryAfter: 1 }),
  );
  all.push(ask('192.0.2.2', 'another'), ask(undefined, 'everybody'));
  while (all.length < 200) all.push(ask('127.0.0.1', 'this machine'));
  expect(() => ask('192.0.2.3', 'no room')).toThrow(expect.objectContaining({ kind: 'unavailable' }));
  await Promise.all(all);
  expect(done).toHaveLength(200);
  await expect(ask('2001:db8::1', 'one')).resolves.toBe('one');
});
