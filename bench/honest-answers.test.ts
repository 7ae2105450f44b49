import type { MarketId, Pubkey } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import { market as marketSchema } from '@contract/prediction/market.ts';
import { order as orderSchema } from '@contract/prediction/order.ts';
import { position as positionSchema } from '@contract/prediction/position.ts';
import { routes } from '@contract/routes.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sideBook } from '@/domain/book.ts';
import { quoteBuy, quoteSell } from '@/domain/quote.ts';
import { quoteRoundBuy, quoteRoundSell } from '@/domain/round-quote.ts';
import { cancelTermsOf, claimTermsOf } from '@/features/portfolio/queue/intents.ts';
import { orderBody } from '@/orders/request.ts';
import { AS_SHOWN } from '@/orders/review.ts';
import { reviewCancel } from '@/orders/review-cancel.ts';
import { reviewClaim } from '@/orders/review-claim.ts';
import { reviewOrder } from '@/orders/review-order.ts';
import { type OrderTerms, orderTerms } from '@/orders/terms.ts';
import type { Database } from '../server/db/client.ts';
import { freshDatabase } from '../server/db/testing/database.ts';
import type { PlatformSigner } from '../server/exchange/ledger/keys.ts';
import { openRounds, UP } from '../server/exchange/rounds/testing/rounds.ts';
import { type Harness, USDC_MINT } from '../server/exchange/testing/exchange.ts';

/*
 * The desk's reviews against what the paper exchange builds: at the prices that were shown nothing honest is asked
 * about, and nothing refused.
 */
let database: Database;
let h: Harness;
let wallet: PlatformSigner;
beforeAll(async () => {
  database = await freshDatabase();
  ({ h } = await openRounds(database));
  wallet = await h.wallet();
});
afterAll(() => database.close());

const MINTS = { usdc: USDC_MINT as Pubkey, stablecoin: USDC_MINT as Pubkey };
const paid = { mint: MINTS.usdc, byQuantity: false };
const owner = () => wallet.address as Pubkey;
const now = () => h.exchange.clock.now();
const bookOf = (marketId: string, side: 'yes' | 'no') => {
  const { yes, no } = h.exchange.universe.book(marketId, now());
  const levels = (bids: typeof yes) =>
    bids.map(({ price, size }) => ({ price: microUsd(price), size: microContracts(size) }));
  return sideBook({ yes: [], no: [], yes_dollars: levels(yes), no_dollars: levels(no) }, side);
};

/** What the exchange builds to terms, judged by the desk. */
async function reviewed(terms: OrderTerms | null, execution: 'escrow' | 'swap' = 'escrow') {
  if (!terms) throw new Error('there are no terms');
  const body = routes.createOrder.body.parse(orderBody(terms));
  const wire = await h.services.createOrder({ body });
  return { wire, review: reviewOrder(terms, routes.createOrder.answer.parse(wire).order, execution) };
}
async function placed(terms: OrderTerms | null, execution?: 'escrow' | 'swap') {
  const { wire, review } = await reviewed(terms, execution);
  expect(review).toEqual(AS_SHOWN);
  expect((await h.send(wire, wallet)).status).toBe('Success');
  return wire.order;
}
const positionOf = async (pubkey: string) => positionSchema.parse(await h.position(pubkey));

it('passes purchases by money and by quantity, sales, and claims', async () => {
  for (const side of ['yes', 'no'] as const) {
    const subject = { owner: owner(), marketId: 'MK-A' as MarketId, side, position: null };
    const book = bookOf('MK-A', side);
    const byMoney = quoteBuy(book, { by: 'money', deposit: microUsd(60_000_000n) });
    const byQuantity = quoteBuy(book, { by: 'contracts', contracts: microContracts(40_500_000n) });
    if (byMoney.action === 'none' || byQuantity.action === 'none') throw new Error('no quote');
    expect((await reviewed(orderTerms(byQuantity, subject, { ...paid, byQuantity: true }))).review).toEqual(
      AS_SHOWN,
    );
    const { positionPubkey } = await placed(orderTerms(byMoney, subject, paid));
    const held = await positionOf(positionPubkey);
    const sale = quoteSell(bookOf('MK-A', side), microContracts(12_000_000n));
    if (sale.action === 'none') throw new Error('no quote');
    await placed(orderTerms(sale, { ...subject, position: held.pubkey }, paid));
  }
  h.universe.resolve('MK-A', 'yes');
  h.pass(1);
  await h.exchange.tick();
  const { data } = await h.services.listPositions({ query: { ownerPubkey: wallet.address } });
  const won = data.map((one) => positionSchema.parse(one)).find(({ claimable }) => claimable);
  if (!won) throw new Error('nothing was won');
  const params = { positionPubkey: won.pubkey };
  const claim = routes.claimPosition.answer.parse(await h.services.claimPosition({ params, body: {} }));
  expect(reviewClaim(claimTermsOf(won, owner(), MINTS), claim.position)).toEqual(AS_SHOWN);
});

it('passes the swaps of a round', async () => {
  const { buyYes, sellYes } = h.exchange.universe.quote(UP, now());
  const market = marketSchema.parse({
    provider: 'provider_d',
    marketId: UP,
    status: 'open',
    result: null,
    title: 'Up',
    pricing: {
      buyYesPriceUsd: Number(buyYes),
      sellYesPriceUsd: Number(sellYes),
      buyNoPriceUsd: 0,
      sellNoPriceUsd: 0,
    },
  });
  const subject = { owner: owner(), marketId: market.marketId, side: 'yes', position: null } as const;
  const bought = quoteRoundBuy(market, microUsd(25_000_000n), 250n);
  if (bought.action === 'none') throw new Error('no quote');
  const { positionPubkey, contractsMicro } = await placed(orderTerms(bought, subject, paid), 'swap');
  const sold = quoteRoundSell(market, microContracts(BigInt(contractsMicro)), 250n);
  if (sold.action === 'none') throw new Error('no quote');
  const { pubkey: position } = await positionOf(positionPubkey);
  await placed(orderTerms(sold, { ...subject, position }, paid), 'swap');
});

it('passes the cancellation of a purchase that waits', async () => {
  const database = await freshDatabase();
  const { h: slow } = await openRounds(database, { fillDelayMs: 60_000 });
  const trader = await slow.wallet();
  const built = await slow.buy(trader, { marketId: 'MK-A' });
  const shown = orderSchema.parse(await slow.order(built.orderPubkey));
  const body = { orderPubkey: shown.pubkey, ownerPubkey: trader.address };
  const answer = routes.closeOrder.answer.parse(await slow.services.closeOrder({ body }));
  const terms = cancelTermsOf(shown, trader.address as Pubkey, MINTS);
  expect(terms.deposit).toBe(60_000_000n);
  expect(reviewCancel(terms, answer, null)).toEqual(AS_SHOWN);
  await database.close();
});
