import { bootServer } from '../e2e/boot.ts';

/*
 * What prices were, on the paper exchange: the series of a chart, 50 sparklines and the movers, each asked for other
 * markets every time, so that nothing is given twice; and how long a request that costs nothing waits meanwhile.
 * The p95 of HISTORY_REQUESTS each.
 */
const REQUESTS = Number(process.env.HISTORY_REQUESTS ?? 60);
const SPARKLINES = 50;
const PAGE = 100;
const DAY = 86_400;
/** At most so many milliseconds; of the small request, so much of it in the loop's way. */
const TARGETS = { chart: 50, sparklines: 300, movers: 500, beside: 50 };

interface Listing {
  data: { markets: { marketId: string; status: string }[] }[];
}

const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;

const server = await bootServer();
try {
  const get = async <T>(path: string): Promise<T> => {
    const answer = await fetch(server.url + path);
    if (answer.status !== 200) throw new Error(`${path.slice(0, 80)} answered ${answer.status}`);
    return (await answer.json()) as T;
  };
  const timed = async (path: string): Promise<number> => {
    const started = performance.now();
    await get(path);
    return performance.now() - started;
  };
  const ids: string[] = [];
  while (ids.length < REQUESTS * SPARKLINES) {
    const start = ids.length === 0 ? 0 : (Math.floor(ids.length / PAGE) % 8) * PAGE;
    const { data } = await get<Listing>(
      `/prediction/v1/events?includeMarkets=true&includeAllMarkets=true&start=${start}&end=${start + PAGE}`,
    );
    ids.push(...data.flatMap(({ markets }) => markets.map(({ marketId }) => marketId)));
  }
  const now = Math.floor(Date.now() / 1_000);
  const columns = 'bid,ask,open,high,low,close,volume';
  const chart: number[] = [];
  for (const [at, id] of ids.slice(0, REQUESTS).entries()) {
    // Another step every other time: what was computed for the last is of no use.
    const [span, step] = at % 2 === 0 ? [DAY, 300] : [DAY / 4, 60];
    const query = `marketIds=${id}&from=${now - span}&step=${step}&columns=${columns}`;
    chart.push(await timed(`/desk/v1/series/markets?${query}`));
  }
  const sparklines: number[] = [];
  const beside: number[] = [];
  let over = false;
  const small = (async () => {
    while (!over) beside.push(await timed('/prediction/v1/trading-status'));
  })();
  for (let at = 0; at < REQUESTS; at += 1) {
    const some = ids.slice(at * SPARKLINES, (at + 1) * SPARKLINES).join(',');
    const query = `marketIds=${some}&from=${now - DAY}&step=1800&columns=close`;
    sparklines.push(await timed(`/desk/v1/series/markets?${query}`));
  }
  const movers: number[] = [];
  for (const span of ['1h', '24h', '7d']) movers.push(await timed(`/desk/v1/movers?span=${span}&limit=50`));
  over = true;
  await small;

  const measured = {
    chart: p95(chart),
    sparklines: p95(sparklines),
    movers: Math.max(...movers),
    beside: p95(beside),
  };
  const rows = Object.entries(measured).map(([name, ms]) => {
    const target = TARGETS[name as keyof typeof TARGETS];
    if (ms > target) process.exitCode = 1;
    return { what: name, 'p95 (ms)': ms.toFixed(1), 'at most': target };
  });
  console.table(rows);
} finally {
  await server.stop();
}
