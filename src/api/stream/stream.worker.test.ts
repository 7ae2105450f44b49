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

it('tells of no address what was true when a tab that is gone was the last to watch it', async () => {
  const gone = new Map<string, () => void>();
  vi.stubGlobal('navigator', {
    locks: { request: async (tab: string, act: () => void) => void gone.set(tab, act) },
  });
  await import('./stream.worker.ts');
  const { onconnect } = globalThis as unknown as { onconnect: (event: { ports: object[] }) => void };
  const open = (tab: string) => {
    const heard: Update[] = [];
    const port = {
      onmessage: (_event: { data: unknown }) => undefined,
      postMessage: (updates: Update[]) => heard.push(...updates),
    };
    onconnect({ ports: [port] });
    const say = (data: unknown) => port.onmessage({ data });
    say({ url: 'ws://service', tab });
    return { heard, watch: (watch: string[]) => say({ watch }) };
  };
  const first = open('first');
  const second = open('second');
  first.watch(['/book', '/event']);
  second.watch(['/event']);
  const whole = { kind: 'whole', body: {}, version: 1, asOf: 1, facts: undefined } as const;
  tell([
    { ...whole, address: '/book' },
    { ...whole, address: '/event' },
  ]);
  gone.get('first')?.();
  const third = open('third');
  third.watch(['/book', '/event']);
  expect(third.heard).toEqual([{ ...whole, address: '/event' }]);
});
