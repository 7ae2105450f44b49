import type { StreamPiece } from '@contract/stream.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLink, type Link } from './link.ts';
import type { Update } from './update.ts';

const BOOK = '/prediction/v1/orderbook/MK';
const HOUR = 3_600_000;

/** The socket of a browser, whose server is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | undefined;
  onclose: (() => void) | undefined;
  onerror: (() => void) | undefined;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  readonly asked: unknown[] = [];
  send(text: string): void {
    this.asked.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  async say(piece: StreamPiece): Promise<void> {
    this.onmessage?.({ data: JSON.stringify(piece) });
    await vi.advanceTimersByTimeAsync(0);
  }
}

let told: Update[];
/** The server's clock minus this computer's. */
let ahead: number;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  told = [];
  ahead = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

let link: Link;
function connect(): FakeSocket {
  link = createLink('ws://desk.example/desk/stream', (updates) => told.push(...updates));
  link.watch(new Set([BOOK]));
  const [socket] = FakeSocket.all;
  if (!socket) throw new Error('no socket was opened');
  socket.accept();
  return socket;
}
const whole = (version: number, age = 0): StreamPiece => ({
  whole: 1,
  address: BOOK,
  version,
  age,
  body: {},
});
/** A beat that comes so long after it was said. */
const beat = (lateMs: number, age = 0): StreamPiece => ({
  at: Date.now() + ahead - lateMs,
  same: [[age, [1]]],
});
/** By how much what was told last is older than now. */
const ageTold = (): number => {
  const last = told.at(-1);
  if (!last || !('asOf' in last)) throw new Error(`nothing with an age was told: ${JSON.stringify(last)}`);
  return Date.now() - last.asOf;
};
const second = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1_000);

describe('age of what comes late', () => {
  it.each([
    ['right', 0],
    ['hours behind', 5 * HOUR],
    ['hours ahead', -5 * HOUR],
  ])('is the time it has been on its way as well, with a clock that is %s', async (_, apart) => {
    ahead = apart;
    const socket = connect();
    await socket.say(whole(1, 400));
    expect(ageTold()).toBe(400);
    await socket.say(beat(30, 700));
    expect(ageTold()).toBe(700);
    for (let late = 500; late <= 3_000; late += 500) {
      await second();
      await socket.say(beat(30 + late, 200));
      expect(ageTold()).toBe(200 + late);
    }
    // What comes between two beats has come the same way.
    await socket.say({ patch: 1, version: 2, age: 100, changes: [] });
    expect(ageTold()).toBe(3_100);
    await socket.say(whole(3));
    expect(ageTold()).toBe(3_000);
    await second();
    await socket.say(beat(30));
    expect(ageTold()).toBe(0);
  });

  it('is counted from the quickest of all, not from the first', async () => {
    const socket = connect();
    await socket.say(whole(1));
    await socket.say(beat(2_000));
    expect(ageTold()).toBe(0);
    await second();
    await socket.say(beat(100));
    await second();
    await socket.say(beat(2_000));
    expect(ageTold()).toBe(1_900);
  });

  it('ends the connection where it is longer than a silence may be, and begins anew on the next', async () => {
    const socket = connect();
    await socket.say(whole(1));
    await socket.say(beat(0));
    for (const late of [2_000, 4_000]) {
      await second();
      await socket.say(beat(late));
    }
    const before = told.length;
    await second();
    await socket.say(beat(5_500));
    expect(told.slice(before)).toEqual([{ kind: 'down' }]);
    await vi.advanceTimersByTimeAsync(3_000);
    const next = FakeSocket.all[1];
    next?.accept();
    await next?.say(whole(1));
    await next?.say(beat(5_500));
    expect(ageTold()).toBe(0);
  });

  it('is known of the next connection too, which may begin while the way is slow', async () => {
    const socket = connect();
    await socket.say(whole(1));
    await socket.say(beat(30));
    await second();
    await socket.say(beat(2_030));
    socket.onclose?.();
    await vi.advanceTimersByTimeAsync(3_000);
    const next = FakeSocket.all[1];
    next?.accept();
    await next?.say(whole(2));
    expect(ageTold(), 'before its first beat').toBe(2_000);
    await next?.say(beat(3_030));
    expect(ageTold()).toBe(3_000);
    await next?.say(beat(30));
    expect(ageTold()).toBe(0);
  });

  it('is what the server says where its beats do not say when they were said', async () => {
    const socket = connect();
    await socket.say(whole(1));
    await second();
    await socket.say({ same: [[600, [1]]] });
    expect(ageTold()).toBe(600);
  });
});

describe('a connection that ends', () => {
  const endings: [string, (socket: FakeSocket) => unknown][] = [
    ['closed', (socket) => socket.onclose?.()],
    ['broken', (socket) => socket.onerror?.()],
    ['silent', () => vi.advanceTimersByTimeAsync(5_100)],
    ['not to be understood', (socket) => socket.onmessage?.({ data: '{' })],
  ];

  it.each(endings)('and was %s comes back by itself, and names everything again', async (_, end) => {
    const socket = connect();
    await socket.say(whole(1));
    link.watch(new Set([BOOK, '/prediction/v1/events']));
    await end(socket);
    await vi.advanceTimersByTimeAsync(0);
    expect([told.at(-1), socket.readyState]).toEqual([{ kind: 'down' }, 3]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.all[1]?.accept();
    expect(FakeSocket.all[1]?.asked).toEqual([{ watch: [BOOK, '/prediction/v1/events'] }]);
  });

  it('is tried again later and later, at a time of its own, and not once nothing is watched', async () => {
    const random = vi.spyOn(Math, 'random');
    const waits: number[] = [];
    const fail = async (share: number): Promise<void> => {
      random.mockReturnValue(share);
      const count = FakeSocket.all.length;
      FakeSocket.all.at(-1)?.onclose?.();
      const began = Date.now();
      while (FakeSocket.all.length === count) await vi.advanceTimersByTimeAsync(100);
      waits.push(Math.round((Date.now() - began) / 1_000));
    };
    connect();
    for (const share of [0, 1, 0.5, 1, 1, 1, 1]) await fail(share);
    expect(waits).toEqual([1, 5, 5, 17, 31, 31, 31]);
    random.mockRestore();
    FakeSocket.all.at(-1)?.onclose?.();
    link.watch(new Set());
    const count = FakeSocket.all.length;
    await vi.advanceTimersByTimeAsync(120_000);
    expect(FakeSocket.all).toHaveLength(count);
  });

  it('is tried again soon where something was heard before', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const last = () => FakeSocket.all.at(-1);
    connect();
    for (let nth = 0; nth < 5; nth += 1) {
      last()?.onclose?.();
      await vi.advanceTimersByTimeAsync(31_000);
    }
    last()?.accept();
    await last()?.say(whole(1));
    const count = FakeSocket.all.length;
    last()?.onclose?.();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(FakeSocket.all).toHaveLength(count + 1);
  });

  it('is given up where it never opens', async () => {
    link = createLink('ws://desk.example/desk/stream', (updates) => told.push(...updates));
    link.watch(new Set([BOOK]));
    await vi.advanceTimersByTimeAsync(5_100 + 3_000);
    expect(FakeSocket.all.map(({ readyState }) => readyState)).toEqual([3, 0]);
  });

  it('says nothing more, however late its end or its last message comes', async () => {
    const socket = connect();
    await socket.say(whole(1));
    socket.onmessage?.({ data: JSON.stringify(whole(2)) });
    socket.onclose?.();
    await vi.advanceTimersByTimeAsync(3_000);
    const before = told.length;
    expect(told.at(-1)).toEqual({ kind: 'down' });
    FakeSocket.all[1]?.accept();
    socket.onclose?.();
    await vi.advanceTimersByTimeAsync(4_000);
    expect([told.length, FakeSocket.all.length]).toEqual([before, 2]);
  });

  it('takes its numbers of addresses with it', async () => {
    const socket = connect();
    await socket.say(whole(1));
    socket.onclose?.();
    await vi.advanceTimersByTimeAsync(3_000);
    const before = told.length;
    FakeSocket.all[1]?.accept();
    await FakeSocket.all[1]?.say({ patch: 1, version: 2, age: 0, changes: [] });
    await FakeSocket.all[1]?.say(beat(0));
    expect(told.slice(before)).toEqual([]);
  });

  it('stands for half a minute once nothing is watched, and then does not come back by itself', async () => {
    const socket = connect();
    const beats = async (count: number): Promise<void> => {
      for (let nth = 0; nth < count; nth += 1) {
        await second();
        await socket.say({ same: [] });
      }
    };
    link.watch(new Set());
    await beats(29);
    link.watch(new Set([BOOK]));
    await beats(29);
    expect(socket.readyState, 'watched again').toBe(1);
    link.watch(new Set());
    await beats(29);
    expect(socket.readyState).toBe(1);
    await second();
    expect(socket.readyState).toBe(3);
    socket.onclose?.();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe('what is watched', () => {
  it('is named once, and named again as shown no more', () => {
    const socket = connect();
    const other = '/prediction/v1/events';
    link.watch(new Set([BOOK, other]));
    link.watch(new Set([other]));
    link.watch(new Set([other]));
    expect(socket.asked).toEqual([{ watch: [BOOK] }, { watch: [other] }, { drop: [BOOK] }]);
  });

  it('is named in messages that the server takes, and in no more of them than it needs', () => {
    const socket = connect();
    const many = Array.from({ length: 20 }, (_, nth) => `/${nth}`.padEnd(900, 'x'));
    link.watch(new Set([BOOK, ...many]));
    const messages = socket.asked.slice(1) as { watch: string[] }[];
    expect(messages.flatMap(({ watch }) => watch)).toEqual(many);
    expect(messages.map(({ watch }) => watch.length)).toEqual([8, 8, 4]);
  });

  it('is asked for anew where it has to be told in full, and only while it is watched', () => {
    const socket = connect();
    link.renew(BOOK);
    link.renew('/prediction/v1/events');
    expect(socket.asked).toEqual([{ watch: [BOOK] }, { drop: [BOOK] }, { watch: [BOOK] }]);
  });
});

describe('what comes', () => {
  it('is told that it is lost', async () => {
    const socket = connect();
    await socket.say({ lost: BOOK });
    expect(told).toEqual([{ kind: 'lost', address: BOOK }]);
  });

  it('is told in its order, also where a long answer is unpacked before a short one', async () => {
    vi.useRealTimers();
    const socket = connect();
    const packed = new Blob([JSON.stringify(whole(1))]).stream().pipeThrough(new CompressionStream('gzip'));
    socket.onmessage?.({ data: await new Response(packed).arrayBuffer() });
    socket.onmessage?.({
      data: [{ patch: 1, version: 2, age: 0, changes: [] }, { lost: BOOK }]
        .map((piece) => JSON.stringify(piece))
        .join('\n'),
    });
    await vi.waitUntil(() => told.length === 3);
    expect(told.map(({ kind }) => kind)).toEqual(['whole', 'patch', 'lost']);
    link.watch(new Set());
    socket.onclose?.();
  });
});
