import { parsePicoUsd } from '@contract/triggers/price.ts';
import { invalidParam, notFound } from '../../common/errors.ts';
import type { ExchangeContext } from '../core/context.ts';
import type { Keeper } from '../core/keeper.ts';
import { BTC, FORMER_BTC } from '../ledger/mints.ts';
import type { PriceMark, Steerable } from '../simulation/feeds/steered-feed.ts';
import type { Override } from '../simulation/model.ts';
import type { Universe } from '../simulation/universe.ts';
import type { TokenPin, TokenPrices } from '../tokens/prices.ts';
import type { MemoryStore } from '../writer/memory.store.ts';
import type { ExchangeState } from '../writer/state.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import type { ExchangeControl } from './ports.ts';

const OVERRIDES = 'overrides';
const TRADING = 'trading';
const PRICES = 'prices';
const PINS = 'tokenPins';

/** Of unscaled time, by which slots go: records tell them in 32 bits. From then on nobody moves time any more. */
const LATEST = Date.UTC(2037, 0) / 1_000;

/** What has a price that can be set, by mint. */
type Feeds = ReadonlyMap<string, Steerable>;

const marksOf = (feeds: Feeds): Record<string, readonly PriceMark[]> =>
  Object.fromEntries([...feeds].map(([mint, feed]) => [mint, feed.marks()]));

/** Puts back what the test control had changed before the last stop. */
export async function restoreControl(
  store: MemoryStore,
  universe: Universe,
  feeds: Feeds,
  listed: TokenPrices,
  state: ExchangeState,
): Promise<void> {
  // All are written by createControl below, and by nobody else. Prices first: chances are computed from them.
  const prices = ((await store.meta(PRICES)) as ReturnType<typeof marksOf> | undefined) ?? {};
  const former = prices[FORMER_BTC.address];
  for (const [mint, feed] of feeds) {
    feed.load(prices[mint] ?? (mint === BTC.address ? former : undefined) ?? []);
  }
  universe.loadOverrides(((await store.meta(OVERRIDES)) as Override[] | undefined) ?? []);
  listed.loadPins(((await store.meta(PINS)) as TokenPin[] | undefined) ?? []);
  const trading = (await store.meta(TRADING)) as { active: boolean } | undefined;
  state.tradingActive = trading?.active ?? true;
}

/** The test control: each change is stored, and the keeper acts on it before the answer. */
export function createControl(
  context: ExchangeContext,
  keeper: Keeper,
  feeds: Feeds,
  listed: TokenPrices,
): ExchangeControl {
  const { universe, clock, state, writer } = context;

  function requireMarket(marketId: string): void {
    if (!universe.market(marketId, clock.now())) throw notFound(`there is no market ${marketId}`, 'marketId');
  }

  async function act(): Promise<void> {
    // A tick may be under way that has passed what just changed: the second one is ours.
    let left = 0;
    for (let round = 0; round < 2 || left > 0; round++) {
      if (round < 2) keeper.startOver();
      else keeper.wake();
      left = await keeper.tick();
    }
  }

  function steered(uow: UnitOfWork): void {
    const count = () => {
      state.steered += 1;
    };
    count();
    // What was worked out in between is void too.
    uow.onUndo(count);
  }

  /** `change` answers how it is taken back; undefined where it has changed nothing. */
  async function override(change: () => (() => void) | undefined): Promise<void> {
    await writer.submit((uow) => {
      const undo = change();
      if (undo) uow.onUndo(undo);
      steered(uow);
      uow.put('meta', OVERRIDES, { key: OVERRIDES, value: universe.overrides() });
    });
    await act();
  }

  /** Pins the price of a token of the listing. */
  async function setListed(mint: string, usd: string): Promise<void> {
    const price = parsePicoUsd(usd.replace(/(\.\d{12})\d+$/, '$1'));
    await writer.submit((uow) => {
      const at = clock.now();
      if (listed.priceAt(mint, at) === null) throw notFound(`there is no price of ${mint} to set`, 'mint');
      const undo = price === undefined ? undefined : listed.setPrice(mint, price, at);
      if (!undo) throw invalidParam('usd', `usd cannot be ${usd}`);
      uow.onUndo(undo);
      uow.put('meta', PINS, { key: PINS, value: listed.pins() });
    });
    await act();
  }

  return {
    async advance(seconds) {
      await writer.submit((uow) => {
        if (uow.advance(seconds) > LATEST) {
          throw invalidParam('advanceSeconds', 'advanceSeconds cannot lead the time of blocks beyond 2036');
        }
      });
      await act();
      return clock.now();
    },
    async setPrice(marketId, probability) {
      requireMarket(marketId);
      await override(() => universe.setPrice(marketId, probability, clock.now()));
    },
    async resolve(marketId, result) {
      requireMarket(marketId);
      await override(() => universe.resolve(marketId, result, clock.now()));
    },
    async setUsd(mint, usd) {
      const feed = feeds.get(mint);
      if (!feed) return setListed(mint, usd);
      await writer.submit((uow) => {
        const before = feed.marks();
        if (!feed.steer(usd, clock.now())) throw invalidParam('usd', `usd cannot be ${usd}`);
        uow.onUndo(() => feed.load(before));
        steered(uow);
        uow.put('meta', PRICES, { key: PRICES, value: marksOf(feeds) });
      });
      await act();
    },
    async setTrading(active) {
      await writer.submit((uow) => {
        const before = state.tradingActive;
        state.tradingActive = active;
        uow.onUndo(() => {
          state.tradingActive = before;
        });
        uow.put('meta', TRADING, { key: TRADING, value: { active } });
      });
      await act();
    },
  };
}
