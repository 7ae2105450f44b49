import { afterEach, expect, it, vi } from 'vitest';
import type { Link } from './link.ts';
import type { Update } from './update.ts';

let tell = (_updates: Update[]): void => undefined;
/** What the one connection watches, and what it was asked to tell in full once more. */
let watched: string[] = [];
let renewed: string[] = [];
vi.mock('./link.ts', () => ({
  createLink: (_url: string, told: (updates: Update[]) => void): Link => {
    tell = told;
    return {
      watch: (addresses) => {
        watched = [...addresses].sort();
      },
      renew: (address) => renewed.push(address),
    };
  },
}));

afterEach(() => vi.unstubAllGlobals());

/** Tabs of one browser, which share the worker. */
async function openTabs() {
  const gone = new Map<string, () => void>();
  vi.stubGlobal('navigator', {
    locks: { request: async (tab: string, act: () => void) => void gone.set(tab, act) },
  });
  vi.resetModules();
  await import('./stream.worker.ts');
  const { onconnect } = globalThis as unknown as { onconnect: (event: { ports: object[] }) => void };
  return (tab: string) => {
    const heard: Update[] = [];
    const port = {
      onmessage: (_event: { data: unknown }) => undefined,
      postMessage: (updates: Update[]) => heard.push(...updates),
    };
    onconnect({ ports: [port] });
    const say = (data: unknown) => port.onmessage({ data });
    say({ url: 'ws://service', tab });
    return { heard, watch: (watch: string[]) => say({ watch }), close: () => gone.get(tab)?.() };
  };
}
const whole = { kind: 'whole', body: {}, version: 1, asOf: 1, facts: undefined } as const;

it('tells of no address what was true when a tab that is gone was the last to watch it', async () => {
  const open = await openTabs();
  const [first, second] = [open('first'), open('second')];
  first.watch(['/book', '/event']);
  second.watch(['/event']);
  tell([
    { ...whole, address: '/book' },
    { ...whole, address: '/event' },
  ]);
  first.close();
  const third = open('third');
  third.watch(['/book', '/event']);
  expect(third.heard).toEqual([{ ...whole, address: '/event' }]);
});

it('nor what was on its way when the last tab had left it', async () => {
  const open = await openTabs();
  const first = open('first');
  first.watch(['/book']);
  first.watch([]);
  tell([{ ...whole, address: '/book' }]);
  first.watch(['/book']);
  expect(first.heard).toEqual([]);
});

it('watches what any tab shows, and no more once the tab is gone', async () => {
  const open = await openTabs();
  const [first, second] = [open('first'), open('second')];
  first.watch(['/book', '/event']);
  second.watch(['/event', '/positions']);
  expect(watched).toEqual(['/book', '/event', '/positions']);
  first.close();
  expect(watched).toEqual(['/event', '/positions']);
  second.watch([]);
  expect(watched).toEqual([]);
});

it('tells each tab of what it shows, in full once, and every tab when the connection is down', async () => {
  const open = await openTabs();
  const [first, second] = [open('first'), open('second')];
  first.watch(['/book']);
  second.watch(['/event']);
  const book = { ...whole, address: '/book' };
  tell([book, { kind: 'same', address: '/event', asOf: 2 }]);
  first.watch(['/book', '/positions']);
  expect(first.heard).toEqual([book]);
  tell([{ kind: 'down' }]);
  expect([first.heard.at(-1), second.heard.at(-1)]).toEqual([{ kind: 'down' }, { kind: 'down' }]);
  const third = open('third');
  third.watch(['/book']);
  expect(third.heard, 'what was told before').toEqual([]);
});

it('has an address told in full once more where a change of it was missed', async () => {
  const open = await openTabs();
  open('first').watch(['/book']);
  renewed = [];
  tell([
    { ...whole, address: '/book' },
    { kind: 'patch', address: '/book', version: 3, asOf: 2, changes: [] },
  ]);
  expect(renewed).toEqual(['/book']);
});

it('knows nothing more of an address that the last tab has left', async () => {
  const open = await openTabs();
  const [first, second] = [open('first'), open('second')];
  first.watch(['/book']);
  tell([{ ...whole, address: '/book' }]);
  first.watch([]);
  second.watch(['/book']);
  expect(second.heard).toEqual([]);
});
