import { eventModel, NOW } from '../../testing/stub-app.ts';
import type { EventModel, MarketModel } from '../simulation/model.ts';
import { TestUniverse } from './exchange.ts';

const EVENTS: EventModel[] = Array.from({ length: 400 }, (_, index) =>
  eventModel({ eventId: `LE${index}`, markets: [{ marketId: `L${index}`, resolveTime: NOW }] }),
);
/** Markets that are traded at one time; one that ends makes room for the next. */
const OPEN_AT_ONCE = 8;
/** Hundreds of markets, a few open at a time, that end as a test says. */
export class LifeUniverse extends TestUniverse {
  override readonly events = EVENTS;
  private readonly byId = new Map(EVENTS.flatMap(({ markets }) => markets).map((one) => [one.marketId, one]));
  override market = (marketId: string): MarketModel | undefined => this.byId.get(marketId);
  override event = (eventId: string) => EVENTS[Number(eventId.slice(2))];
  open(): string[] {
    const ids: string[] = [];
    for (const id of this.byId.keys()) {
      if (!this.results.has(id)) ids.push(id);
      if (ids.length === OPEN_AT_ONCE) break;
    }
    return ids;
  }
}
