import { USDC_MINT } from '@contract/mints.ts';
import { PARLAY_LEGS } from '@contract/prediction/parlay-limits.ts';
import type { AnswerWire } from '@contract/routes.ts';
import { holds, placeParlay } from '../../e2e/journeys.ts';
import type { Tradable } from '../../e2e/markets.ts';
import { marketsOfManyEvents } from '../../e2e/parlay-desk.ts';
import type { Control, Trader } from '../../e2e/trader.ts';
import { SOL, TriggerTrader, USDC } from '../../e2e/trigger-trader.ts';
import {
  ROUND_SECONDS,
  type RoundSide,
  roundAt,
  roundEventId,
  roundMarketId,
} from '../../server/exchange/simulation/rounds-d/round-id.ts';

const DAY = 86_400;
const NOON = DAY / 2;
/** Into a round: late enough for a path on its chart, early enough that it does not end under the camera. */
const INTO_ROUND = 120;
/** Singles that the account trades; those of its parlays come after. */
const SINGLES = 9;

/** Tells what could not be arranged. */
export type Complain = (what: string) => void;

interface Scene {
  trader: Trader;
  control: Control;
  markets: readonly Tradable[];
}

const nowOf = async (control: Control): Promise<number> =>
  (await control.call<{ now: number }>('GET', '/clock')).now;

/** Moves the exchange to the next noon, so that every run sees the same time of day. */
export async function toNoon(control: Control): Promise<void> {
  const now = await nowOf(control);
  await control.advance(Math.ceil((now - NOON) / DAY) * DAY + NOON - now);
}

const taken = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new Error(`nothing at ${index} of ${list.length}`);
  return found;
};

async function trade({ trader, control, markets }: Scene): Promise<void> {
  const plan: [dollars: number, isYes: boolean][] = [
    [50, true],
    [120, false],
    [800, true],
    [15, false],
    [240, true],
    [75, true],
    [60, false],
    [40, true],
    [90, true],
  ];
  for (const [index, [dollars, isYes]] of plan.entries()) {
    await holds(trader, taken(markets, index), dollars, isYes);
  }
  // Bought once more and sold in part, so that a position has a past.
  await holds(trader, taken(markets, 2), 100);
  const path = `/prediction/v1/positions?ownerPubkey=${trader.pubkey}&end=100`;
  const { body } = await trader.get<AnswerWire<'listPositions'>>(path);
  const sold = body.data.find(({ marketId }) => marketId === taken(markets, 4).marketId);
  if (!sold) throw new Error('the position to sell is not listed');
  const half = await trader.build({
    isBuy: false,
    isYes: true,
    marketId: sold.marketId,
    positionPubkey: sold.pubkey,
    contractsMicro: String((BigInt(sold.contractsMicro) / 2_000_000n) * 1_000_000n),
  });
  if (!half.body.transaction) throw new Error(`no sale: ${JSON.stringify(half.body)}`);
  await trader.execute(trader.sign(half.body.transaction));
  // Won and not yet claimed, won and claimed, lost.
  await control.resolve(taken(markets, 5).marketId, 'yes');
  await control.resolve(taken(markets, 7).marketId, 'yes');
  await control.resolve(taken(markets, 8).marketId, 'no');
  await claim(trader, taken(markets, 7).marketId);
}

async function claim(trader: Trader, marketId: string): Promise<void> {
  const path = `/prediction/v1/positions?ownerPubkey=${trader.pubkey}&end=100`;
  for (let tries = 0; tries < 100; tries += 1) {
    const { body } = await trader.get<AnswerWire<'listPositions'>>(path);
    const won = body.data.find((position) => position.marketId === marketId && position.claimable);
    if (won) {
      const built = await trader.send<AnswerWire<'claimPosition'>>(
        'POST',
        `/prediction/v1/positions/${won.pubkey}/claim`,
        { ownerPubkey: trader.pubkey },
      );
      await trader.execute(trader.sign(built.body.transaction));
      return;
    }
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error('what was won cannot be claimed');
}

/** One that runs, one that was won, one that was lost. */
async function bet({ trader, control, markets }: Scene): Promise<void> {
  const five = (nth: number) =>
    markets
      .slice(SINGLES + nth * PARLAY_LEGS, SINGLES + (nth + 1) * PARLAY_LEGS)
      .map(({ marketId }) => marketId);
  for (const nth of [0, 1, 2]) await placeParlay(trader, five(nth));
  for (const marketId of five(1)) await control.resolve(marketId, 'yes');
  await control.resolve(taken(five(2), 0), 'no');
}

async function buyRound(trader: Trader, control: Control, side: RoundSide, dollars: number): Promise<void> {
  const begin = roundAt(await nowOf(control));
  const { body: event } = await trader.get<AnswerWire<'getEvent'>>(
    `/prediction/v1/events/${roundEventId(begin)}`,
  );
  const market = event.markets?.find(({ marketId }) => marketId === roundMarketId(begin, side));
  if (!market?.outcomeMint) throw new Error(`no round at ${begin}`);
  const query = new URLSearchParams({
    inputMint: USDC_MINT,
    outputMint: market.outcomeMint,
    amount: `${dollars}000000`,
    taker: trader.pubkey,
  });
  const { body: quote } = await trader.get<AnswerWire<'swapOrder'>>(`/swap/v2/order?${query}`);
  if (!quote.transaction) throw new Error(`no quote: ${JSON.stringify(quote)}`);
  const { body } = await trader.send<AnswerWire<'swapExecute'>>('POST', '/swap/v2/execute', {
    signedTransaction: trader.sign(quote.transaction),
    requestId: quote.requestId,
  });
  if (body.status !== 'Success') throw new Error(`no swap: ${JSON.stringify(body)}`);
}

/** One fired, one expired, whose money lies idle in the vault, three that wait. */
async function order({ trader, control }: Scene): Promise<void> {
  const triggers = new TriggerTrader(trader);
  const sol = (usd: number) => control.call('POST', '/prices', { mint: SOL, usd });
  await sol(200);
  await triggers.open();
  const now = (await nowOf(control)) * 1_000;
  const inAWeek = Math.floor(now + 7 * DAY * 1_000);
  await triggers.buyBelow(190, inAWeek);
  await sol(188);
  const until = Date.now() + 20_000;
  while ((await triggers.countPast()) < 1) {
    if (Date.now() > until) throw new Error('the order has not fired');
    await new Promise((next) => setTimeout(next, 100));
  }
  await sol(200);
  // Ends while the account's rounds do.
  await triggers.buyBelow(120, Math.floor(now + ROUND_SECONDS * 1_000));
  await triggers.buyBelow(180, inAWeek);
  await triggers.sellBelow('1000000000', 160, inAWeek);
  await triggers.order({ inputMint: SOL, outputMint: USDC }, '1000000000', inAWeek, {
    orderType: 'oco',
    tpPriceUsd: 240,
    slPriceUsd: 170,
  });
}

/**
 * Gives the wallet a life through the exchange's own interfaces: positions of several kinds, parlays, trigger orders
 * and rounds. What one universe does not allow is told and left out. Ends early in a round that it has bought.
 */
export async function fullAccount(trader: Trader, control: Control, complain: Complain): Promise<void> {
  const markets = await marketsOfManyEvents(trader.url);
  const scene = { trader, control, markets };
  const part = async (name: string, arrange: () => Promise<void>) => {
    try {
      await arrange();
    } catch (error) {
      complain(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  await part('faucet', async () => void (await trader.faucet()));
  await part('positions', () => trade(scene));
  await part('parlays', () => bet(scene));
  await part('trigger orders', () => order(scene));
  await part('round that has ended', async () => {
    await buyRound(trader, control, 'up', 20);
    await buyRound(trader, control, 'down', 10);
  });
  const now = await nowOf(control);
  await control.advance(roundAt(now) + ROUND_SECONDS + INTO_ROUND - now);
  await part('round that runs', () => buyRound(trader, control, 'up', 25));
}
