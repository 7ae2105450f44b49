import { createServer } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HttpServer } from './http/serve.ts';
import { type Candidacy, serveAsLeader, type Term } from './leader-election.ts';
import type { Started } from './starting.ts';
import { serveLocally } from './testing/boot.ts';

/** A term that a test lets begin, fail and end. */
interface Opening {
  readonly candidacy: Candidacy;
  begin(): void;
  fail(error: Error): void;
  lose(): void;
  readonly ended: () => boolean;
}

let started: Started | undefined;
afterEach(async () => {
  await started?.stop();
  started = undefined;
});

function setup() {
  const openings: Opening[] = [];
  const lines: string[] = [];
  const fatal: unknown[] = [];
  const log: unknown[] = [];
  const open = (candidacy: Candidacy): Promise<Term> =>
    new Promise((resolve, reject) => {
      const over = new AbortController();
      let ended = false;
      const end = async () => {
        ended = true;
      };
      candidacy.signal.addEventListener('abort', () => reject(new Error('given up')));
      openings.push({
        candidacy,
        begin: () => resolve({ listener: (_, res) => res.end('served'), over: over.signal, end }),
        fail: reject,
        lose: () => over.abort(new Error('the lock is gone')),
        ended: () => ended,
      });
    });
  const listen = async (listener: Parameters<typeof createServer>[1]): Promise<HttpServer> => {
    const server = createServer(listener);
    return {
      url: await serveLocally(server),
      close: async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  };
  const running = serveAsLeader({
    open,
    listen,
    log: (entry) => log.push(entry),
    say: (line) => lines.push(line),
    fatal: (error) => fatal.push(error),
  });
  const opening = (index: number) =>
    vi.waitFor(
      () => {
        const one = openings[index];
        if (!one) throw new Error('not yet');
        return one;
      },
      { timeout: 15_000, interval: 10 },
    );
  return { running, opening, lines, fatal, log };
}

const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 15_000, interval: 10 });

const readiness = async ({ url }: Started) => {
  const [health, ready, page] = await Promise.all(
    ['/healthz', '/readyz', '/'].map((path) => fetch(url + path)),
  );
  return { health: health?.status, ready: ready?.status, page: page?.status, why: await ready?.text() };
};

describe('serving in terms', () => {
  it('opens its port when it is ready, where nobody else serves', async () => {
    const { running, opening, lines } = setup();
    (await opening(0)).begin();
    started = await running;
    expect(started.standsBy).toBeUndefined();
    expect(await (await fetch(started.url)).text()).toBe('served');
    expect(lines).toEqual([]);
  });

  it('stands by, takes over, and stands by again when it no longer leads', async () => {
    const { running, opening, lines, log } = setup();
    const first = await opening(0);
    first.candidacy.onWait('another one serves');
    started = await running;
    expect(started.standsBy).toBe('another one serves');
    const waiting = { health: 200, ready: 503, page: 503 };
    const why = '{"status":"not ready","reason":"another one serves"}';
    expect(await readiness(started)).toEqual({ ...waiting, why });

    first.begin();
    await soon(() => expect(lines).toHaveLength(1));
    expect(await (await fetch(started.url)).text()).toBe('served');

    first.lose();
    expect(await readiness(started)).toMatchObject(waiting);
    const second = await opening(1);
    expect(first.ended()).toBe(true);
    expect(second.candidacy.again).toBe(true);
    second.begin();
    await soon(() => expect(lines).toHaveLength(3));
    expect(lines.map((line) => line.replace(/ at http:[\d./:]*\d/, ''))).toEqual([
      'Evenline serves.',
      'Evenline stands by: it has lost the leadership.',
      'Evenline serves.',
    ]);
    expect(log).toEqual([
      expect.objectContaining({ message: 'a term is over', cause: ['Error: the lock is gone'] }),
    ]);
  });

  it('ends with what a person must act on, before it has begun and after', async () => {
    const early = setup();
    (await early.opening(0)).fail(new Error('no such file'));
    await expect(early.running).rejects.toThrow('no such file');

    const late = setup();
    const first = await late.opening(0);
    first.candidacy.onWait('another one serves');
    started = await late.running;
    const error = new Error('the wrong key');
    error.name = 'VaultKeyError';
    first.fail(error);
    await soon(() => expect(late.fatal).toEqual([error]));
  });

  it('waits for room on a disk that it has served from, and not on one that it has never opened', async () => {
    const full = Object.assign(new Error('the disk is full'), { name: 'DiskFullError' });
    const { running, opening, fatal, log } = setup();
    const first = await opening(0);
    first.begin();
    started = await running;
    first.lose();
    (await opening(1)).fail(full);
    const third = await opening(2);
    expect(fatal).toEqual([]);
    expect(log).toMatchObject([{ message: 'a term is over' }, { message: 'could not serve; trying again' }]);
    expect(await readiness(started)).toMatchObject({ health: 200, ready: 503, page: 503 });
    third.begin();
    await soon(async () => expect(await (await fetch(started?.url ?? '')).text()).toBe('served'));
    await started.stop();

    const early = setup();
    (await early.opening(0)).fail(full);
    await expect(early.running).rejects.toThrow('the disk is full');
  });

  it('tries again what failed otherwise once it stands by', async () => {
    const { running, opening, log, fatal } = setup();
    const first = await opening(0);
    first.candidacy.onWait('another one serves');
    started = await running;
    first.fail(new Error('connection reset'));
    const second = await vi.waitFor(() => opening(1), { timeout: 5_000 });
    expect(second.candidacy.again).toBe(true);
    expect(log).toHaveLength(1);
    expect(fatal).toEqual([]);
  });
});
