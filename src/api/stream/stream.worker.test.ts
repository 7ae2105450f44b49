import { afterEach, expect, it, vi } from 'vitest';
import type { Link } from './link.ts';
import type { Update } from './update.ts';

let tell = (_updates: Update[]): void => undefined;
vi.mock('./link.ts', () => ({
  createLink: (_url: string, told: (updates: Update[]) => void): Link => {
    tell = told;
    return { watch: () => undefined, renew: () => undefined };
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
