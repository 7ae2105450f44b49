import { parsePicoUsd } from '@contract/triggers/price.ts';
import { invalidParam, notFound, ServiceError } from '../../common/errors.ts';
import type { ExchangeContext } from '../core/context.ts';
import type { Keeper } from '../core/keeper.ts';
import { BTC, FORMER_BTC } from '../ledger/mints.ts';
import {
  loadSettings,
  settingsOf,
  type World,
  type WorldChange,
  type WorldSettings,
} from '../simulation/world.ts';
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

/** Puts back what the test control had changed before the last stop. */
export async function restoreControl(store: MemoryStore, world: World, state: ExchangeState): Promise<void> {
  // All are written by createControl below, and by nobody else.
  const marks = ((await store.meta(PRICES)) as WorldSettings['marks'] | undefined) ?? {};
  const bitcoin = marks[BTC.address] ?? marks[FORMER_BTC.address] ?? [];
  loadSettings(world, {
    marks: { ...marks, [BTC.address]: bitcoin },
    overrides: ((await store.meta(OVERRIDES)) as WorldSettings['overrides'] | undefined) ?? [],
    pins: ((await store.meta(PINS)) as WorldSettings['pins'] | undefined) ?? [],
  });
  const trading = (await store.meta(TRADING)) as { active: boolean } | undefined;
  state.tradingActive = trading?.active ?? true;
}

/** The test control: each change is stored, and the keeper acts on it before the answer. */
export function createControl(context: ExchangeContext, keeper: Keeper, world: World): ExchangeControl {
  const { universe, clock, state, writer } = context;

  function requireMarket(marketId: string): void {
    if (!universe.market(marketId, clock.now())) throw notFound(`there is no market ${marketId}`, 'marketId');
  }

  /** @throws ServiceError `unavailable` that says so, for by now the change is made, and asked for again may be made twice. */
  async function act(): Promise<void> {
    try {
      await actOnIt();
    } catch (cause) {
      const message =
        'the change is made, but not all that is due by it is done yet: do not ask for it again';
      throw new ServiceError('unavailable', 'INTERNAL', message, { cause });
    }
  }
  async function actOnIt(): Promise<void> {
    // A tick may be under way that has passed what just changed: the second one is ours.
    let hasMore = false;
    for (let round = 0; round < 2 || hasMore; round++) {
      if (round < 2) keeper.startOver();
      else keeper.wake();
      const left = await keeper.tick();
      hasMore = (await keeper.begun()) || left > 0;
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

  /** Changes a market, now. @throws ServiceError `invalid` for a result where there is one */
  async function override(change: (at: number) => WorldChange): Promise<void> {
    await writer.submit((uow) => {
      if (!context.change(uow, change(clock.now())))
        throw invalidParam('result', 'the result of this market is known already');
      steered(uow);
      uow.put('meta', OVERRIDES, { key: OVERRIDES, value: settingsOf(world).overrides });
    });
    await act();
  }

  /** Pins the price of a token of the listing. */
  async function setListed(mint: string, usd: string): Promise<void> {
    const price = parsePicoUsd(usd.replace(/(\.\d{12})\d+$/, '$1'));
    await writer.submit((uow) => {
      const at = clock.now();
      if (world.listed.priceAt(mint, at) === null)
        throw notFound(`there is no price of ${mint} to set`, 'mint');
      const pinned =
        price !== undefined && context.change(uow, { kind: 'pin', mint, at, pico: price.toString() });
      if (!pinned) throw invalidParam('usd', `usd cannot be ${usd}`);
      uow.put('meta', PINS, { key: PINS, value: settingsOf(world).pins });
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
      await override((at) => ({ kind: 'price', marketId, at, probability }));
    },
    async resolve(marketId, result) {
      requireMarket(marketId);
      const { status, result: known } = universe.state(marketId, clock.now());
      // It ends once; who asks for the same has it already, and what is due by it.
      if ((status === 'cancelled' ? status : known) === result) return act();
      await override((at) => ({ kind: 'resolve', marketId, at, result }));
    },
    async setUsd(mint, usd) {
      if (!world.feeds.has(mint)) return setListed(mint, usd);
      await writer.submit((uow) => {
        const isSet = context.change(uow, { kind: 'steer', mint, at: clock.now(), usd });
        if (!isSet) throw invalidParam('usd', `usd cannot be ${usd}`);
        steered(uow);
        uow.put('meta', PRICES, { key: PRICES, value: settingsOf(world).marks });
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
