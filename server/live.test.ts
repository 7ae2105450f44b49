import { createHash } from 'node:crypto';
import { createClient } from '@redis/client';
import { expect, it, vi } from 'vitest';
import { readEnv } from './env.ts';
import { API_KEY, TestPlatform } from './gateway/testing/platform.ts';
import { startLive } from './live.ts';

const { TEST_REDIS_URL } = process.env;
const WINDOW_SECONDS = 60;

it.skipIf(TEST_REDIS_URL === undefined)('a gateway that ends lets the others have what it held', async () => {
  const platform = new TestPlatform();
  // It never answers.
  platform.answer = () => undefined;
  const upstreamUrl = await platform.open();
  const raw = await createClient({ url: TEST_REDIS_URL ?? '' }).connect();
  const tag = createHash('sha256')
    .update(JSON.stringify([upstreamUrl, API_KEY]))
    .digest('base64url');
  const keysOf = (kind: string) => raw.keys(`evenline:{${tag.slice(0, 22)}}:${kind}*`);

  const env = readEnv({
    PORT: '0',
    UPSTREAM_URL: upstreamUrl,
    UPSTREAM_API_KEY: API_KEY,
    UPSTREAM_WINDOW: String(WINDOW_SECONDS),
    REDIS_URL: TEST_REDIS_URL,
    HISTORY: 'off',
  });
  const starting = {
    clientDir: '',
    migrationsDir: '',
    historyMigrationsDir: '',
    log: () => undefined,
    fatal: () => undefined,
    say: () => undefined,
  };
  const { url, stop } = await startLive({ ...env, upstreamUrl }, starting);
  await vi.waitFor(async () => expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/shared_up 1/));
  const asking = new AbortController();
  const asked = fetch(`${url}/prediction/v1/orderbook/MK`, { signal: asking.signal });
  await vi.waitFor(() => expect(platform.arrived).toHaveLength(1));
  expect(await keysOf('claim:')).toHaveLength(1);
  // Who has asked goes away, what was asked for him goes on.
  asking.abort();
  await expect(asked).rejects.toThrow(/abort/);

  await stop();
  expect(await keysOf('claim:')).toEqual([]);
  const [places = ''] = await keysOf('window');
  const [place] = await raw.zRangeWithScores(places, 0, -1);
  // Of the window alone that counts from its end, not of an answer that may still come.
  const seconds = (place?.score ?? Number.NaN) / 1_000 - Number((await raw.time())[0]);
  expect(seconds).toBeLessThanOrEqual(WINDOW_SECONDS + 1);
  raw.destroy();
  await platform.close();
});
