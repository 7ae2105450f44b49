import {
  absBig,
  divHalfEven,
  formatCents,
  formatContracts,
  formatUsd,
  MICRO,
  type MicroUsd,
  maxBig,
  microUsd,
} from '@contract/money.ts';
import type { OrderQuote } from '@contract/prediction/order.ts';
import type { Review } from '@/tx/types.ts';
import { AS_SHOWN, ask, refuse } from './review.ts';
import type { OrderTerms, PurchaseTerms, SaleTerms } from './terms.ts';
import { isAbove, isBelow, shareOf, TOLERANCES } from './tolerances.ts';

/** Whether the order waits to be filled from its escrow, or is a swap that is executed as built. */
export type Execution = 'escrow' | 'swap';

/** Average price of the service's own quote, before fees; null when it names no quantity or no amount. */
export const averageOf = ({ contractsMicro, orderCostUsd }: OrderQuote): MicroUsd | null =>
  contractsMicro <= 0n || orderCostUsd <= 0n
    ? null
    : microUsd(divHalfEven(orderCostUsd * MICRO, contractsMicro));

/** What the order does beside its figures: for whom, on what, under which names. */
function wrongOrder(terms: OrderTerms, built: OrderQuote, execution: Execution): Review | null {
  const { isBuy, isYes, marketId } = built;
  if (isBuy !== (terms.action === 'buy') || isYes !== (terms.side === 'yes') || marketId !== terms.marketId) {
    return refuse('The service built an order for something else than shown.');
  }
  if (built.userPubkey !== terms.owner) return refuse('The service built an order for another wallet.');
  if (terms.position !== null && built.positionPubkey !== terms.position) {
    return refuse('The service built an order of another position.');
  }
  if (execution === 'swap') {
    return built.orderPubkey === null ? null : refuse('The service built no swap of outcome tokens.');
  }
  if (built.orderPubkey === null) return refuse('The service built an order without a key of its own.');
  return isBuy && built.orderAtaPubkey === null
    ? refuse('The service does not say where the deposit goes.')
    : null;
}

/** The user's own limit: of an order as the service states it, of a swap as its price is. */
function wrongLimit(terms: OrderTerms, built: OrderQuote, execution: Execution): Review | null {
  const buying = terms.action === 'buy';
  const past = (price: MicroUsd) => (buying ? price > terms.cap : price < terms.cap);
  const cap = formatCents(terms.cap, true);
  if (execution === 'swap') {
    const average = averageOf(built);
    if (average === null) return refuse('The service built an order for nothing.');
    return past(average)
      ? refuse(`The price is ${formatCents(average, true)}, past your limit of ${cap}.`)
      : null;
  }
  const limit = buying ? built.maxBuyPriceUsd : built.minSellPriceUsd;
  if (limit === null) return refuse('The service built an order without your limit.');
  return past(limit)
    ? refuse(
        `The service would ${buying ? 'pay up to' : 'sell down to'} ${formatCents(limit, true)}, past your limit of ${cap}.`,
      )
    : null;
}

const spentBy = ({ orderCostUsd, estimatedTotalFeeUsd }: OrderQuote): bigint =>
  orderCostUsd + estimatedTotalFeeUsd;
const broughtBy = ({ orderCostUsd, estimatedTotalFeeUsd }: OrderQuote): MicroUsd =>
  microUsd(maxBig(0n, orderCostUsd - estimatedTotalFeeUsd));

/** Money and quantity beyond what can be asked about. */
function wrongFigures(terms: OrderTerms, built: OrderQuote): Review | null {
  const { contractsMicro, estimatedTotalFeeUsd: fee } = built;
  if (fee < 0n || built.orderCostUsd < 0n || contractsMicro < 0n) {
    return refuse('The service built an order with figures below zero.');
  }
  if (terms.action === 'buy') {
    return spentBy(built) > terms.deposit
      ? refuse('The service would take more than the amount shown.')
      : null;
  }
  if (averageOf(built) === null) return refuse('The service built an order for nothing.');
  if (contractsMicro > terms.contracts) {
    return refuse(
      `The service would sell ${formatContracts(contractsMicro)} contracts, more than the ${formatContracts(terms.contracts)} shown.`,
    );
  }
  return broughtBy(built) === 0n && terms.net > 0n
    ? refuse(`A fee of ${formatUsd(fee, 'up')} would take all that the sale brings.`)
    : null;
}

/** Most fee that needs no question: that shown for as many contracts, moved with the price and rounded to the cent. */
function feeAllowed(terms: OrderTerms, built: OrderQuote, average: MicroUsd): bigint {
  const { contractsMicro } = built;
  const shown = terms.contracts === 0n ? 0n : (terms.fee * contractsMicro) / terms.contracts;
  const moved = maxBig<bigint>(TOLERANCES.price, absBig(average - terms.average));
  const byPrice = shareOf((moved * contractsMicro) / MICRO, TOLERANCES.feeShareBps);
  return maxBig<bigint>(shown, terms.fee) + byPrice + TOLERANCES.feeRounding;
}

const isFewer = (terms: PurchaseTerms | SaleTerms, built: OrderQuote): boolean => {
  const { contractsMicro: now } = built;
  if (now >= terms.contracts) return false;
  return (
    terms.action === 'sell' ||
    isBelow(now, terms.contracts, TOLERANCES.quantityBps) ||
    isBelow(spentBy(built), terms.spent, TOLERANCES.spendBps)
  );
};

const isMore = (terms: OrderTerms, built: OrderQuote): boolean =>
  terms.action === 'buy' &&
  ((terms.byQuantity && isAbove(built.contractsMicro, terms.contracts, TOLERANCES.quantityBps)) ||
    isAbove(spentBy(built), terms.spent, TOLERANCES.spendBps));

/** What the user has to decide about, most important first; null when nothing has changed for the worse. */
function changed(terms: OrderTerms, built: OrderQuote): string | null {
  const average = averageOf(built);
  if (average === null) return 'The service does not say what it buys';
  const worse = terms.action === 'buy' ? average - terms.average : terms.average - average;
  const fewer = isFewer(terms, built);
  if (worse > TOLERANCES.price || (fewer && worse > 0n && terms.action === 'buy')) {
    return 'The price moved against you';
  }
  if (fewer) return 'Fewer contracts than shown';
  if (isMore(terms, built)) return 'More would be bought than shown';
  if (built.estimatedTotalFeeUsd > feeAllowed(terms, built, average)) return 'The fee is higher than shown';
  if (terms.action === 'sell' && broughtBy(built) === 0n) return 'The fee takes all that the sale brings';
  return null;
}

function figures(
  name: string,
  figure: { contracts: bigint; average: MicroUsd | null; fee: bigint; net: MicroUsd | null },
): string {
  const { contracts, average, fee, net } = figure;
  const price = average === null ? '' : ` at ${formatCents(average, true)} on average`;
  const total = net === null ? '' : `, ${formatUsd(net)} after it`;
  return `${name}: ${formatContracts(contracts)} contracts${price}, fee ${formatUsd(fee, 'up')}${total}.`;
}

/**
 * Compares what the service built with what was shown. Another owner, market, side or position, a looser limit, more
 * money or a larger sale is never signed; what became worse within the limit is the user's to accept; an improvement
 * passes silently.
 */
export function reviewOrder(terms: OrderTerms, built: OrderQuote, execution: Execution): Review {
  const wrong =
    wrongOrder(terms, built, execution) ?? wrongLimit(terms, built, execution) ?? wrongFigures(terms, built);
  if (wrong) return wrong;
  const title = changed(terms, built);
  if (title === null) return AS_SHOWN;
  const selling = terms.action === 'sell';
  return ask(title, [
    figures('Shown', { ...terms, net: selling ? terms.net : null }),
    figures('Now', {
      contracts: built.contractsMicro,
      average: averageOf(built),
      fee: built.estimatedTotalFeeUsd,
      net: selling ? broughtBy(built) : null,
    }),
    `Your limit of ${formatCents(terms.cap, true)} still holds.`,
  ]);
}
