import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Cluster, createCluster } from './db/testing/cluster.ts';
import { addressOf, endRun, type Run } from './testing/boot.ts';
import { ask, buyersAt, expectNothingLost, TOKEN, underLoad } from './testing/buyers.ts';
import { runMain } from './testing/run-main.ts';

const READY_MS = 10_000;
/** Each fifth is a crash, the others cut connections. */
const CYCLES = process.env.FULL_LENGTH ? 30 : 10;

const folder = mkdtempSync(join(tmpdir(), 'evenline-crashes-'));
let cluster: Cluster | undefined;
let run: Run | undefined;
beforeAll(async () => {
  cluster = await createCluster(inject('postgresUrl') ?? '');
});
afterAll(async () => {
  if (run) await endRun(run);
  await cluster?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Ends connections of the server, all or those it works on, without the one that holds its lock. */
async function terminate(url: string, lockToo: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const names = lockToo ? ['evenline', 'evenline lock'] : ['evenline'];
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = any($1)',
    [names],
  );
  await client.end();
}

const readiness = (url: string): Promise<number> => fetch(`${url}/readyz`).then(({ status }) => status);

it('comes back whenever its database crashes or cuts it off under writes, with nothing lost', {
  timeout: 240_000,
}, async (context) => {
  if (!cluster) {
    console.warn(
      'The programs of the PostgreSQL server are not on this machine: its crashes are not tested.',
    );
    return context.skip();
  }
  const { url: databaseUrl } = cluster;
  run = runMain({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    VAULT_KEY: '5'.repeat(64),
    PAPER_CONTROL_TOKEN: TOKEN,
    PAPER_SPEED: '0.02',
    PAPER_FILL_DELAY_MS: '20',
  });
  const url = await addressOf(run);
  const { buyers, marketId } = await buyersAt(url, 4);

  const took: number[] = [];
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    // Until the server answers with a failure, or as long as it takes to see that it has not noticed.
    const load = await underLoad(url, buyers, marketId, 4);
    await pause(Math.random() * 40);
    const struck = performance.now();
    if (cycle % 5 === 0) {
      await cluster.crash(cycle % 10 === 0 ? 'SIGKILL' : 'SIGQUIT');
      await cluster.start();
    } else {
      await terminate(databaseUrl, cycle % 2 === 0);
    }
    load.stop();
    await load.ended;
    // Ready is who takes a write, not who says so.
    await expect
      .poll(
        async () => {
          if ((await readiness(url)) !== 200) return 'not ready';
          return ask(url, '/paper/trading', { active: true }).then(
            () => 'writes',
            (error: Error) => error.message,
          );
        },
        { timeout: 30_000, interval: 20 },
      )
      .toBe('writes');
    took.push(performance.now() - struck);
    if (cycle % 5 === 0) await expectNothingLost(url, buyers);
  }
  await expectNothingLost(url, buyers);

  // A database that is gone holds up nobody who ends.
  await cluster.crash('SIGQUIT');
  expect(await endRun(run, 'SIGTERM')).toBe(0);
  console.warn(`Back ${CYCLES} times, after ${Math.round(Math.max(...took))} ms at most.`);
  expect(Math.max(...took)).toBeLessThan(READY_MS);
});
