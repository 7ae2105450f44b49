import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { freshPglite } from '../../db/testing/database.ts';
import { NOW } from '../../testing/stub-app.ts';
import { openFeeds } from '../open-feeds.ts';
import { roundMarketId } from '../simulation/rounds-d/round-id.ts';
import { Harness } from '../testing/exchange.ts';

const FILE = resolve('../shared/data/prices/btc-usd-1s.csv.gz');
const present = existsSync(FILE);
if (!present) console.warn(`Real recorded prices are not tested: ${FILE} is missing.`);

/** Whether the price rose between two seconds of the day, read from the file in the plainest way. */
function roseBetween(rows: readonly [second: number, value: number][], from: number, to: number): boolean {
  const at = (second: number): number =>
    rows.reduce((best, row) => (row[0] <= second && row[0] > best[0] ? row : best), [-1, 0])[1];
  return at(to) >= at(from);
}

describe.skipIf(!present)('rounds decided by real recorded prices', () => {
  it('end as the file says, and pay accordingly', async () => {
    const rows = gunzipSync(readFileSync(FILE))
      .toString('utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line): [number, number] => {
        const [ms = '', value = ''] = line.split(',');
        return [(Number(ms) / 1000) % 86_400, Number(value)];
      });
    const database = await freshPglite();
    const feed = openFeeds({ seed: 'unused', btc: FILE }).of('btc');
    const h = await Harness.open(database, { feed });
    const wallet = await h.wallet();
    for (const index of [0, 1, 2]) {
      const begin = NOW + index * 900;
      const from = begin % 86_400;
      const up = roundMarketId(begin, 'up');
      const { positionPubkey, contractsMicro } = await h.buy(wallet, {
        marketId: up,
        depositAmount: 50_000_000n,
      });
      const before = h.usdc(wallet);
      await h.exchange.control.advance(begin + 906 - h.exchange.clock.now());
      const rose = roseBetween(rows, from, from + 900);
      expect(h.exchange.universe.state(up, h.exchange.clock.now()).result).toBe(rose ? 'yes' : 'no');
      expect(h.usdc(wallet)).toBe(before + (rose ? BigInt(contractsMicro) : 0n));
      expect(await h.position(positionPubkey)).toMatchObject({ claimed: rose });
    }
    const t = h.exchange.clock.now();
    for (let slot = Math.floor(t / 86_400) * 86_400; slot < Math.floor(t / 900) * 900; slot += 900) {
      const { result } = h.exchange.universe.state(roundMarketId(slot, 'up'), t);
      const from = slot % 86_400;
      expect(result).toBe(roseBetween(rows, from, from + 900) ? 'yes' : 'no');
    }
    await database.close();
  });
});
