import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { AppConfigWire } from '@contract/config.ts';
import { serveLocally } from '../server/testing/boot.ts';
import { USDC } from './trigger-trader.ts';

/*
 * Answers that a real platform once gave, given again as they were: their spellings of providers, their missing and
 * surplus fields. They lie beside the repository and are read when a test runs; nothing of them is part of it.
 */
const FOLDER = fileURLToPath(new URL('../../shared/data/recorded/', import.meta.url));
export const isRecorded = existsSync(FOLDER);

type Json = Record<string, unknown>;
interface Recorded {
  path: string;
  status: number;
  body: unknown;
}
type Listed = Json & { data: Json[] };

const read = <T>(file: string): T => JSON.parse(readFileSync(`${FOLDER}${file}`, 'utf8')) as T;
const answer = <T = Listed>(file: string): T => read<Recorded>(`${file}.json`).body as T;
const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export interface RecordedPlatform {
  /** Without a slash at the end. */
  readonly url: string;
  /** The providers under the names they have in the recording. */
  readonly providers: AppConfigWire['providers'];
  readonly events: readonly { readonly eventId: string; readonly title: string }[];
  /** The market whose book was recorded. */
  readonly market: { readonly eventId: string; readonly marketId: string };
  readonly tokens: readonly { readonly symbol: string }[];
  stop(): Promise<void>;
}

/** Serves what was recorded as a platform of its own. */
export async function startRecordedPlatform(): Promise<RecordedPlatform> {
  const events = answer('events').data;
  const market = answer<Json>('market');
  const book = answer<Json>('orderbook');
  const history = answer('history').data;
  const trades = answer<Json>('trades');
  const error = read<Recorded>('error-400.json');
  const tokens = ['token-recent.json', 'token-graduated.json', 'token-search.json'].flatMap((file) => {
    const found = read<Json | Json[]>(file);
    return Array.isArray(found) ? found : [found];
  });
  const frames = readFileSync(`${FOLDER}scores.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);

  const eventId = text(market.eventId);
  // The event of the recorded market was not recorded itself: its records and its siblings say what it was.
  const told = [...history].find((record) => record.eventId === eventId)?.eventMetadata ?? {
    eventId,
    title: list(trades.data).find((trade) => trade.eventId === eventId)?.eventTitle,
  };
  const own = { category: 'crypto', subcategory: '', tags: [] };
  const of: Json = { ...events[0], ...own, eventId, metadata: told, markets: [market] };
  const all = [...events, of];

  /** A frame in the place of the score of an event, with what the interface adds to a frame. */
  const scoreOf = (id: string, index: number): Json => {
    const { metadataGameId, eventState: _, ...frame } = frames[index % frames.length] ?? {};
    const none = { homeTeam: null, awayTeam: null, elapsed: null, status: null, finishedTimestamp: null };
    return {
      ...none,
      gameId: metadataGameId,
      ...frame,
      eventId: id,
      updatedAt: new Date().toISOString(),
    };
  };

  const reply = (path: string, query: URLSearchParams): { status: number; body: unknown } => {
    const [, base, version, resource = '', id = ''] = path.split('/').map(decodeURIComponent);
    const ok = (body: unknown) => ({ status: 200, body });
    if (base === 'tokens') return ok(tokens);
    if (base !== 'prediction') return { status: 404, body: { error: 'Not found' } };
    const paged = { start: 0, end: all.length, total: all.length, hasNext: false };
    if (version === 'v2' || !isAnswered(resource)) return { status: error.status, body: error.body };
    if (resource === 'events' && id === 'scores') {
      const ids = query.get('eventIds')?.split(',') ?? [];
      return ok({ data: ids.map(scoreOf) });
    }
    if (resource === 'events' && id === 'search') return ok({ data: all });
    if (resource === 'events' && id === '') {
      const start = Number(query.get('start') ?? 0);
      return ok({ data: all.slice(start), pagination: paged });
    }
    if (resource === 'trading-status') return ok({ trading_active: true });
    if (resource === 'trades') return ok(trades);
    if (resource === 'orderbook') return ok(id === market.marketId ? book : null);
    const found =
      resource === 'events'
        ? all.find((event) => event.eventId === id)
        : all.flatMap((event) => list(event.markets)).find(({ marketId }) => marketId === id);
    return found ? ok(found) : { status: 404, body: { ...(error.body as Json), message: 'Not found' } };
  };

  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://platform');
    const { status, body } = reply(pathname, searchParams);
    res.writeHead(status, { 'content-type': 'application/json' });
    res.end(JSON.stringify(body));
  });
  const url = await serveLocally(server);

  const spellings = new Set(all.flatMap((event) => list(event.markets)).map((one) => text(one.provider)));
  return {
    url,
    providers: [...spellings].map((wire, index) => ({
      wire,
      label: `Venue ${index + 1}`,
      settles: 'claim',
      depositMints: [USDC],
      minOrderUsd: '1000000',
      maxOrderUsd: null,
      hasLadder: true,
    })),
    events: all.map((event) => ({
      eventId: text(event.eventId),
      title: text(Reflect.get(Object(event.metadata), 'title')).trim(),
    })),
    market: { eventId, marketId: text(market.marketId) },
    tokens: tokens.map(({ symbol }) => ({ symbol: text(symbol) })),
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const isAnswered = (resource: string) =>
  ['events', 'markets', 'orderbook', 'trades', 'trading-status'].includes(resource);
