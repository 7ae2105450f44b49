import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { createPostgres } from './db/testing/database.ts';
import { addressOf, endRun, printed, type Run } from './testing/boot.ts';
import { buyersAt, expectNothingLost, TOKEN, underLoad } from './testing/buyers.ts';
import { runMain } from './testing/run-main.ts';

const STANDS_BY = /stands by at (http\S+?)(?: \(paper mode\))?: /;
/** What a takeover may take, by the word of docs/deploy.md. */
const MAX_TAKEOVER_MS = 10_000;
const MAX_TAKEOVER_FROM_THE_FROZEN_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), 'evenline-takeover-'));
const runs: Run[] = [];
let database: Awaited<ReturnType<typeof createPostgres>>;
beforeAll(async () => {
  database = await createPostgres(inject('postgresUrl') ?? '');
});
// Who serves would keep the lock from the servers of the next test.
afterEach(async () => {
  await Promise.all(runs.splice(0).map((run) => endRun(run)));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

function start(given: NodeJS.ProcessEnv = { VAULT_KEY: '5'.repeat(64) }): Run {
  const run = runMain({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PAPER_CONTROL_TOKEN: TOKEN,
    PAPER_SPEED: '0.02',
    PAPER_FILL_DELAY_MS: '20',
    ...given,
  });
  runs.push(run);
  return run;
}

async function standby(): Promise<{ run: Run; url: string }> {
  const run = start();
  const [, url = ''] = await printed(run, STANDS_BY);
  return { run, url };
}

async function cutTheLock(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and a.datname = current_database()`,
  );
  await client.end();
}

it('the turn passes from the dead and from the cut off, with nothing lost', {
  timeout: 150_000,
}, async () => {
  const first = start();
  const firstUrl = await addressOf(first);
  const second = await standby();
  const reason = expect.stringMatching(/^another process writes/);
  expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
  const ready = await fetch(`${second.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({ status: 'not ready', reason });
  const page = await fetch(`${second.url}/prediction/v1/events`);
  expect(page.status).toBe(503);
  expect(page.headers.get('retry-after')).toBe('2');

  const { buyers, marketId } = await buyersAt(firstUrl, 6);
  const killed = await underLoad(firstUrl, buyers, marketId, 20);
  first.child.kill('SIGKILL');
  const dead = performance.now();
  await printed(second.run, /serves at http/);
  const byDeath = performance.now() - dead;
  await killed.ended;
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  await expectNothingLost(second.url, buyers);

  const third = await standby();
  const cut = await underLoad(second.url, buyers, marketId, 20);
  const beforeCut = performance.now();
  await cutTheLock();
  // The standby is let go first, but who is cut off may be back before a standby on a busy machine has asked.
  const [server, other] = await Promise.race([
    printed(third.run, /serves at http/).then(() => [third, second] as const),
    printed(second.run, /(?:serves at http[\s\S]*){2}/).then(() => [second, third] as const),
  ]);
  const byCut = performance.now() - beforeCut;
  await cut.ended;
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await expect.poll(async () => (await fetch(`${other.url}/readyz`)).status, { timeout: 20_000 }).toBe(503);
  await expectNothingLost(server.url, buyers);

  console.warn(`Taken over ${Math.round(byDeath)} ms after a kill, ${Math.round(byCut)} ms after a cut.`);
  expect(Math.max(byDeath, byCut)).toBeLessThan(MAX_TAKEOVER_MS);
});

it('the turn passes from who stands still, and who goes on after that serves nobody, with nothing lost', {
  timeout: 150_000,
}, async () => {
  const frozen = start();
  const frozenUrl = await addressOf(frozen);
  const second = await standby();
  const { buyers, marketId } = await buyersAt(frozenUrl, 6);
  const load = await underLoad(frozenUrl, buyers, marketId, 20);
  frozen.child.kill('SIGSTOP');
  const began = performance.now();
  await printed(second.run, /serves at http/);
  const taken = performance.now() - began;
  frozen.child.kill('SIGCONT');
  await load.ended;
  await expect.poll(async () => (await fetch(`${frozenUrl}/readyz`)).status, { timeout: 20_000 }).toBe(503);
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  await expectNothingLost(second.url, buyers);
  expect(taken).toBeLessThan(MAX_TAKEOVER_FROM_THE_FROZEN_MS);
});

it('who has no key of the vaults stands by for nobody, however often it is started', async () => {
  const writer = start();
  await addressOf(writer);
  for (let round = 0; round < 2; round++) {
    const keyless = start({ DATA_DIR: join(folder, 'keyless') });
    expect(await keyless.ended).toBe(1);
    expect(keyless.text()).toMatch(/^VAULT_KEY must be set to stand by .+\n$/);
  }
});
