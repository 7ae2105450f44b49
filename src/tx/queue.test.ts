import type { Pubkey, Signature } from '@contract/ids.ts';
import { describe, expect, it } from 'vitest';
import { type ItemState, type ItemStep, isOver, type Queue, reduceQueue, takenBy, tallyOf } from './queue.ts';

const signature = 'signature' as Signature;
const STATES: Record<ItemStep, ItemState> = {
  waiting: { step: 'waiting' },
  building: { step: 'building' },
  wallet: { step: 'wallet' },
  signed: { step: 'signed', signature },
  sent: { step: 'sent', signature },
  unknown: { step: 'unknown', signature, why: '' },
  left: { step: 'left', signature },
  done: { step: 'done', signature, note: '' },
  failed: { step: 'failed', signature: null, why: '', money: '' },
  skipped: { step: 'skipped', why: '' },
};
const STEPS = Object.keys(STATES) as ItemStep[];

const queueOf = (...steps: ItemStep[]): Queue => ({
  id: 'queue',
  owner: 'owner' as Pubkey,
  kind: 'claim',
  createdAt: 1,
  status: 'running',
  note: null,
  items: steps.map((step, index) => ({
    key: `key${index}`,
    title: `${index}`,
    subject: null,
    attempt: 1,
    state: STATES[step],
  })),
});
const stepsOf = (queue: Queue): ItemStep[] => queue.items.map(({ state }) => state.step);
const move = (queue: Queue, to: ItemStep, attempt = 1): Queue =>
  reduceQueue(queue, { type: 'move', key: 'key0', attempt, state: STATES[to] });

describe('a queue of transactions', () => {
  it.each(['sent', 'unknown', 'left', 'done'] as const)('never takes back what is %s', (from) => {
    for (const to of ['waiting', 'building', 'wallet', 'signed', 'skipped'] as const) {
      expect(stepsOf(move(queueOf(from), to))).toEqual([from]);
    }
    for (const event of [
      { type: 'start', keys: ['key0'] },
      { type: 'retry', keys: ['key0'] },
      { type: 'skip', key: 'key0' },
      { type: 'stop' },
    ] as const) {
      expect(stepsOf(reduceQueue(queueOf(from), event))).toEqual([from]);
    }
  });

  it('goes from each step to those that may follow it, and to no other', () => {
    const next: Partial<Record<ItemStep, ItemStep[]>> = {
      building: ['waiting', 'wallet', 'failed', 'skipped'],
      wallet: ['waiting', 'signed', 'failed', 'skipped'],
      signed: ['waiting', 'sent', 'failed', 'skipped'],
      sent: ['unknown', 'done', 'failed'],
      unknown: ['unknown', 'done', 'failed'],
    };
    for (const from of STEPS) {
      const reached = STEPS.filter((to) => move(queueOf(from), to).items[0]?.state === STATES[to]);
      expect([from, reached.filter((to) => to !== from || from === 'unknown')]).toEqual([
        from,
        next[from] ?? [],
      ]);
    }
    // What moves stays the item that it was.
    expect(move(queueOf('building'), 'wallet').items).toEqual(queueOf('wallet').items);
  });

  it('is told by the chain only of the try that is under way', () => {
    const told = (from: ItemStep, attempt: number) =>
      stepsOf(reduceQueue(queueOf(from), { type: 'reconciled', key: 'key0', attempt, state: STATES.done }));
    expect([told('sent', 1), told('sent', 0), told('waiting', 1)]).toEqual([['done'], ['sent'], ['waiting']]);
  });

  it('keeps the first reason of a pause, and forgets it with the next start', () => {
    const pause = (queue: Queue, note: string | null) => reduceQueue(queue, { type: 'pause', note });
    const silent = pause(queueOf('waiting'), null);
    const noted = pause(pause(silent, 'first'), 'second');
    expect([silent.note, noted.note, pause(noted, null).note]).toEqual([null, 'first', 'first']);
    const again = reduceQueue({ ...noted, status: 'paused' }, { type: 'continue' });
    expect(again).toEqual(queueOf('waiting'));
    const over = { ...queueOf('done', 'failed'), status: 'ended' as const };
    expect(reduceQueue(over, { type: 'continue' })).toBe(over);
  });

  it('is paused when it is stopped at rest with something that may still land, else over', () => {
    const stop = (...steps: ItemStep[]) =>
      reduceQueue({ ...queueOf(...steps), status: 'paused' }, { type: 'stop' });
    expect([stop('waiting', 'signed').status, stop('waiting', 'sent').status]).toEqual(['ended', 'paused']);
    expect(stepsOf(stop('waiting', 'signed'))).toEqual(['skipped', 'skipped']);
    for (const status of ['running', 'pausing', 'stopping'] as const)
      expect(reduceQueue({ ...queueOf('signed'), status }, { type: 'stop' }).status).toBe('stopping');
  });

  it('leaves out, by a press, only what waits', () => {
    for (const step of STEPS) {
      const [item] = reduceQueue(queueOf(step), { type: 'skip', key: 'key0' }).items;
      expect(item).toMatchObject({ key: 'key0', state: { step: step === 'waiting' ? 'skipped' : step } });
    }
  });

  it('starts only what waits, and counts the tries', () => {
    for (const step of STEPS) {
      const [item] = reduceQueue(queueOf(step), { type: 'start', keys: ['key0'] }).items;
      expect(item).toMatchObject({ key: 'key0', attempt: step === 'waiting' ? 2 : 1 });
    }
  });

  it('ignores what an earlier try still has to say', () => {
    expect(stepsOf(move(queueOf('building'), 'wallet', 0))).toEqual(['building']);
  });

  it('starts nothing while it is paused', () => {
    const paused = reduceQueue(queueOf('waiting', 'sent'), { type: 'pause', note: null });
    expect(paused.status).toBe('pausing');
    expect(stepsOf(reduceQueue(paused, { type: 'start', keys: ['key0'] }))).toEqual(['waiting', 'sent']);
    expect(reduceQueue(paused, { type: 'rest' }).status).toBe('paused');
  });

  it('gives up what was not sent when it is stopped, also what comes back from the wallet later', () => {
    const stopped = reduceQueue(queueOf('building', 'waiting', 'signed', 'sent', 'done'), { type: 'stop' });
    // Whether the signed one is on its way is not known before nothing moves any more.
    expect(stepsOf(stopped)).toEqual(['building', 'skipped', 'signed', 'sent', 'done']);
    const back = move(stopped, 'waiting');
    expect(stepsOf(reduceQueue(back, { type: 'rest' }))).toEqual([
      'skipped',
      'skipped',
      'skipped',
      'sent',
      'done',
    ]);
  });

  it('puts back what failed or was left out, by a press', () => {
    const ended = { ...queueOf('failed', 'skipped', 'done'), status: 'ended' as const };
    const again = reduceQueue(ended, { type: 'retry', keys: ['key0', 'key1', 'key2'] });
    expect(stepsOf(again)).toEqual(['waiting', 'waiting', 'done']);
    expect(again.status).toBe('paused');
  });

  it('has ended when nothing waits and nothing is open', () => {
    for (const step of STEPS) {
      expect(isOver(queueOf('done', step))).toBe(['done', 'failed', 'skipped', 'left'].includes(step));
    }
    expect(reduceQueue(queueOf('done', 'failed'), { type: 'rest' }).status).toBe('ended');
    expect(reduceQueue(queueOf('done', 'unknown'), { type: 'rest' }).status).toBe('paused');
  });

  it('keeps another press from what it works on, and at rest from what may still land', () => {
    const all = queueOf(...STEPS);
    const held = (queue: Queue) =>
      queue.items.filter(({ key }) => takenBy(queue).has(key)).map(({ state }) => state.step);
    for (const status of ['running', 'pausing', 'stopping'] as const)
      expect(held({ ...all, status })).toEqual(STEPS.filter((step) => !['failed', 'skipped'].includes(step)));
    // As a reload leaves it: signed and never sent, and sent and being looked up.
    const reloaded = reduceQueue(queueOf('signed', 'unknown', 'waiting', 'failed', 'done'), {
      type: 'rest',
    });
    expect(reloaded.status).toBe('paused');
    expect(held(reloaded)).toEqual(['signed', 'unknown']);
    expect(held({ ...all, status: 'paused' })).toContain('sent');
    expect(held(reduceQueue(reloaded, { type: 'stop' }))).toEqual(['unknown']);
    expect(takenBy(undefined).size).toBe(0);
  });

  it('leaves what cannot be found out by a press, and nothing else; it has ended then, and holds nothing', () => {
    const leave = (queue: Queue) => reduceQueue(queue, { type: 'leave', key: 'key0' });
    for (const step of STEPS) expect(stepsOf(leave(queueOf(step)))).toEqual([step]);
    const untold: ItemState = { step: 'unknown', signature, why: '', untold: true };
    const landed: ItemState = { step: 'unknown', signature, why: '', landed: true };
    const one = queueOf('sent');
    const confirmed = { ...one, items: one.items.map((item) => ({ ...item, state: landed })) };
    expect(leave(confirmed).items[0]?.state).toEqual({ step: 'left', signature, landed: true });
    const rested = (...steps: ItemStep[]) =>
      reduceQueue(
        reduceQueue(queueOf('sent', ...steps), { type: 'move', key: 'key0', attempt: 1, state: untold }),
        { type: 'rest' },
      );
    expect(rested('done').status).toBe('paused');
    const left = leave(rested('done'));
    expect(left).toMatchObject({ status: 'ended', items: [{ state: { step: 'left', signature } }, {}] });
    expect(takenBy(left).size).toBe(0);
    expect(leave(rested('waiting')).status).toBe('paused');
    // What was still being asked says nothing any more.
    const late = { type: 'reconciled', key: 'key0', attempt: 1, state: STATES.unknown } as const;
    expect(stepsOf(reduceQueue(left, late))).toEqual(['left', 'done']);
    // A new look takes the way out away until it has found nothing either.
    expect(leave(reduceQueue(rested('done'), late)).status).toBe('paused');
  });

  it('counts', () => {
    const queue = queueOf('done', 'done', 'done', 'failed', 'skipped', 'waiting', 'sent', 'wallet', 'left');
    const [first, ...others] = queue.items;
    const sold = { ...first, state: { ...STATES.done, filled: 5_000_000n } } as Queue['items'][number];
    expect(tallyOf({ items: [sold, ...others] })).toEqual({
      total: 9,
      done: 2,
      partly: 1,
      failed: 1,
      skipped: 1,
      left: 1,
      waiting: 1,
      underWay: 2,
    });
  });
});
