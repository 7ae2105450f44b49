import { MAX_WATCHED, type StreamPiece } from '@contract/stream.ts';
import { afterEach, expect, it, vi } from 'vitest';
import type { Session } from '../common/peer.ts';
import type { Look, Watchable } from './asker.ts';
import { createHub, type Hub } from './hub.ts';
import { Topic } from './topic.ts';

const ADDRESS = '/prediction/v1/orderbook/MK';
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 20_000, interval: 10 });

const isInLine = (operation: string, kind: Watchable['kind']): boolean =>
  kind === 'private' || operation === 'seriesOfMarkets';

let hub: Hub;
/** What the address answers; undefined: it fails. */
let answer: string | undefined;
afterEach(() => hub.close());

const failed = vi.fn();
function openHub(kind: Watchable['kind'] = 'public', maxKept?: number): void {
  failed.mockClear();
  answer = '{"price":1}';
  const watchable: Watchable = {
    id: 'getOrderbook',
    kind,
    look: () => {
      const text = answer;
      return text === undefined ? undefined : { made: text, text: () => text, ageMs: 0, facts: undefined };
    },
  };
  const rules = { everyMs: () => 50, isInLine, ownGapMs: () => 0 };
  hub = createHub({ rules, ask: () => watchable, failed, idleMs: 100, ...(maxKept && { maxKept }) });
}

/** A connection whose client has so many bytes left to read. */
function connect(from = '203.0.113.9'): {
  session: Session;
  heard: StreamPiece[];
  left: { unread: number; requests: number };
  closed: number[];
} {
  const heard: StreamPiece[] = [];
  const closed: number[] = [];
  const left = { unread: 0, requests: Number.POSITIVE_INFINITY };
  const session = hub.open({
    address: from,
    send: (message) => {
      for (const line of message.toString().split('\n')) heard.push(JSON.parse(line));
    },
    unread: () => left.unread,
    charge: (more) => {
      left.requests -= more;
      if (left.requests < 0) throw new Error('asked too fast');
    },
    close: (code) => closed.push(code),
  });
  session.heard(JSON.stringify({ watch: [ADDRESS] }));
  return { session, heard, left, closed };
}
const wholes = (heard: readonly StreamPiece[]) => heard.flatMap((piece) => ('whole' in piece ? [piece] : []));
const patches = (heard: readonly StreamPiece[]) => heard.filter((piece) => 'patch' in piece);

it('sends nothing to who has not read, and then the whole of what is true, without the versions between', async () => {
  openHub();
  const slow = connect();
  const quick = connect();
  for (const { heard } of [slow, quick]) await soon(() => expect(wholes(heard)).toHaveLength(1));
  slow.left.unread = 1_000_000;
  for (let price = 2; price <= 5; price += 1) {
    answer = `{"price":${price}}`;
    await soon(() => expect(patches(quick.heard)).toHaveLength(price - 1));
  }
  expect(patches(slow.heard)).toHaveLength(0);
  const before = slow.heard.length;
  slow.left.unread = 0;
  await soon(() => expect(wholes(slow.heard)).toHaveLength(2));
  expect(wholes(slow.heard)[1]?.body).toEqual({ price: 5 });
  expect(patches(slow.heard.slice(before))).toHaveLength(0);
});

it('makes answers for who reads slowly as far as they are taken, and tells of each in turn', async () => {
  openHub();
  answer = JSON.stringify({ price: 'x'.repeat(300_000) });
  const make = Topic.prototype.message;
  const made = vi.spyOn(Topic.prototype, 'message').mockImplementation(async function (this: Topic, at) {
    await make.call(this, at);
    return this.line(at);
  });
  const heard: string[] = [];
  let unread = 0;
  const session = hub.open({
    address: '203.0.113.9',
    send: (message) => {
      unread += message.length;
      for (const line of message.toString().split('\n')) {
        const piece: StreamPiece = JSON.parse(line);
        if ('whole' in piece) heard.push(piece.address);
      }
    },
    unread: () => unread,
    charge: () => undefined,
    close: () => undefined,
  });
  const watch = Array.from({ length: 12 }, (_, nth) => `${ADDRESS}${nth}`);
  session.heard(JSON.stringify({ watch }));
  await soon(() => expect(unread).toBeGreaterThan(512 * 1024));
  expect(new Set(made.mock.contexts).size).toBe(heard.length);
  while (new Set(heard).size < watch.length) {
    const before = heard.length;
    // Read to the end, and read no more until it has been told again.
    unread = 0;
    await soon(() => expect(heard.length).toBeGreaterThan(before));
  }
  made.mockRestore();
});

it('tells of an answer that changes faster than it can be compressed', async () => {
  openHub();
  const make = Topic.prototype.message;
  const slowly = vi.spyOn(Topic.prototype, 'message').mockImplementation(async function (this: Topic, at) {
    const { version } = this;
    await soon(() => expect(this.version).toBeGreaterThan(version));
    return make.call(this, at);
  });
  let price = 1;
  const changing = setInterval(() => {
    price += 1;
    answer = `{"price":${price}}`;
  }, 20);
  const { heard } = connect();
  try {
    await soon(() => expect(wholes(heard)).toHaveLength(1));
    // What follows is told by what has changed in it.
    await soon(() => expect(patches(heard).length).toBeGreaterThan(0));
  } finally {
    clearInterval(changing);
    slowly.mockRestore();
  }
});

it('tells who has caught up that an answer went away meanwhile', async () => {
  openHub();
  const slow = connect();
  const quick = connect();
  for (const { heard } of [slow, quick]) await soon(() => expect(wholes(heard)).toHaveLength(1));
  slow.left.unread = 1_000_000;
  answer = undefined;
  await soon(() => expect(quick.heard).toContainEqual({ lost: ADDRESS }));
  expect(slow.heard).not.toContainEqual({ lost: ADDRESS });
  slow.left.unread = 0;
  await soon(() => expect(slow.heard).toContainEqual({ lost: ADDRESS }));
});

it('goes on after an answer that nothing can be made of', async () => {
  openHub();
  const { heard } = connect();
  await soon(() => expect(wholes(heard)).toHaveLength(1));
  answer = '{"price":';
  await soon(() => expect(heard).toContainEqual({ lost: ADDRESS }));
  expect(failed).toHaveBeenCalledWith('getOrderbook', expect.any(SyntaxError));
  answer = '{"price":2}';
  await soon(() => expect(wholes(heard).at(-1)?.body).toEqual({ price: 2 }));
});

it('counts what it keeps right after an answer that can be read, and not be told', async () => {
  openHub();
  const { heard } = connect();
  await soon(() => expect(wholes(heard)).toHaveLength(1));
  // Lists within lists by the thousand can be read, and not be written again.
  answer = `{"price":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  await soon(() => expect(heard).toContainEqual({ lost: ADDRESS }));
  expect(failed).toHaveBeenCalledWith('getOrderbook', expect.any(RangeError));
  const next = '{"price":2}';
  answer = next;
  const kept = hub.gauges.find(({ name }) => name === 'stream_kept_characters');
  await soon(() => expect(kept?.read()).toBe(next.length));
});

it('tells who comes later too that an address has no answer', async () => {
  openHub();
  answer = undefined;
  const first = connect();
  await soon(() => expect(first.heard).toContainEqual({ lost: ADDRESS }));
  const second = connect();
  await soon(() => expect(second.heard).toContainEqual({ lost: ADDRESS }));
});

/** A look whose answer comes when the test says so. */
function awaited() {
  let answer: ((look: Look) => void) | undefined;
  const watchable: Watchable = {
    id: 'getOrderbook',
    kind: 'public',
    look: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  };
  return { watchable, isAsked: () => answer !== undefined, arrive: (look: Look) => answer?.(look) };
}

it('says of an answer that was long on its way that it is as old as that', async () => {
  let clock = 1_000_000;
  const { watchable, arrive, isAsked } = awaited();
  hub = createHub({ rules: { everyMs: () => 60_000, isInLine }, ask: () => watchable, now: () => clock });
  const { heard } = connect();
  await soon(() => expect(isAsked()).toBe(true));
  clock += 700;
  arrive({ made: 1, text: () => '{"price":1}', ageMs: 50, facts: undefined });
  await soon(() => expect(wholes(heard)).toMatchObject([{ age: 750 }]));
});

it('keeps nothing of an answer that comes when nobody watches any more', async () => {
  const { watchable, arrive } = awaited();
  hub = createHub({ rules: { everyMs: () => 50, isInLine }, ask: () => watchable });
  const { session, heard } = connect();
  await soon(() => expect(hub.gauges.find(({ name }) => name === 'stream_looks_total')?.read()).toBe(1));
  session.heard(JSON.stringify({ drop: [ADDRESS] }));
  arrive({ made: 1, text: () => '{"price":1}', ageMs: 0, facts: undefined });
  await new Promise(setImmediate);
  const kept = hub.gauges.find(({ name }) => name === 'stream_kept_characters');
  expect(kept?.read()).toBe(0);
  expect(wholes(heard)).toEqual([]);
});

it('keeps no more answers than there is room for, and tells of the others that there are none', async () => {
  openHub('public', 10);
  const client = connect();
  await soon(() => expect(wholes(client.heard)).toHaveLength(1));
  const others = [1, 2].map((nth) => `${ADDRESS}${nth}`);
  client.session.heard(JSON.stringify({ watch: others }));
  await soon(() => {
    for (const lost of others) expect(client.heard).toContainEqual({ lost });
  });
  // What is kept goes on to be told.
  answer = '{"price":2}';
  await soon(() => expect(patches(client.heard)).toHaveLength(1));
  client.session.heard(JSON.stringify({ drop: [ADDRESS] }));
  await soon(() => expect(wholes(client.heard)).toHaveLength(2));
  expect(others).toContain(wholes(client.heard)[1]?.address);
});

it('has room for one answer more than it should, however answers grow that were let in', async () => {
  const most = 200;
  openHub('public', most);
  const client = connect();
  const addresses = [1, 2, 3].map((nth) => `${ADDRESS}${nth}`);
  client.session.heard(JSON.stringify({ watch: addresses }));
  await soon(() => expect(wholes(client.heard)).toHaveLength(4));
  answer = JSON.stringify({ price: 'x'.repeat(90) });
  const grown = answer.length;
  const kept = hub.gauges.find(({ name }) => name === 'stream_kept_characters');
  const lost = () => new Set(client.heard.flatMap((piece) => ('lost' in piece ? [piece.lost] : [])));
  await soon(() => {
    expect(lost().size).toBeGreaterThanOrEqual(3);
    expect(kept?.read()).toBeLessThanOrEqual(most / 4 + grown);
  });
  // Once they are smaller there is room for all of them again.
  answer = '{"price":3}';
  await soon(() => expect(kept?.read()).toBe((addresses.length + 1) * '{"price":3}'.length));
});

it('leaves room for the answers of others, whatever one client watches', async () => {
  openHub('public', 80);
  const greedy = connect();
  const addresses = [1, 2].map((nth) => `${ADDRESS}${nth}`);
  greedy.session.heard(JSON.stringify({ watch: addresses }));
  await soon(() => expect(greedy.heard).toContainEqual({ lost: addresses[1] }));
  expect(wholes(greedy.heard).map(({ address }) => address)).toEqual([ADDRESS, addresses[0]]);
  const other = connect('203.0.113.10');
  const own = `${ADDRESS}3`;
  other.session.heard(JSON.stringify({ watch: [own] }));
  await soon(() => expect(wholes(other.heard).map(({ address }) => address)).toContain(own));
  // Room that is given back is the client's again.
  greedy.session.heard(JSON.stringify({ drop: [addresses[0]] }));
  await soon(() => expect(wholes(greedy.heard).at(-1)?.address).toBe(addresses[1]));
});

/** Lists that take `LIST_MS` of the process each time they are looked at, beside a book that takes none. */
const LIST_MS = 20;
const LISTS = Array.from({ length: 40 }, (_, nth) => `/prediction/v1/events?start=0&end=${nth + 1}`);
const lookedAt = new Set<string>();
/** What the lists have taken together, on a machine that is busy with other things too. */
let tookMs = 0;
function openBesideLists(): void {
  lookedAt.clear();
  tookMs = 0;
  const look = (address: string): Watchable['look'] => {
    let nth = 0;
    return () => {
      const began = performance.now();
      while (address !== ADDRESS && performance.now() < began + LIST_MS);
      lookedAt.add(address);
      tookMs += performance.now() - began;
      nth += 1;
      const text = `{"price":${nth}}`;
      return { made: text, text: () => text, ageMs: 0, facts: undefined };
    };
  };
  hub = createHub({
    rules: { everyMs: () => 100, isInLine },
    ask: (address) => ({ id: 'listEvents', kind: 'public', look: look(address) }),
  });
}

it.each([
  ['one address', ['203.0.113.9', '203.0.113.9']],
  ['one network', ['2001:db8::1', '2001:db8::2']],
])('looks for one client no more than its share of the time, on all connections of %s', async (_, from) => {
  openBesideLists();
  const rude = from.map((address) => connect(address));
  for (const [at, { session }] of rude.entries())
    session.heard(JSON.stringify({ drop: [ADDRESS], watch: LISTS.filter((_one, nth) => nth % 2 === at) }));
  const other = connect('198.51.100.7');
  const began = performance.now();
  await soon(() => expect(patches(other.heard).length).toBeGreaterThan(40));
  // A quarter, and what had been saved.
  expect(tookMs / (performance.now() - began)).toBeLessThan(0.4);
  // Each in its turn.
  await soon(() => expect(lookedAt.size).toBe(LISTS.length + 1));
});

it('tells that it is there within a round that takes long, and not at its end alone', async () => {
  // Each look takes a turn of the process, and a fifth of a second of what is said to be the time.
  let clock = 0;
  const lookedAt = new Set<string>();
  const look = (address: string) => () => {
    const until = performance.now() + 9;
    while (performance.now() < until);
    clock += 200;
    lookedAt.add(address);
    return undefined;
  };
  hub = createHub({
    rules: { everyMs: () => 100, isInLine },
    ask: (address) => ({ id: 'listEvents', kind: 'public', look: look(address) }),
    now: () => clock,
  });
  const { heard } = connect('198.51.100.7');
  // Whom no share of the time holds back.
  connect('127.0.0.1').session.heard(JSON.stringify({ watch: LISTS }));
  await soon(() => expect(lookedAt.size).toBe(LISTS.length + 1));
  const beats = heard.flatMap((piece) => ('same' in piece ? [piece.at ?? 0] : []));
  const silences = [...beats, clock].map((at, nth) => at - (beats[nth - 1] ?? 0));
  expect(Math.max(...silences)).toBeLessThanOrEqual(1_400);
});

it('looks for those who have time left at what one without any watches too', async () => {
  openBesideLists();
  const rude = connect();
  rude.session.heard(JSON.stringify({ watch: LISTS }));
  await soon(() => expect(wholes(rude.heard)).toHaveLength(LISTS.length + 1));
  const other = connect('198.51.100.7');
  const before = patches(other.heard).length;
  // By its turn alone it would be one in three seconds.
  await soon(() => expect(patches(other.heard).length - before).toBeGreaterThan(10));
});

it.each([
  ['listOrders', 'private'],
  ['seriesOfMarkets', 'public'],
] as const)('lets one client wait with no more than a few looks at once for %s', async (id, kind) => {
  const waiting = new Map<string, () => void>();
  hub = createHub({
    rules: { everyMs: () => 50, isInLine },
    ask: (address) => ({
      id,
      kind,
      look: () => new Promise((resolve) => waiting.set(address, () => resolve(undefined))),
    }),
  });
  const rude = [connect(), connect()];
  for (const [at, { session }] of rude.entries())
    session.heard(JSON.stringify({ watch: LISTS.filter((_one, nth) => nth % 2 === at) }));
  await soon(() => expect(waiting.size).toBe(4));
  const other = connect('198.51.100.7');
  other.session.heard(JSON.stringify({ watch: [`${ADDRESS}1`] }));
  await soon(() => expect(waiting.keys()).toContain(`${ADDRESS}1`));
  expect(waiting.size).toBe(5);
  for (const answered of waiting.values()) answered();
  await soon(() => expect(waiting.size).toBeGreaterThan(5));
  // By a later round, which has reached for all that it may.
  other.session.heard(JSON.stringify({ watch: [`${ADDRESS}2`] }));
  await soon(() => expect(waiting.keys()).toContain(`${ADDRESS}2`));
  expect(waiting.size).toBeLessThanOrEqual(5 + 4 + 1);
});

it('lets two hundred looks wait at once, however many clients they are for', async () => {
  const waiting: (() => void)[] = [];
  hub = createHub({
    rules: { everyMs: () => 60_000, isInLine },
    ask: () => ({
      id: 'seriesOfMarkets',
      kind: 'public',
      look: () => new Promise((resolve) => waiting.push(() => resolve(undefined))),
    }),
  });
  // Four for each.
  for (let nth = 0; nth < 60; nth++)
    connect(`203.0.113.${nth}`).session.heard(
      JSON.stringify({ watch: [1, 2, 3, 4].map((one) => `${ADDRESS}${nth}-${one}`) }),
    );
  // This machine itself has no bound of its own.
  connect('127.0.0.1').session.heard(JSON.stringify({ watch: [`${ADDRESS}-here`] }));
  await soon(() => expect(waiting).toHaveLength(200));
  for (const answered of waiting.splice(0)) answered();
  await soon(() => expect(waiting).toHaveLength(60 * 4 + 2 - 200));
});

it('leaves room for the answers of others, whatever one network watches', async () => {
  openHub('public', 80);
  const greedy = connect('2001:db8::1');
  await soon(() => expect(wholes(greedy.heard)).toHaveLength(1));
  const second = connect('2001:db8::2');
  const addresses = [1, 2].map((nth) => `${ADDRESS}${nth}`);
  second.session.heard(JSON.stringify({ watch: addresses }));
  await soon(() => expect(second.heard).toContainEqual({ lost: addresses[1] }));
});

it('says with every beat what time it is', async () => {
  openHub();
  const { heard } = connect();
  const began = Date.now();
  const beats = () => heard.flatMap((piece) => ('same' in piece ? [piece] : []));
  await soon(() => expect(beats().length).toBeGreaterThan(1));
  const times = beats().map(({ at }) => at ?? 0);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times[0]).toBeGreaterThanOrEqual(began);
  expect(times.at(-1)).toBeLessThanOrEqual(Date.now());
});

it('goes on when the clock of its machine is set back', async () => {
  const clock = Date.now;
  let setBackMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => clock() - setBackMs);
  openHub();
  const { heard } = connect();
  await soon(() => expect(wholes(heard)).toHaveLength(1));
  setBackMs = 3_600_000;
  answer = '{"price":2}';
  await soon(() => expect(patches(heard)).toHaveLength(1));
  const later = connect();
  await soon(() => expect(wholes(later.heard)).toMatchObject([{ body: { price: 2 } }]));
  expect(wholes(later.heard)[0]?.age).toBeGreaterThanOrEqual(0);
});

it('counts each look at what is one caller’s own as a request of that client, and makes none that it may not', async () => {
  openHub('private');
  const [one, other] = [connect(), connect()];
  one.left.requests = 3;
  await soon(() => expect(one.heard).toContainEqual({ lost: ADDRESS }));
  expect(one.left.requests).toBeLessThan(0);
  answer = '{"price":2}';
  await soon(() => expect(patches(other.heard)).toHaveLength(1));
  expect(patches(one.heard)).toHaveLength(0);
  expect(other.heard).not.toContainEqual({ lost: ADDRESS });
});

it('charges a list for no more addresses than a connection may watch, and tells the rest that it is lost', async () => {
  openHub();
  const { session, heard, left } = connect();
  await soon(() => expect(wholes(heard)).toHaveLength(1));
  left.requests = 1_000;
  const watch = Array.from({ length: 4_000 }, (_, nth) => `/${nth}`);
  session.heard(JSON.stringify({ watch }));
  // The first is counted as the message that it came in.
  expect(left.requests).toBe(1_000 - (MAX_WATCHED - 1));
  await soon(() => {
    const lost = heard.flatMap((piece) => ('lost' in piece ? [piece.lost] : []));
    expect(lost).toEqual(watch.slice(MAX_WATCHED - 1));
  });
});

it('lets go of a connection on which nothing is watched any more, and of no other', async () => {
  openHub();
  const [idle, other] = [connect(), connect()];
  await soon(() => expect(idle.heard.some((piece) => 'same' in piece)).toBe(true));
  idle.session.heard(JSON.stringify({ drop: [ADDRESS] }));
  await soon(() => expect(idle.closed).toContain(1001));
  expect(other.closed).toEqual([]);
});

it('looks at what is everybody’s own no more often than all of them together may, and for each client alike', async () => {
  let clock = 1_000_000;
  const looked = new Map<string, number>();
  hub = createHub({
    rules: { everyMs: () => 5_000, isInLine, ownGapMs: () => 2_000 },
    ask: (address) => ({
      id: 'listOrders',
      kind: 'private',
      look: (client) => {
        looked.set(client, (looked.get(client) ?? 0) + 1);
        return { made: address, text: () => '{}', ageMs: 0, facts: undefined };
      },
    }),
    now: () => clock,
  });
  const own = (count: number) => Array.from({ length: count }, (_, nth) => `/own/${nth}`);
  const open = (client: string, count: number) => {
    const { session } = connect(client);
    session.heard(JSON.stringify({ drop: [ADDRESS], watch: own(count) }));
    return session;
  };
  const wallets = Array.from({ length: 9 }, (_, nth) => open(`203.0.113.${nth}`, 3));
  open('198.51.100.7', 60);
  /** Rounds are begun by whatever a client says, and end within a turn. */
  const pass = async (seconds: number): Promise<void> => {
    for (let tick = 0; tick < seconds; tick++) {
      clock += 1_000;
      wallets[0]?.heard('{}');
      await new Promise(setImmediate);
    }
  };
  await pass(400);
  looked.clear();
  await pass(1_200);
  const counts = [...looked.values()];
  // 1,200 s hold 600 looks, of which each of ten clients has a tenth.
  expect(counts).toHaveLength(10);
  for (const count of counts) expect(Math.abs(count - 60)).toBeLessThanOrEqual(6);
});
