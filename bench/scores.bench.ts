import { bootServer } from '../e2e/boot.ts';

/*
 * Scores of 100 events in one request, each request for another order of them, so that no answer is given twice: the
 * whole round trip of one connection, of which the server's part is what is left without parsing and transport.
 */
const BASE = '/prediction/v1';
const IDS = 100;
const WARM_UP = 200;
const REQUESTS = 2_000;
const TARGET_MS = 5;

interface Listing {
  data: { eventId: string }[];
  pagination: { total: number };
}

const server = await bootServer();
try {
  const get = async <T>(path: string): Promise<T> => {
    const answer = await fetch(server.url + BASE + path);
    if (answer.status !== 200) throw new Error(`${path.slice(0, 80)} answered ${answer.status}`);
    return (await answer.json()) as T;
  };
  const scoresOf = (ids: readonly string[]) => get<Listing>(`/events/scores?eventIds=${ids.join(',')}`);

  const scored: string[] = [];
  for (const category of ['sports', 'esports']) {
    for (let start = 0, total = 1; start < total && scored.length < IDS; start += IDS) {
      const page = await get<Listing>(`/events?category=${category}&start=${start}&end=${start + IDS}`);
      total = page.pagination.total;
      const { data } = await scoresOf(page.data.map(({ eventId }) => eventId));
      scored.push(...data.map(({ eventId }) => eventId));
    }
  }
  const ids = scored.slice(0, IDS);
  const turned = (by: number): string[] => {
    const at = by % ids.length;
    const rest = [...ids.slice(at), ...ids.slice(0, at)];
    // A second rotation inside, so that orders repeat only after ten thousand requests.
    const swap = Math.floor(by / ids.length) % ids.length;
    const [first = ''] = rest.splice(swap, 1);
    return [...rest, first];
  };

  const seconds = async (): Promise<[sum: number, count: number]> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const read = (name: string): number => {
      const line = text.split('\n').find((one) => one.includes(`${name}{`) && one.includes('listScores'));
      return Number(line?.split(' ').at(-1));
    };
    return [read('_seconds_sum'), read('_seconds_count')];
  };

  for (let request = 0; request < WARM_UP; request++) await scoresOf(turned(request));
  const [sumBefore, countBefore] = await seconds();
  const times: number[] = [];
  for (let request = WARM_UP; request < WARM_UP + REQUESTS; request++) {
    const path = `${server.url}${BASE}/events/scores?eventIds=${turned(request).join(',')}`;
    const started = performance.now();
    await (await fetch(path)).arrayBuffer();
    times.push(performance.now() - started);
  }
  const [sum, count] = await seconds();
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(2);
  const own = ((sum - sumBefore) / (count - countBefore)) * 1000;
  console.log(
    `scores of ${ids.length} events in one request: round trip p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; ` +
      `${own.toFixed(2)} ms of it at the server on average (target <= ${TARGET_MS})`,
  );
} finally {
  await server.stop();
}
