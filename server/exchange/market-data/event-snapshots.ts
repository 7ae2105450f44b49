import { type PageRange, paginationOf } from '@contract/page.ts';
import type { EventWire } from '@contract/prediction/event.ts';
import { JsonText } from '../../common/operation.ts';
import type { EventModel, MarketModel } from '../simulation/model.ts';
import type { MarketSource } from './source.ts';
import { type EventSnapshot, eventWire, marketWire } from './wire.ts';

/** Which markets an event is shown with. */
export type MarketScope = 'none' | 'primary' | 'all';

/** An event at one instant, and its place in the orders of a list. */
export interface Listed extends EventSnapshot {
  readonly event: EventModel;
}

const LIFETIME_MS = 500;

/**
 * What lists and searches share: the listed events with their volumes, and each event's JSON, made once for all
 * readers of the same half second.
 */
export class EventSnapshots {
  private made = Number.NEGATIVE_INFINITY;
  private t = 0;
  private listed: readonly Listed[] = [];
  private ended: readonly Listed[] = [];
  private rounds: readonly Listed[] = [];
  private readonly json = new Map<string, string>();

  /** `monotoneMs`: real milliseconds; `now`: simulated Unix seconds. */
  constructor(
    private readonly universe: MarketSource,
    private readonly now: () => number,
    private readonly monotoneMs: () => number,
  ) {}

  /** Events that are not over: some market still waits for its result. */
  active(): readonly Listed[] {
    this.refresh();
    return this.listed;
  }

  /** Rounds whose result is in: asked for by their tag, they are a series with its last results. */
  endedRounds(): readonly Listed[] {
    this.refresh();
    return this.rounds;
  }

  /** Events that are over, for as long as they are listed at all. */
  closed(): readonly Listed[] {
    this.refresh();
    return this.ended;
  }

  /** The instant that the lists are of, simulated Unix seconds: what is in them is known to the universe at it. */
  at(): number {
    this.refresh();
    return this.t;
  }

  jsonOf(listed: Listed, scope: MarketScope): string {
    this.refresh();
    const key = `${scope}:${listed.event.eventId}`;
    const known = this.json.get(key);
    if (known !== undefined) return known;
    const text = JSON.stringify(this.wireOf(listed, scope, this.t));
    this.json.set(key, text);
    return text;
  }

  /** Any event at the present instant, also one that is over. */
  snapshotOf(event: EventModel, t: number): Listed {
    return {
      event,
      t,
      isLive: this.universe.isLive(event, t),
      isActive: event.markets.some(({ marketId }) => this.awaitsResult(marketId, t)),
      ...this.universe.eventVolume(event.eventId, t),
    };
  }

  wireOf(listed: Listed, scope: MarketScope, t: number): EventWire {
    const { event } = listed;
    if (scope === 'none') return eventWire(event, listed, undefined);
    const chosen = scope === 'all' ? event.markets : primaryMarkets(event);
    const markets = chosen.map((market) =>
      marketWire(
        market,
        this.universe.state(market.marketId, t),
        this.universe.quote(market.marketId, t),
        listed.isLive,
      ),
    );
    return eventWire(event, listed, markets);
  }

  /** A page of a list as JSON, with where it lies in the list. */
  pageJson(listed: readonly Listed[], range: PageRange, scope: MarketScope): JsonText {
    const page = listed.slice(range.start, range.end);
    const data = page.map((one) => this.jsonOf(one, scope)).join(',');
    const pagination = JSON.stringify(paginationOf(range, listed.length));
    return new JsonText(`{"data":[${data}],"pagination":${pagination}}`);
  }

  clear(): void {
    this.made = Number.NEGATIVE_INFINITY;
  }

  private awaitsResult(marketId: string, t: number): boolean {
    const { status, result } = this.universe.state(marketId, t);
    return status === 'open' || (status === 'closed' && result === null);
  }

  private refresh(): void {
    const now = this.monotoneMs();
    if (now - this.made < LIFETIME_MS) return;
    this.made = now;
    this.t = this.now();
    this.json.clear();
    const all = this.universe.list(this.t).map((event) => this.snapshotOf(event, this.t));
    this.listed = all.filter(({ isActive }) => isActive);
    this.ended = all.filter(({ isActive }) => !isActive);
    this.rounds = this.ended.filter(({ event }) => event.tags.some(isRoundLength));
  }
}

const isRoundLength = (tag: string): boolean => /^\d{1,3}[mh]$/.test(tag);

/** Moneyline of a game; every market of anything else, and of a race. */
function primaryMarkets(event: EventModel): readonly MarketModel[] {
  if (event.markets.some(({ sportsMarketType }) => sportsMarketType?.startsWith('f1_'))) return event.markets;
  const primary = new Set(event.primaryMarketIds);
  const chosen = event.markets.filter(({ marketId }) => primary.has(marketId));
  return chosen.length > 0 ? chosen : event.markets;
}
