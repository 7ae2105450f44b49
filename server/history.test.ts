import { expect, it } from 'vitest';
import { eventModel, NOW, testApp } from './testing/stub-app.ts';

/* Every answer is checked against both forms of the contract on its way out. */

const SOL = 'So11111111111111111111111111111111111111112';
const { app } = testApp([eventModel({ eventId: 'EV', markets: [{ marketId: 'M1' }, { marketId: 'M2' }] })]);
const get = async (path: string) => {
  const response = await app.request(`/desk/v1${path}`);
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
};

it.each([
  ['/series/markets?marketIds=M1,M2,NONE&points=20', 'markets', 3],
  ['/series/events/EV?points=20&columns=close', 'markets', 2],
  [`/series/assets?symbols=BTC,EUR%2FUSD,NONE&from=${NOW - 600}&step=60`, 'assets', 3],
  [`/series/tokens?mints=${SOL}&from=${NOW - 600}&step=60`, 'tokens', 1],
])('answers %s', async (path, list, length) => {
  const { status, json } = await get(path);
  expect({ status, length: (json[list] as unknown[]).length }).toEqual({ status: 200, length });
});

it.each(['1h', '24h', '7d'])('answers with the movers of %s', async (span) => {
  expect(await get(`/movers?span=${span}`)).toMatchObject({ status: 200, json: { span, now: NOW } });
});

const markets = (count: number) => Array.from({ length: count }, (_, nth) => `M${nth}`).join(',');
it('answers with fifty markets at once', async () => {
  const { json } = await get(`/series/markets?marketIds=${markets(50)}&points=2&columns=close`);
  expect(json.markets).toHaveLength(50);
});

it.each([
  ['/series/markets?marketIds=M1&step=60&from=0', 400, 'step'],
  ['/series/markets?marketIds=M1&step=7', 400, 'step'],
  [`/series/markets?marketIds=M1&from=${NOW + 60}`, 400, 'from'],
  [`/series/markets?marketIds=${markets(51)}`, 400, 'marketIds'],
  ['/series/events/NONE', 404, 'eventId'],
  ['/movers?span=2h', 400, 'span'],
])('refuses %s by name', async (path, status, param) => {
  expect(await get(path)).toMatchObject({ status, json: { param } });
});

it('is described, and told of in the configuration', async () => {
  const paths = Object.keys((await (await app.request('/openapi.json')).json()).paths);
  expect(paths).toEqual(expect.arrayContaining(['/desk/v1/series/markets', '/desk/v1/movers']));
  expect(await (await app.request('/config.json')).json()).toMatchObject({ history: true });
});
