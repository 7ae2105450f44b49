import { Agent, get } from 'node:http';
import { bootGateway } from '../e2e/gateway.ts';
import { type CountingUpstream, mostWithin, startCountingUpstream } from './lib/counting-upstream.ts';
import { median } from './lib/load.ts';
import { PAGE_RPS, pagePolls } from './lib/open-pages.ts';

/*
 * Many desks, one key. 500 clients on 50 markets at 5 requests a second: what the platform is sent in any window, and
 * how old the prices are that clients look at. Then one page of one market, and 200 of it.
 */
const RPS = 5;
/** Seconds that the platform counts over; `LOAD_WINDOW=60` for one that counts minutes. */
const WINDOW = Number(process.env.LOAD_WINDOW ?? 1);
const CLIENTS = 500;
const MARKETS = 50;
const SECONDS = Number(process.env.LOAD_SECONDS ?? 60);
/** The first minute of a day is nobody's measure: until every market has been asked for once or twice. */
const WARM_SECONDS = 25;
const PAGES = 200;
const PAGES_SECONDS = 20;
const SAMPLE_MS = 500;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const agent = new Agent({ keepAlive: true, maxSockets: 600 });
const tally = new Map<string, number>();
const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1);

/** The JSON of a 200; undefined for anything else. */
function ask(url: string): Promise<unknown> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => resolve(undefined));
      answer.on('end', () => {
        count(`${answer.statusCode} ${answer.headers['x-cache'] ?? ''}`.trim());
        resolve(answer.statusCode === 200 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined);
      });
    });
    request.on('error', () => {
      count('no answer');
      resolve(undefined);
    });
  });
}

/** When an answer was told: in the sizes of a book, in the volume of an event's market. Whole contracts, no money. */
interface Stamped {
  yes?: [number, number][];
  markets?: { pricing: { volume: number } }[];
}
const stampOf = (answer: unknown): number | undefined => {
  const { yes, markets } = answer as Stamped;
  return yes ? yes[0]?.[1] : markets?.[0]?.pricing.volume;
};

/** One open page: what it shows of book and event, as the instants they were told. */
class Page {
  readonly shown = new Map<string, number>();
  constructor(
    private readonly url: string,
    private readonly market: number,
  ) {}

  async open(until: number): Promise<void> {
    await Promise.all(
      pagePolls(this.market).map(async ({ path, everyMs }) => {
        await pause(everyMs * Math.random());
        while (performance.now() < until) {
          const asked = performance.now();
          const answer = await ask(this.url + path);
          const stamp = answer === undefined ? undefined : stampOf(answer);
          if (stamp !== undefined) this.shown.set(path.split('/')[3] ?? '', stamp);
          await pause(Math.max(0, asked + everyMs - performance.now()));
        }
      }),
    );
  }
}

const share = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

async function withGateway(run: (url: string, upstream: CountingUpstream) => Promise<void>): Promise<void> {
  const upstream = await startCountingUpstream();
  const gateway = await bootGateway({
    upstream: upstream.url,
    platform: {},
    env: { UPSTREAM_RPS: String(RPS), UPSTREAM_WINDOW: String(WINDOW), CLIENT_RPS: '0' },
  });
  try {
    await run(gateway.url, upstream);
  } finally {
    await gateway.stop();
    upstream.stop();
  }
}

await withGateway(async (url, upstream) => {
  const began = performance.now();
  const until = began + (WARM_SECONDS + SECONDS) * 1_000;
  const pages = Array.from({ length: CLIENTS }, (_, index) => new Page(url, index % MARKETS));
  const ages = new Map<string, number[]>();
  const sampling = setInterval(() => {
    if (performance.now() < began + WARM_SECONDS * 1_000) return;
    for (const { shown } of pages) {
      for (const [what, stamp] of shown) {
        const known = ages.get(what);
        const age = Date.now() - stamp;
        if (known) known.push(age);
        else ages.set(what, [age]);
      }
    }
  }, SAMPLE_MS);
  await Promise.all(pages.map((page) => page.open(until)));
  clearInterval(sampling);
  const arrivals = await upstream.arrivals();
  const asked = [...tally.values()].reduce((sum, times) => sum + times, 0);
  console.log(
    `${CLIENTS} clients on ${MARKETS} markets, ${RPS} requests a second: ${asked} asked in ${WARM_SECONDS + SECONDS} s, ${arrivals.length} sent on`,
  );
  console.log(
    `most that the platform was sent in any ${WINDOW} s: ${mostWithin(arrivals, WINDOW * 1_000)} (target ≤ ${RPS * WINDOW})`,
  );
  const target = (MARKETS / RPS) * 1.5 * 1_000;
  for (const [what, list] of ages) {
    console.log(
      `age of a visible price, ${what}: median ${seconds(median(list))}, p95 ${seconds(share(list, 0.95))} (target: median < ${seconds(target)})`,
    );
  }
  console.log([...tally].map(([what, times]) => `${what}: ${times}`).join(', '));
});

for (const pages of [1, PAGES]) {
  await withGateway(async (url, upstream) => {
    const until = performance.now() + PAGES_SECONDS * 1_000;
    await Promise.all(Array.from({ length: pages }, () => new Page(url, 0).open(until)));
    console.log(
      `${pages} open ${pages === 1 ? 'page' : 'pages'} of one market: ${(await upstream.arrivals()).length} requests in ${PAGES_SECONDS} s (a page on its own asks ${Math.round(PAGE_RPS * PAGES_SECONDS)})`,
    );
  });
}
agent.destroy();
