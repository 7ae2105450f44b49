import {
  floorToLot,
  type MicroContracts,
  microContracts,
  microUsd,
  POINT_AND_COMMA,
  showNumbers,
} from '@contract/money.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { Refusal, sentTo, serve } from '@/orders/testing-service.ts';
import { anOrder, aPosition, ORDER, OWNER, POSITION } from '../testing.tsx';
import {
  amountText,
  type BookView,
  type CloseInput,
  chosenPart,
  closeSummary,
  closeTotals,
  fetchCloseRows,
} from './close-form.ts';

const contracts = (value: bigint): MicroContracts => microContracts(value);
const book = (...bids: [bigint, bigint][]): BookView => ({
  state: 'ready',
  book: { asks: [], bids: bids.map(([price, size]) => ({ price: microUsd(price), size: contracts(size) })) },
});
const DEEP = book([675_000n, 100_000_000n], [660_000n, 900_000_000n]);
const input = (changes: Partial<CloseInput> = {}): CloseInput => ({
  position: { contractsMicro: contracts(120_500_000n), totalCostUsd: microUsd(71_336_000n) },
  free: contracts(120_500_000n),
  amount: { by: 'part', bps: 10_000n },
  book: DEEP,
  slippageBps: 250,
  underWay: false,
  wallet: 'ready',
  lamports: 1_000_000_000n,
  tradingActive: true,
  ...changes,
});

describe('closeSummary', () => {
  it('walks the book for all of it, and names what is left of the gain after fees', () => {
    const { close, problem, button } = closeSummary(input());
    expect(problem).toBeNull();
    // 100 × 67.5¢ + 20.5 × 66¢ = 81.03; fee 0.07 × 120.5 × p × (1 − p) up to the cent = 1.86
    expect(close?.quote.walk.notional).toBe(81_030_000n);
    expect(close?.quote.fees.total).toBe(1_860_000n);
    expect(close?.quote.net).toBe(79_170_000n);
    expect(close?.realised).toBe(79_170_000n - 71_336_000n);
    expect(close?.left).toBe(0n);
    expect(close?.short).toBe(false);
    expect(button).toBe('Sell 120.50 for $79.17');
  });

  it('takes the cost of a part by average cost', () => {
    const { close } = closeSummary(input({ amount: { by: 'part', bps: 5_000n } }));
    expect(close?.quote.contracts).toBe(60_250_000n);
    expect(close?.costSold).toBe(35_668_000n);
    expect(close?.left).toBe(60_250_000n);
  });

  it('says when the visible book takes less', () => {
    const { close, problem, button } = closeSummary(input({ book: book([675_000n, 40_000_000n]) }));
    expect(problem).toBeNull();
    expect(close?.short).toBe(true);
    expect(close?.left).toBe(80_500_000n);
    expect(button).toMatch(/^Sell 40\.00 for/);
  });

  const typed = (text: string): CloseInput['amount'] => ({ by: 'typed', text });
  const cases: [string, Partial<CloseInput>, string][] = [
    ['a wallet that only watches', { wallet: 'cannot-sign' }, 'This wallet cannot sign'],
    ['too little SOL', { lamports: 19_999n }, 'Not enough SOL for fees'],
    ['a halt', { tradingActive: false }, 'Trading is halted'],
    ['a closed market', { book: { state: 'closed' } }, 'Market is closed'],
    ['nothing typed', { amount: typed('') }, 'Enter contracts'],
    ['zero', { amount: typed('0') }, 'Minimum is 0.01 contracts'],
    ['less than a lot', { amount: typed('0.009') }, 'Minimum is 0.01 contracts'],
    ['a seventh decimal', { amount: typed('1.0000001') }, 'Amount is not valid'],
    ['more than is held', { amount: typed('121') }, 'You hold: 120.50'],
    ['more than is free', { amount: typed('101'), free: contracts(100_000_000n) }, 'Free to sell: 100.00'],
    ['everything reserved', { free: contracts(0n) }, 'All of it is in open sell orders'],
    ['a part of what nobody knows to be free', { free: undefined }, 'Enter contracts'],
    ['more than is held, which is known', { free: undefined, amount: typed('121') }, 'You hold: 120.50'],
    ['no book yet', { book: { state: 'loading' } }, 'Waiting for the order book'],
    ['an old book', { book: { state: 'stale' } }, 'Waiting for a fresh price'],
    ['no bids', { book: book() }, 'No bids'],
    ['bids below any limit', { book: book([4_000n, 900_000_000n]) }, 'Bids are below the 1¢ minimum price'],
    ['the wallet before the amount', { wallet: 'cannot-sign', amount: typed('') }, 'This wallet cannot sign'],
    ['the amount before the book', { amount: typed(''), book: { state: 'loading' } }, 'Enter contracts'],
  ];
  it.each(cases)('%s keeps it from being sent', (_, changes, text) => {
    const summary = closeSummary(input(changes));
    expect(summary.problem?.text).toBe(text);
    expect(summary.button).toBe(text);
  });

  it('names the least of a sale in the form of numbers that is shown', () => {
    showNumbers({ decimal: ',', group: '.' });
    expect(closeSummary(input({ amount: typed('0') })).problem?.text).toBe('Minimum is 0,01 contracts');
    showNumbers(POINT_AND_COMMA);
  });

  it('sells what is typed while nobody knows what is reserved: there has to be a way out', () => {
    const { close, problem } = closeSummary(input({ free: undefined, amount: typed('120.5') }));
    expect(problem).toBeNull();
    expect(close?.quote.contracts).toBe(120_500_000n);
  });

  it('does not call SOL that is not known too little', () => {
    expect(closeSummary(input({ lamports: undefined })).problem).toBeNull();
  });

  it('leaves the decision to the service while the trading status is unknown', () => {
    expect(closeSummary(input({ tradingActive: undefined })).problem).toBeNull();
  });

  it('never sells more than is free, never below the limit, and its parts add up', () => {
    const size = fc.bigInt(0n, 10n ** 12n);
    fc.assert(
      fc.property(
        size,
        size,
        size,
        fc.constantFrom(2_500n, 5_000n, 7_500n, 10_000n),
        fc.array(fc.tuple(fc.bigInt(1_000n, 999_000n), fc.bigInt(1n, 10n ** 11n)), { maxLength: 8 }),
        fc.integer({ min: 0, max: 2_000 }),
        (held, cost, locked, bps, levels, slippageBps) => {
          const free = contracts(held > locked ? held - locked : 0n);
          const bids = levels.toSorted((a, b) => (a[0] < b[0] ? 1 : -1));
          const { close } = closeSummary(
            input({
              position: { contractsMicro: contracts(held), totalCostUsd: microUsd(cost) },
              free,
              amount: { by: 'part', bps },
              book: book(...bids),
              slippageBps,
            }),
          );
          if (!close) return;
          const { quote, left, costSold, realised } = close;
          expect(quote.contracts + left).toBe(held);
          expect(quote.contracts).toBeLessThanOrEqual(free);
          expect(floorToLot(quote.contracts)).toBe(quote.contracts);
          expect(quote.net - costSold).toBe(realised);
          expect(costSold).toBeLessThanOrEqual(cost);
        },
      ),
    );
  });
});

describe('the amount', () => {
  const held = contracts(120_505_000n);
  it('shows parts in whole lots', () => {
    expect(amountText({ by: 'part', bps: 10_000n }, held)).toBe('120.5');
    expect(amountText({ by: 'part', bps: 2_500n }, held)).toBe('30.12');
    expect(amountText({ by: 'typed', text: '7.' }, held)).toBe('7.');
    expect(amountText({ by: 'part', bps: 10_000n }, undefined)).toBe('');
  });
  it('recognises a part that was typed', () => {
    expect(chosenPart({ by: 'typed', text: '30.12' }, held)).toBe('2500');
    expect(chosenPart({ by: 'typed', text: '31' }, held)).toBe('other');
    expect(chosenPart({ by: 'typed', text: '30.12' }, undefined)).toBe('other');
    expect(chosenPart({ by: 'part', bps: 7_500n }, held)).toBe('7500');
    expect(chosenPart({ by: 'part', bps: 7_500n }, undefined)).toBe('other');
  });
});

describe('closing everything by the order books', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [640_000n, false],
    [675_000n, true],
  ])('knows of a bid at %d below an ask at 650000 whether the book is crossed: %s', async (bid, crossed) => {
    // A platform that does not build all at once.
    serve({});
    const size = contracts(900_000_000n);
    const bookOf = async () => ({
      yes: [],
      no: [],
      yes_dollars: [{ price: microUsd(bid), size }],
      no_dollars: [{ price: microUsd(350_000n), size }],
    });
    const position = aPosition();
    const asked = { bookOf, owner: OWNER, positions: [position], orders: { data: [] }, slippageBps: 250 };
    expect(await fetchCloseRows(asked)).toMatchObject([{ position, terms: { average: bid }, crossed }]);
  });

  it.each([
    ['cannot be read', new AppError('server', 'busy'), 'unread'],
    ['is refused, as the market has left trading', new AppError('refused', 'bad status'), 'not-offered'],
  ])('does not say that nobody buys where the book %s', async (_, error, why) => {
    serve({});
    const position = aPosition();
    const bookOf = () => Promise.reject(error);
    const asked = { bookOf, owner: OWNER, positions: [position], orders: { data: [] }, slippageBps: 250 };
    expect(await fetchCloseRows(asked)).toEqual([{ position, terms: null, why }]);
  });
});

/** 60 contracts for 39.60 before a fee of 0.95, never below 64.9¢: what the service offers for a sale. */
const offer = (change: object = {}) => {
  const { marketId } = aPosition();
  return {
    transaction: 'AQ==',
    txMeta: null,
    externalOrderId: 'x',
    requiredSigners: [],
    order: {
      orderPubkey: ORDER,
      orderAtaPubkey: null,
      userPubkey: OWNER,
      marketId,
      marketIdHash: 'h',
      positionPubkey: POSITION,
      isBuy: false,
      isYes: true,
      contracts: '60',
      contractsMicro: '60000000',
      contractsDecimal: '60',
      newContracts: '60',
      newContractsMicro: '60500000',
      newContractsDecimal: '60.5',
      maxBuyPriceUsd: null,
      minSellPriceUsd: '649000',
      externalOrderId: 'x',
      orderCostUsd: '39600000',
      newAvgPriceUsd: '592000',
      newSizeUsd: '0',
      newPayoutUsd: '0',
      payoutUsd: '0',
      estimatedProtocolFeeUsd: '950000',
      estimatedVenueFeeUsd: '0',
      estimatedIntegratorFeeUsd: '0',
      estimatedTotalFeeUsd: '950000',
      ...change,
    },
  };
};

describe('closing everything as the service offers it', () => {
  afterEach(() => vi.unstubAllGlobals());
  const position = aPosition();
  // Nobody but the book would buy at 50¢.
  const bookOf = vi.fn(async () => ({
    yes: [],
    no: [],
    yes_dollars: [{ price: microUsd(500_000n), size: contracts(900_000_000n) }],
    no_dollars: [],
  }));
  const asked = { bookOf, owner: OWNER, positions: [position], orders: { data: [] }, slippageBps: 170 };
  const offered = (change: object = {}) => serve({ 'DELETE /positions': () => ({ data: [offer(change)] }) });

  it('asks for the slippage that is chosen, and shows limit, average and what is left after the fee', async () => {
    const sent = offered();
    expect(await fetchCloseRows(asked)).toEqual([
      {
        position,
        terms: {
          contracts: 60_000_000n,
          cap: 649_000n,
          average: 660_000n,
          fees: { total: 950_000n },
          net: 38_650_000n,
        },
      },
    ]);
    expect(sentTo(sent, 'DELETE', '/positions')).toEqual([
      { ownerPubkey: OWNER, minSellPriceSlippageBps: 170 },
    ]);
  });

  it('brings nothing, and not less, where its fee takes more than it', async () => {
    offered({ estimatedTotalFeeUsd: '40000000' });
    expect(await fetchCloseRows(asked)).toMatchObject([{ terms: { net: 0n } }]);
  });

  it('prices by the book what the service offers at a lower limit than the slippage allows', async () => {
    // 1.7 % below 66¢ are 64.878¢: no book is asked.
    bookOf.mockClear();
    offered({ minSellPriceUsd: '648780' });
    expect(await fetchCloseRows(asked)).toMatchObject([{ terms: { cap: 648_780n, average: 660_000n } }]);
    expect(bookOf).not.toHaveBeenCalled();
    // The same below 50¢, the one price of the book, are 49.15¢.
    offered({ minSellPriceUsd: '491499' });
    expect(await fetchCloseRows(asked)).toMatchObject([{ terms: { average: 500_000n } }]);
    expect(bookOf).toHaveBeenCalledOnce();
  });

  it('takes the limit of an offer over several prices, which is that of the worst of them, and no lower one', async () => {
    // 40 at 68¢ and 20 at 62¢ bring 66¢ on average; 1.7 % below 62¢ are 60.946¢.
    const deep = async () => ({
      yes: [],
      no: [],
      yes_dollars: [
        { price: microUsd(680_000n), size: contracts(40_000_000n) },
        { price: microUsd(620_000n), size: contracts(200_000_000n) },
      ],
      no_dollars: [],
    });
    offered({ minSellPriceUsd: '609460' });
    expect(await fetchCloseRows({ ...asked, bookOf: deep })).toMatchObject([
      { terms: { contracts: 60_000_000n, cap: 609_460n, average: 660_000n } },
    ]);
    offered({ minSellPriceUsd: '609459' });
    const [row] = await fetchCloseRows({ ...asked, bookOf: deep });
    expect(row?.terms).toMatchObject({ contracts: 120_500_000n, cap: 610_000n });
  });

  it.each([
    ['a purchase', { isBuy: true }],
    ['without a limit', { minSellPriceUsd: null }],
    ['for nothing', { orderCostUsd: '0' }],
    ['of another position', { positionPubkey: ORDER }],
  ])('sells nothing by an offer that is %s', async (_, change) => {
    offered(change);
    expect(await fetchCloseRows(asked)).toEqual([{ position, terms: null, why: 'not-offered' }]);
  });

  it('sells all that is free, and never what an open sale has reserved: that part is priced by the book', async () => {
    const sale = (reserved: bigint) =>
      anOrder({ isBuy: false, contractsMicro: contracts(reserved), filledContractsMicro: contracts(0n) });
    offered();
    expect(await fetchCloseRows({ ...asked, orders: { data: [sale(60_500_000n)] } })).toMatchObject([
      { terms: { contracts: 60_000_000n, cap: 649_000n, average: 660_000n } },
    ]);
    expect(await fetchCloseRows({ ...asked, orders: { data: [sale(60_510_000n)] } })).toMatchObject([
      { terms: { contracts: 59_990_000n, average: 500_000n } },
    ]);
  });

  it.each([
    ['all of it is reserved', 120_500_000n, 120_500_000n, 'reserved'],
    ['all but less than a lot is', 120_500_000n, 120_499_000n, 'reserved'],
    ['less than a lot is held', 9_999n, 0n, 'too-small'],
  ])('does not say that nobody buys where %s', async (_, held, reserved, why) => {
    const contractsMicro = contracts(held);
    const one = aPosition({ contractsMicro });
    const orders = { data: [anOrder({ isBuy: false, contractsMicro: contracts(reserved) })] };
    const left = [{ position: one, terms: null, why }];
    offered();
    expect(await fetchCloseRows({ ...asked, positions: [one], orders })).toEqual(left);
    serve({});
    expect(await fetchCloseRows({ ...asked, positions: [one], orders })).toEqual(left);
  });

  it('leaves to the service what is reserved once open orders cannot be read, and prices nothing of it itself', async () => {
    const orders = {
      data: [anOrder({ isBuy: false, contractsMicro: contracts(120_500_000n) })],
      isError: true,
    };
    offered();
    expect(await fetchCloseRows({ ...asked, orders })).toMatchObject([
      { terms: { contracts: 60_000_000n, cap: 649_000n } },
    ]);
    const why = 'unknown';
    offered({ contractsMicro: '120510000' });
    expect(await fetchCloseRows({ ...asked, orders })).toEqual([{ position, terms: null, why }]);
    serve({});
    expect(await fetchCloseRows({ ...asked, orders })).toEqual([{ position, terms: null, why }]);
  });

  it.each([
    ['too many requests', () => new Refusal(429, { error: 'slow down' }), 'rate-limited'],
    [
      'no connection',
      () => {
        throw new TypeError('Failed to fetch');
      },
      'offline',
    ],
  ])('says that of %s it failed, and prices nothing by a book', async (_, answer, kind) => {
    bookOf.mockClear();
    serve({ 'DELETE /positions': answer });
    await expect(fetchCloseRows(asked)).rejects.toMatchObject({ kind });
    expect(bookOf).not.toHaveBeenCalled();
  });

  it('adds up what is expected, and the worst at every limit after its fees; rows without an offer are none', () => {
    const terms = {
      contracts: contracts(60_000_000n),
      cap: microUsd(640_000n),
      average: microUsd(660_000n),
      fees: { total: microUsd(950_000n) },
      net: microUsd(38_650_000n),
    };
    const rows = [
      { position, terms },
      { position, terms },
      { position, terms: null, why: 'no-bids' } as const,
    ];
    // 60 × 64¢ = 38.40, fee 0.07 × 60 × 0.64 × 0.36 up to the cent = 0.97; 60 of the 120.5 cost 35.52.
    const worst = 38_400_000n - 970_000n;
    const totals = closeTotals(rows);
    expect(totals).toMatchObject({ sales: 2, expected: 77_300_000n, worst: 2n * worst });
    expect(totals.cost).toBe(2n * ((71_336_000n * 60_000_000n) / 120_500_000n));
    expect(totals.realised).toBe(totals.expected - totals.cost);
  });
});
