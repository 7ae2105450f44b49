import type { Pubkey, Signature } from '@contract/ids.ts';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { type ItemState, isOver, type Queue, type QueueEvent, type QueueItem, reduceQueue } from './queue.ts';
import {
  type QueueControl,
  type QueueHistory,
  type QueueWork,
  reconcileQueue,
  runQueue,
  type SignedItem,
} from './queue-runner.ts';

/* A service, a wallet, a chain and a disk that do what a list of numbers says; and a page that dies at any instant. */

const KEYS = ['a', 'b', 'c', 'd', 'e'];
const queueOf = (keys: readonly string[]): Queue<null> => ({
  id: 'queue',
  owner: 'owner' as Pubkey,
  kind: 'claim',
  createdAt: 1,
  status: 'running',
  note: null,
  items: keys.map((key) => ({ key, title: key, subject: null, attempt: 0, state: { step: 'waiting' } })),
});

/** The page is gone: whoever awaits this waits for ever. */
const gone = new Promise<never>(() => undefined);

interface Entry {
  key: string;
  attempt: number;
  step: 'built' | 'signed' | 'sent' | 'done' | 'failed';
}

class World {
  /** What is on disk. */
  kept: Queue<null>;
  readonly journal: Entry[] = [];
  /** How often each has landed. */
  readonly landed = new Map<string, number>();
  private alive = 0;
  private steps: number;
  private memory: Queue<null>;

  constructor(
    keys: readonly string[],
    private readonly dice: () => number,
    private readonly batch: number,
    private readonly dies: () => number,
  ) {
    this.kept = queueOf(keys);
    this.memory = this.kept;
    this.steps = this.dies();
  }

  /** One step of the outside world; at the end of the page's life it never comes. */
  private async step(life: number): Promise<void> {
    await Promise.resolve();
    this.steps -= 1;
    if (this.steps <= 0 || life !== this.alive) return gone;
  }

  private control(life: number): QueueControl<null> {
    return {
      get: () => this.memory,
      dispatch: async (event: QueueEvent) => {
        this.memory = reduceQueue(this.memory, event);
        const written = this.memory;
        await this.step(life);
        this.kept = written;
      },
    };
  }

  private entry(item: QueueItem<null>): Entry | undefined {
    return this.journal.findLast(({ key, attempt }) => key === item.key && attempt === item.attempt);
  }

  private work(life: number): QueueWork<null, string> {
    const sig = (item: QueueItem<null>) => `${item.key}${item.attempt}` as Signature;
    return {
      batch: this.batch,
      prepare: async (item) => {
        await this.step(life);
        const roll = this.dice() % 12;
        if (roll === 0) return { result: 'failed', error: new AppError('refused', 'No.') };
        if (roll === 1) return { result: 'failed', error: new AppError('offline', 'Away.') };
        if (roll === 2) return { result: 'skip', why: 'Done already.' };
        if (roll === 3) return { result: 'failed', error: new AppError('rate-limited', 'Slow.') };
        // Whoever builds what has landed, or may land, would do it twice.
        expect(this.landed.get(item.key) ?? 0).toBe(0);
        expect(this.journal.some((entry) => entry.key === item.key && entry.step === 'sent')).toBe(false);
        return { result: 'ready', ready: item.key };
      },
      sign: async (items) => {
        const entries = items.map(({ item }): Entry => {
          const entry: Entry = { key: item.key, attempt: item.attempt, step: 'built' };
          this.journal.push(entry);
          return entry;
        });
        await this.step(life);
        const roll = this.dice() % 8;
        if (roll === 0) return items.map(() => ({ result: 'rejected' }));
        if (roll === 1) return items.map(() => ({ result: 'expired' }));
        if (roll === 2) return items.map(() => ({ result: 'refused', reason: 'changed' }));
        if (roll === 4) return items.map(() => ({ result: 'user-cancelled' }));
        if (roll === 5) return items.map(() => ({ result: 'refused', reason: 'gone', isGone: true }));
        for (const entry of entries) entry.step = 'signed';
        return items.map(({ item }) => ({
          result: 'signed',
          state: { step: 'signed', signature: sig(item) },
        }));
      },
      mayStillBeSent: async (item) => {
        await this.step(life);
        const entry = this.entry(item);
        if (entry?.step !== 'signed') return false;
        if (this.dice() % 6 > 0) return true;
        entry.step = 'failed';
        return false;
      },
      send: async (item, moved) => {
        const entry = this.entry(item);
        expect(entry?.step).toBe('signed');
        if (!entry) return { step: 'skipped', why: 'no entry' };
        entry.step = 'sent';
        await this.step(life);
        const roll = this.dice() % 5;
        if (roll === 0) {
          entry.step = 'failed';
          return { step: 'failed', signature: sig(item), why: 'Refused', money: 'No funds moved.' };
        }
        // It has landed, whether or not anybody is told.
        this.landed.set(item.key, (this.landed.get(item.key) ?? 0) + 1);
        if (roll === 1) moved({ step: 'unknown', signature: sig(item), why: 'No answer' });
        await this.step(life);
        if (roll === 2) return { step: 'unknown', signature: sig(item), why: 'Not filled yet' };
        entry.step = 'done';
        return { step: 'done', signature: sig(item), note: 'Done' };
      },
      wait: () => this.step(life),
      onProgress: () => undefined,
    };
  }

  private history(life: number): QueueHistory<null> {
    return {
      recall: async (item): Promise<ItemState> => {
        await this.step(life);
        const signature = `${item.key}${item.attempt}` as Signature;
        switch (this.entry(item)?.step) {
          case 'signed':
            return { step: 'signed', signature };
          case 'sent':
            return { step: 'unknown', signature, why: 'Left' };
          case 'done':
            return { step: 'done', signature, note: 'Confirmed' };
          case 'failed':
            return { step: 'failed', signature, why: 'Refused', money: 'No funds moved.' };
          default:
            return { step: 'waiting' };
        }
      },
      lookUp: async (item): Promise<ItemState> => {
        await this.step(life);
        const signature = `${item.key}${item.attempt}` as Signature;
        const entry = this.entry(item);
        const landed = (this.landed.get(item.key) ?? 0) > 0;
        if (entry) entry.step = landed ? 'done' : 'failed';
        return landed
          ? { step: 'done', signature, note: 'Confirmed' }
          : { step: 'failed', signature, why: 'Ran out', money: 'No funds moved.' };
      },
    };
  }

  /** Loads the page and presses Continue; resolves at rest, or when the page has died. */
  async live(press: QueueEvent | null, after = 1): Promise<void> {
    this.alive += 1;
    const life = this.alive;
    this.steps = this.dies();
    this.memory = this.kept;
    const control = this.control(life);
    const run = (async () => {
      await reconcileQueue(control, this.history(life));
      await control.dispatch({ type: 'continue' });
      const running = runQueue(control, this.work(life));
      if (press) {
        for (let turn = 0; turn < after; turn++) await Promise.resolve();
        await control.dispatch(press);
      }
      await running;
      // What came to rest may be pressed too, and taken on again at once.
      if (press) {
        await control.dispatch(press);
        await control.dispatch({ type: 'continue' });
        await runQueue(control, this.work(life));
      }
      return 'rest';
    })();
    // Long enough for any run that still moves; no time is measured.
    const idle = (async () => {
      for (let turn = 0; turn < 3_000 && this.steps > 0; turn++) await Promise.resolve();
      return 'dead';
    })();
    await Promise.race([run, idle]);
  }

  /** From now on everything works and nobody dies: the queue must come to its end. */
  async finish(): Promise<Queue<null>> {
    for (let load = 0; load < 20 && !isOver(this.kept); load++) await this.live(null);
    return this.kept;
  }
}

const PRESSES: (QueueEvent | null)[] = [
  null,
  { type: 'pause', note: null },
  { type: 'stop' },
  { type: 'skip', key: 'c' },
  { type: 'retry', keys: KEYS },
];

describe('working through a queue', () => {
  it('does nothing twice and loses nothing, whatever happens and whenever the page dies', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(59), { minLength: 20, maxLength: 120 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: PRESSES.length - 1 }), fc.nat(150)), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.integer({ min: 1, max: 4 }),
        async (rolls, lives, presses, batch) => {
          let roll = 0;
          let life = 0;
          let calm = false;
          const world = new World(
            KEYS,
            () => (calm ? 11 : (rolls[roll++ % rolls.length] ?? 11)),
            batch,
            () => (calm ? 10_000 : (lives[life++ % lives.length] ?? 10)),
          );
          for (const [press, after] of presses) {
            await world.live(PRESSES[press] ?? null, after);
            for (const count of world.landed.values()) expect(count).toBe(1);
          }
          calm = true;
          const end = await world.finish();
          expect(end.items.map(({ key }) => key)).toEqual(KEYS);
          expect(isOver(end)).toBe(true);
          for (const { key, state } of end.items) {
            const landed = world.landed.get(key) ?? 0;
            expect(landed).toBe(state.step === 'done' ? 1 : 0);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('pauses after three failures in a row', async () => {
    const world = new World(
      KEYS,
      () => 0,
      1,
      () => 10_000,
    );
    await world.live(null);
    expect(world.kept.status).toBe('paused');
    expect(world.kept.items.filter(({ state }) => state.step === 'failed')).toHaveLength(3);
    expect(world.kept.note).toMatch(/Several failed/);
  });

  it('pauses and fails nothing while the service is away', async () => {
    const world = new World(
      KEYS,
      () => 1,
      1,
      () => 10_000,
    );
    await world.live(null);
    expect(world.kept.status).toBe('paused');
    expect(world.kept.items.every(({ state }) => state.step === 'waiting')).toBe(true);
  });

  it('pauses and fails nothing once its wallet is not connected any more', async () => {
    const world = new World(
      KEYS,
      () => 5,
      1,
      () => 10_000,
    );
    await world.live(null);
    expect(world.kept).toMatchObject({ status: 'paused', note: expect.stringMatching(/not connected/) });
    expect(world.kept.items.every(({ state }) => state.step === 'waiting')).toBe(true);
    expect(world.journal).toHaveLength(1);
  });

  it('waits out a short limit, and pauses at one that would keep it for long', async () => {
    const limited = async (retryAfterMs: number) => {
      let queue = queueOf(['a']);
      const control: QueueControl<null> = {
        get: () => queue,
        dispatch: async (event) => {
          queue = reduceQueue(queue, event);
        },
      };
      const waited: number[] = [];
      const error = new AppError('rate-limited', 'Slow down.', { retryAfterMs });
      const never = () => Promise.reject(new Error('nothing is signed'));
      await runQueue<null, string>(control, {
        batch: 1,
        prepare: async () =>
          waited.length > 0 ? { result: 'skip', why: 'Done already.' } : { result: 'failed', error },
        sign: never,
        mayStillBeSent: never,
        send: never,
        wait: async (ms) => void waited.push(ms),
        onProgress: () => undefined,
      });
      return { waited, status: queue.status, state: queue.items[0]?.state.step, note: queue.note };
    };
    expect(await limited(30_000)).toMatchObject({ waited: [30_000], status: 'ended', state: 'skipped' });
    expect(await limited(3_600_000)).toMatchObject({
      waited: [],
      status: 'paused',
      state: 'waiting',
      note: expect.stringMatching(/^Slow down\./),
    });
  });
});

/** A disk that takes all at once, and work that succeeds wherever it is not told otherwise. */
function calmly(
  keys: readonly string[],
  change: Partial<QueueWork<null, string>> = {},
  written: (event: QueueEvent) => Promise<void> = async () => undefined,
) {
  let queue = queueOf(keys);
  const dispatch = (event: QueueEvent) => {
    queue = reduceQueue(queue, event);
    return written(event);
  };
  const done = async ({ key }: QueueItem<null>): Promise<ItemState> => ({
    step: 'done',
    signature: key as Signature,
    note: 'Done',
  });
  const given: QueueWork<null, string> = {
    batch: 1,
    prepare: async ({ key }) => ({ result: 'ready', ready: key }),
    sign: async (items) =>
      items.map(({ item }) => ({
        result: 'signed',
        state: { step: 'signed', signature: item.key as Signature },
      })),
    mayStillBeSent: async () => true,
    send: done,
    wait: async () => undefined,
    onProgress: () => undefined,
    ...change,
  };
  const work = {
    batch: given.batch,
    prepare: vi.fn(given.prepare),
    sign: vi.fn(given.sign),
    mayStillBeSent: vi.fn(given.mayStillBeSent),
    send: vi.fn(given.send),
    wait: vi.fn(given.wait),
    onProgress: vi.fn(given.onProgress),
  };
  return {
    work,
    dispatch,
    run: () => runQueue<null, string>({ get: () => queue, dispatch }, work),
    queue: () => queue,
    steps: () => queue.items.map(({ state }) => state.step),
    attempts: () => queue.items.map(({ attempt }) => attempt),
  };
}
const failing = async (): Promise<{ result: 'failed'; error: AppError }> => ({
  result: 'failed',
  error: new AppError('refused', 'No.'),
});

describe('one item after the other', () => {
  it('is said to be sent before it is, and is sent once', async () => {
    const seen: string[] = [];
    const calm = calmly(['a', 'b'], {
      send: async ({ key }) => {
        seen.push(...calm.steps());
        return { step: 'done', signature: key as Signature, note: 'Done' };
      },
    });
    await calm.run();
    expect(seen).toEqual(['sent', 'waiting', 'done', 'sent']);
    expect([calm.queue().status, calm.work.onProgress.mock.calls.length]).toEqual(['ended', 4]);
  });

  it('is built once the disk has its try, and sent once that has its signature', async () => {
    const seen: string[] = [];
    const calm = calmly(
      ['a'],
      {
        prepare: async ({ key, attempt }) => {
          seen.push(`built ${attempt}`);
          return { result: 'ready', ready: key };
        },
        mayStillBeSent: async () => seen.push('asked about') > 0,
      },
      async (event) => {
        await new Promise((next) => setImmediate(next));
        if (event.type === 'start' || (event.type === 'move' && event.state.step === 'signed'))
          seen.push(`${event.type} on disk`);
      },
    );
    await calm.run();
    expect(seen).toEqual(['start on disk', 'built 1', 'move on disk', 'asked about']);
  });

  it('is told to wait five times at most, and for a while each time, before the queue does', async () => {
    const error = new AppError('rate-limited', 'Slow down.');
    const calm = calmly(['a'], { prepare: async () => ({ result: 'failed', error }) });
    await calm.run();
    expect(calm.work.prepare).toHaveBeenCalledTimes(5);
    expect(calm.work.wait.mock.calls).toEqual([[1_500], [1_500], [1_500], [1_500]]);
    expect([calm.queue().status, calm.steps()]).toEqual(['paused', ['waiting']]);
  });

  it('is not waited for once the queue is to pause', async () => {
    const calm = calmly(['a'], {
      prepare: async () => {
        await calm.dispatch({ type: 'pause', note: null });
        return { result: 'failed', error: new AppError('rate-limited', 'Slow down.') };
      },
    });
    await calm.run();
    expect(calm.work.wait).not.toHaveBeenCalled();
    expect([calm.queue().status, calm.steps()]).toEqual(['paused', ['waiting']]);
  });

  it.each(['offline', 'timeout', 'rate-limited'] as const)(
    'waits again after %s, with the queue',
    async (kind) => {
      const error = new AppError(kind, 'Not now.', { retryAfterMs: 3_600_000 });
      const calm = calmly(['a', 'b'], { prepare: async () => ({ result: 'failed', error }) });
      await calm.run();
      expect(calm.queue()).toMatchObject({
        status: 'paused',
        note: 'Not now. No funds of what waits have moved.',
      });
      expect(calm.steps()).toEqual(['waiting', 'waiting']);
      expect(calm.work.prepare).toHaveBeenCalledTimes(1);
    },
  );

  it('has failed without a word about money where the message has one of its own', async () => {
    for (const [message, money] of [
      ['No.', 'No funds moved.'],
      ['It has expired. Nothing was sent.', ''],
    ] as const) {
      const error = new AppError('refused', message);
      const calm = calmly(['a'], { prepare: async () => ({ result: 'failed', error }) });
      await calm.run();
      expect(calm.queue().items[0]?.state).toMatchObject({ step: 'failed', why: message, money });
    }
  });

  it('breaks a row of failures by being done alone, not by being sent', async () => {
    const row = (sent: ItemState) => {
      const calm = calmly(KEYS, {
        prepare: async ({ key }) => (key === 'c' ? { result: 'ready', ready: key } : failing()),
        send: async () => sent,
      });
      return calm.run().then(calm.queue);
    };
    expect(await row({ step: 'done', signature: null, note: 'Done' })).toMatchObject({
      status: 'ended',
      note: null,
    });
    expect(await row({ step: 'failed', signature: null, why: 'Refused', money: '' })).toMatchObject({
      status: 'paused',
      note: expect.stringMatching(/Several failed/),
      items: [{}, {}, {}, { state: { step: 'failed' } }, { state: { step: 'waiting' } }],
    });
  });

  it('is skipped by a no to its terms, and by a no in the wallet where it was asked alone', async () => {
    const terms = calmly(['a', 'b'], { prepare: async () => ({ result: 'rejected' }) });
    await terms.run();
    expect([terms.queue().status, terms.steps()]).toEqual(['ended', ['skipped', 'skipped']]);
    const alone = calmly(['a', 'b'], { sign: async () => [{ result: 'rejected' }] });
    await alone.run();
    expect([alone.queue().status, alone.steps()]).toEqual(['paused', ['skipped', 'waiting']]);
    const all = calmly(['a', 'b'], {
      batch: 2,
      sign: async () => [{ result: 'rejected' }, { result: 'rejected' }],
    });
    await all.run();
    expect([all.queue().status, all.steps()]).toEqual(['paused', ['waiting', 'waiting']]);
    expect(all.queue().note).toBe('You declined in your wallet.');
  });

  it.each<[string, SignedItem, RegExp]>([
    ['is no longer waited for', { result: 'user-cancelled' }, /stopped waiting/],
    ['took too long', { result: 'expired' }, /took longer/],
    ['is gone', { result: 'refused', reason: 'gone', isGone: true }, /not connected/],
  ])('waits again, with the queue, where its wallet %s', async (_name, answer, note) => {
    const calm = calmly(['a', 'b'], { sign: async () => [answer] });
    await calm.run();
    expect(calm.queue()).toMatchObject({ status: 'paused', note: expect.stringMatching(note) });
    expect(calm.steps()).toEqual(['waiting', 'waiting']);
    expect(calm.work.sign).toHaveBeenCalledTimes(1);
  });

  it('comes to what the wallet has made of it, and of no other of its batch', async () => {
    const calm = calmly(['a', 'b', 'c', 'd'], {
      batch: 3,
      sign: async () => [
        { result: 'refused', reason: 'it was changed' },
        { result: 'signed', state: { step: 'signed', signature: 'b' as Signature } },
      ],
    });
    await calm.run();
    expect(calm.queue().items.map(({ state }) => state)).toMatchObject([
      { step: 'failed', why: 'Not sent: it was changed.', money: 'No funds moved.' },
      { step: 'done', signature: 'b' },
      { step: 'failed', why: 'The wallet did not answer.', money: 'No funds moved.' },
      { step: 'failed', why: 'Not sent: it was changed.' },
    ]);
    expect(calm.work.sign.mock.calls.map(([items]) => items.map(({ ready }) => ready))).toEqual([
      ['a', 'b', 'c'],
      ['d'],
    ]);
  });

  it('is with the wallet no longer than the others of its batch, however long the disk takes for one', async () => {
    const seen: ItemState['step'][][] = [];
    const calm = calmly(['a', 'b'], { batch: 2 }, async (event) => {
      if (event.type === 'move' && event.state.step === 'signed') await Promise.resolve().then(look);
    });
    const look = () => void seen.push(calm.steps());
    await calm.run();
    expect(seen[0]).toEqual(['signed', 'signed']);
    expect(calm.steps()).toEqual(['done', 'done']);
  });

  it('is not asked of the wallet once the queue is to pause, nor where none of its batch is ready', async () => {
    const calm = calmly(['a'], {
      prepare: async ({ key }) => {
        await calm.dispatch({ type: 'pause', note: null });
        return { result: 'ready', ready: key };
      },
    });
    await calm.run();
    expect([calm.queue().status, calm.steps()]).toEqual(['paused', ['waiting']]);
    expect(calm.work.sign).not.toHaveBeenCalled();
    const none = calmly(['a'], { prepare: failing });
    await none.run();
    expect(none.work.sign).not.toHaveBeenCalled();
  });

  it('keeps the queue from being let go of while it is sent, though the disk fails another of its batch', async () => {
    let land = (): void => undefined;
    const sent = new Promise<void>((resolve) => {
      land = resolve;
    });
    const calm = calmly(
      ['a', 'b'],
      {
        batch: 2,
        send: async ({ key }) => {
          if (key === 'b') await sent;
          return { step: 'done', signature: key as Signature, note: 'Done' };
        },
      },
      async (event) => {
        if (event.type === 'move' && event.key === 'a' && event.state.step === 'done')
          throw new Error('The disk is full.');
      },
    );
    const ended = vi.fn();
    const run = calm.run().then(ended, ended);
    await vi.waitFor(() => expect(calm.work.send).toHaveBeenCalledTimes(2));
    await new Promise((next) => setImmediate(next));
    expect(ended).not.toHaveBeenCalled();
    land();
    await run;
    expect(ended).toHaveBeenCalledExactlyOnceWith(new Error('The disk is full.'));
    expect(calm.steps()).toEqual(['done', 'done']);
  });

  it('is built anew where it has run out before it was sent', async () => {
    let asked = 0;
    const calm = calmly(['a'], { mayStillBeSent: async () => ++asked > 1 });
    await calm.run();
    expect([calm.steps(), calm.attempts()]).toEqual([['done'], [2]]);
    expect([calm.work.sign.mock.calls.length, calm.work.send.mock.calls.length]).toEqual([2, 1]);
  });

  it.each<[string, QueueEvent, string]>([
    ['stops', { type: 'stop' }, 'skipped'],
    ['pauses', { type: 'pause', note: null }, 'signed'],
  ])('is not sent where the queue %s while a node is asked whether it may be', async (_name, press, step) => {
    const calm = calmly(['a'], {
      mayStillBeSent: async () => {
        await calm.dispatch(press);
        return true;
      },
    });
    await calm.run();
    expect(calm.work.send).not.toHaveBeenCalled();
    expect(calm.steps()).toEqual([step]);
  });

  it('is not even asked about where the queue pauses while others of its batch are', async () => {
    const calm = calmly(KEYS, {
      batch: 5,
      mayStillBeSent: async () => {
        await Promise.resolve();
        await calm.dispatch({ type: 'pause', note: null });
        return true;
      },
    });
    await calm.run();
    // As many as are dealt with at one time.
    expect(calm.work.mayStillBeSent).toHaveBeenCalledTimes(4);
    expect(calm.work.send).not.toHaveBeenCalled();
    expect(calm.steps()).toEqual(KEYS.map(() => 'signed'));
  });
});

describe('after a reload', () => {
  const signature = 'signature' as Signature;
  const may = (why: string): ItemState => ({ step: 'unknown', signature, why });
  async function reloaded(states: Record<string, ItemState>, journalled: Record<string, ItemState>) {
    let queue: Queue<null> = {
      ...queueOf(Object.keys(states)),
      items: Object.entries(states).map(([key, state]) => ({
        key,
        title: key,
        subject: null,
        attempt: 1,
        state,
      })),
    };
    const statuses: string[] = [];
    const history = {
      recall: vi.fn(async ({ key }: QueueItem<null>) => journalled[key] ?? may('not recalled')),
      lookUp: vi.fn(async (_item: QueueItem<null>): Promise<ItemState> => {
        statuses.push(queue.status);
        return { step: 'done', signature, note: 'Confirmed' };
      }),
    };
    const dispatch = async (event: QueueEvent) => {
      queue = reduceQueue(queue, event);
    };
    await reconcileQueue({ get: () => queue, dispatch }, history);
    const keys = (calls: [QueueItem<null>][]) => calls.map(([{ key }]) => key);
    return {
      recalled: keys(history.recall.mock.calls),
      lookedUp: keys(history.lookUp.mock.calls),
      statuses,
      status: queue.status,
      steps: queue.items.map(({ state }) => state.step),
    };
  }

  it('a queue rests, and of what was under way only what may have landed is looked up', async () => {
    const states: Record<string, ItemState> = {
      sent: { step: 'sent', signature },
      open: may('No answer'),
      asked: { step: 'wallet' },
      signed: { step: 'signed', signature },
      next: { step: 'waiting' },
      over: { step: 'failed', signature, why: 'Refused', money: '' },
    };
    const found = await reloaded(states, {
      sent: may('Left'),
      open: may('Left'),
      asked: { step: 'waiting' },
      signed: { step: 'signed', signature },
    });
    expect(found).toEqual({
      recalled: ['sent', 'open', 'asked', 'signed'],
      lookedUp: ['sent', 'open'],
      statuses: ['paused', 'paused'],
      status: 'paused',
      steps: ['done', 'done', 'waiting', 'signed', 'waiting', 'failed'],
    });
  });

  it('a queue has ended once all of it is known to have', async () => {
    expect(await reloaded({ sent: { step: 'sent', signature } }, {})).toMatchObject({
      statuses: ['paused'],
      status: 'ended',
    });
  });
});
