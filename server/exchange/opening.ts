import type { ExchangeContext } from './core/context.ts';
import type { PlatformKeys } from './ledger/keys.ts';
import { FORMER_BTC } from './ledger/mints.ts';
import { listedRounds, ROUND_SIDES, roundMarketId } from './simulation/rounds-d/round-id.ts';
import { settingsOf, type World, type WorldChange, type WorldSettings } from './simulation/world.ts';
import type { OrderRow } from './writer/commit.store.ts';

/** An order, and whether it waits for its fill. */
export interface OrderMark {
  readonly pubkey: string;
  readonly position: string;
  readonly isPending: boolean;
}

/** What an exchange says of itself, as it stands, to whoever reads beside it. */
export interface Opening {
  /** Unix seconds of the very first start. */
  readonly anchor: number;
  readonly settings: WorldSettings;
  /** Public root that the addresses of outcome tokens follow from. */
  readonly escrow: string;
  /** Outcome tokens of listed rounds that have another address: market and token. */
  readonly formerOutcomes: readonly (readonly [marketId: string, mint: string])[];
  /** Whether its ledger has Bitcoin under its former address too. */
  readonly formerBtc: boolean;
  readonly pendingOrders: readonly OrderMark[];
}

/** Hears of what is committed, in its order. */
export interface Told {
  changed(change: WorldChange): void;
  orders(orders: readonly OrderMark[]): void;
}

export const markOf = ({ pubkey, position, status }: OrderRow): OrderMark => ({
  ...{ pubkey, position, isPending: status === 'pending' },
});

const formerOutcomes = (keys: PlatformKeys, now: number): [string, string][] =>
  listedRounds(now)
    .flatMap((begin) => ROUND_SIDES.map((side) => roundMarketId(begin, side)))
    .flatMap((marketId) => {
      const former = keys.formerOutcome(marketId);
      return former ? [[marketId, former.address]] : [];
    });

/** `anchor`: Unix seconds of the very first start. */
export const openingOf = (
  { keys, ledger, state, clock }: ExchangeContext,
  world: World,
  anchor: number,
): Opening => ({
  anchor,
  settings: settingsOf(world),
  escrow: keys.escrow,
  formerOutcomes: formerOutcomes(keys, clock.now()),
  formerBtc: ledger.supplyOf(FORMER_BTC.address) !== null,
  pendingOrders: [...state.orders.values()].map(markOf),
});
