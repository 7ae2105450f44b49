import { parseDecimal } from './decimal.ts';
import type { PriceFeed } from './feed.ts';

const DAY_MS = 86_400_000;
const STAMP = /^\d{12,14}$/;

interface Tick {
  ms: number;
  price: bigint;
}

/** @throws Error naming the first line that is no tick. */
function ticksOf(csv: string): Tick[] {
  const [head = '', ...lines] = csv.split(/\r?\n/);
  const columns = head.split(',').map((name) => name.trim());
  const bars = columns.includes('timestamp');
  const at = bars
    ? { ms: columns.indexOf('timestamp'), value: columns.indexOf('close') }
    : { ms: columns.indexOf('feed_ts_ms'), value: columns.indexOf('value') };
  if (at.ms < 0 || at.value < 0) {
    throw new Error('its first line names neither feed_ts_ms and value nor timestamp and close');
  }
  const ticks = lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const cells = line.split(',');
    const stamp = cells[at.ms]?.trim() ?? '';
    const ms = bars ? String(Date.parse(stamp)) : stamp;
    const price = parseDecimal(cells[at.value]?.trim() ?? '');
    if (!STAMP.test(ms) || price === null || price <= 0n) throw new Error(`line ${index + 2} is not a tick`);
    return [{ ms: Number(ms), price }];
  });
  if (ticks.length === 0) throw new Error('it holds no ticks');
  return ticks.sort((a, b) => a.ms - b.ms);
}

/**
 * A recorded day (or several whole ones) played over and over, shifted by whole days: noon of the recording is always
 * noon. Where ticks are missing, the last one before the hole counts; before the first tick, the last of the recording.
 * `sigma` is the volatility that quotes assume. @throws Error with a short reason when the text has another form.
 */
export function createRecordedFeed(csv: string, sigma: number): PriceFeed {
  const ticks = ticksOf(csv);
  const start = Math.floor((ticks[0]?.ms ?? 0) / DAY_MS) * DAY_MS;
  const days = Math.floor(((ticks.at(-1)?.ms ?? start) - start) / DAY_MS) + 1;
  const period = days * DAY_MS;

  const phaseOf = (t: number): number => {
    const phase = (Math.floor(t * 1000) - start) % period;
    return phase < 0 ? phase + period : phase;
  };

  function at(phase: number): bigint {
    const ms = start + phase;
    let low = 0;
    let high = ticks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ticks[middle]?.ms ?? 0) <= ms) low = middle + 1;
      else high = middle;
    }
    return (ticks[low - 1] ?? ticks.at(-1))?.price ?? 0n;
  }

  return {
    price: (t) => at(phaseOf(t)),
    close: (t) => {
      const phase = phaseOf(t);
      return at(phase === 0 ? period - 1 : phase);
    },
    sigma,
  };
}
