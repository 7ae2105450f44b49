import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lockFolder } from './db/lock.ts';
import { addressOf, endRun, MAIN, type Run } from './testing/boot.ts';
import { runMain } from './testing/run-main.ts';

const folder = mkdtempSync(join(tmpdir(), 'evenline-main-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (env: Record<string, string>): Run => runMain({ DATA_DIR: join(folder, 'data'), ...env });

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\n';
const HALF_AN_ORDER =
  'POST /prediction/v1/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 90\r\n\r\n{"isBuy":true';

describe('the process', () => {
  it('starts, answers, ends politely, and starts again on what it left', async () => {
    for (let round = 0; round < 2; round++) {
      const run = start({});
      const url = await addressOf(run);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect(await endRun(run, 'SIGTERM')).toBe(0);
    }
  });

  it('takes a press that comes by two ways, from the terminal and from npm, for one', async () => {
    const run = start({});
    await addressOf(run);
    run.child.kill('SIGINT');
    expect(await endRun(run, 'SIGTERM')).toBe(0);
  });

  it('is a gateway where it is given a platform, and without a history touches nothing on the disk', async () => {
    const untouched = join(folder, 'untouched');
    const key = 'key-that-nobody-may-see';
    const run = start({
      UPSTREAM_URL: 'http://127.0.0.1:1',
      UPSTREAM_API_KEY: key,
      DATA_DIR: untouched,
      HISTORY: 'off',
    });
    const url = await addressOf(run);
    expect(await (await fetch(`${url}/config.json`)).json()).toMatchObject({ mode: 'live' });
    const asked = Array.from({ length: 30 }, () => fetch(`${url}/prediction/v1/trading-status`));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 502));
    // Thirty of a kind at once are not thirty lines.
    expect(run.text().match(/"status":502/g)?.length).toBeLessThan(6);
    expect((await fetch(`${url}/paper/prices?mints=x`)).status).toBe(404);
    expect((await fetch(`${url}/desk/v1/movers?span=1h`)).status).toBe(404);
    expect(await endRun(run, 'SIGTERM')).toBe(0);
    expect(existsSync(untouched)).toBe(false);
    expect(run.text()).not.toContain(key);
  });

  it('ends within ten seconds, whoever keeps it waiting', async () => {
    const run = start({});
    const { port } = new URL(await addressOf(run));
    for (const text of ['', HEALTH, `${HEALTH}\r\n`, HALF_AN_ORDER]) {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
      socket.on('error', () => undefined);
      await once(socket, text.endsWith('\r\n\r\n') ? 'data' : 'connect');
    }
    const asked = performance.now();
    expect(await endRun(run, 'SIGTERM')).toBe(0);
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(run.text()).not.toMatch(/"level":"(error|fatal)"/);
  });

  it('makes no key of the vaults in a folder that another process holds', async () => {
    const taken = join(folder, 'taken');
    mkdirSync(taken);
    const lock = await lockFolder(taken);
    const run = start({ DATA_DIR: taken });
    expect(await run.ended).toBe(1);
    expect(run.text()).toMatch(/is in use by another server/);
    expect(existsSync(join(taken, 'vault.key'))).toBe(false);
    lock.release();
  });

  it.each([
    ['a port that is none', { PORT: 'http' }, /^PORT is "http", but must be .+\n$/],
    [
      'a platform and settings of the paper exchange',
      { UPSTREAM_URL: 'http://127.0.0.1:1', PAPER_SEED: 'x' },
      /^PAPER_SEED is for .+\n$/,
    ],
    [
      'a file that is no platform',
      { UPSTREAM_URL: 'http://127.0.0.1:1', LIVE_CONFIG: MAIN },
      /^LIVE_CONFIG.+\n$/,
    ],
    ['a data folder that is a file', { DATA_DIR: MAIN }, /^DATA_DIR \/.+ cannot be used: EEXIST.+\n$/],
    ['a data folder within a file', { DATA_DIR: join(MAIN, 'x') }, /^DATA_DIR .+: ENOTDIR.+\n$/],
    ['a file that is no universe', { PAPER_UNIVERSE: MAIN }, /^PAPER_UNIVERSE.+\n$/],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/none' },
      /^DATABASE_URL cannot be used: (?!.*hunter2).+\n$/,
    ],
  ])('says in one line that it was given %s', async (_, env, line) => {
    const run = start(env as unknown as Record<string, string>);
    expect(await run.ended).toBe(1);
    expect(run.text()).toMatch(line);
  });
});
