import { POINT_AND_COMMA, showNumbers } from '@contract/money.ts';
import { picoUsd } from '@contract/triggers/price.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderWith, SOL, tokenOf, USDC } from './orders.fixtures.ts';
import { assetsOf, firedPoints, hasFired, isStranded, trailingPrice, triggerPoints } from './orders-rows.ts';
import {
  amountText,
  assetsText,
  balanceText,
  distanceOf,
  eventLabel,
  kindLabel,
  orderTitle,
  stateLabel,
} from './triggers-labels.ts';

const ONE = 10n ** 12n;
const dollars = (value: number) => picoUsd(BigInt(Math.round(value * 100)) * (ONE / 100n));

describe('words of an order', () => {
  it('names what is given and what is wanted', () => {
    expect(orderTitle(orderWith(), tokenOf)).toBe('Sell 2 SOL for USDC');
    const buys = orderWith({ inputMint: USDC, outputMint: SOL, initialInputAmount: '1250500000' });
    expect(orderTitle(buys, tokenOf)).toBe('Buy SOL with 1,250.5 USDC');
    expect(amountText(tokenOf, SOL, 1_000n)).toBe('0.000001 SOL');
    expect(amountText(tokenOf, USDC, 1_000_000_000n)).toBe('1,000 USDC');
    expect(amountText(() => undefined, SOL, 5n)).toBe('5 units of So11…');
  });

  it('shows no amount that is there as nothing', () => {
    expect(balanceText(2_000_000_000n, 9)).toBe('2.0000');
    expect(balanceText(0n, 9)).toBe('0.0000');
    expect(balanceText(15_625n, 8)).toBe('0.000156');
    expect(balanceText(12n, 8)).toBe('0.00000012');
    expect(amountText(tokenOf, SOL, 1n)).toBe('0.000000001 SOL');
  });

  it('writes amounts and distances in the form of numbers that is chosen', () => {
    showNumbers({ decimal: ',', group: '.' });
    expect(amountText(tokenOf, USDC, 1_250_500_000n)).toBe('1.250,5 USDC');
    expect(amountText(tokenOf, USDC, 1_000_000_000n)).toBe('1.000 USDC');
    expect(amountText(tokenOf, SOL, 1_000n)).toBe('0,000001 SOL');
    expect(kindLabel(orderWith({ trailingBps: 250, triggerPriceUsd: null }))).toBe('Trailing 2,5 %');
    showNumbers(POINT_AND_COMMA);
  });

  it('tells the kinds apart', () => {
    expect(kindLabel(orderWith())).toBe('Single');
    expect(kindLabel(orderWith({ trailingBps: 250, triggerPriceUsd: null }))).toBe('Trailing 2.5 %');
    expect(kindLabel(orderWith({ orderType: 'oco' }))).toBe('TP / SL');
    expect(kindLabel(orderWith({ orderType: 'oco', parentOrderId: 'p' }))).toBe('Bracket');
    expect(kindLabel(orderWith({ orderType: 'otoco' }))).toBe('Entry with bracket');
  });

  it('lists the prices of a pair, and those of an entry as later ones', () => {
    const pair = orderWith({
      orderType: 'oco',
      triggerCondition: null,
      triggerPriceUsd: null,
      tpPriceUsd: 90,
      slPriceUsd: 70,
    });
    expect(triggerPoints(pair).map(({ id, fires, later }) => [id, fires, later])).toEqual([
      ['tp', 'above', false],
      ['sl', 'below', false],
    ]);
    const entry = triggerPoints(orderWith({ orderType: 'otoco', tpPriceUsd: 90, slPriceUsd: 70 }));
    expect(entry.map(({ label, later }) => [label, later])).toEqual([
      ['Entry', false],
      ['Take profit', true],
      ['Stop loss', true],
    ]);
  });

  it('follows the best price of a trailing order', () => {
    const trails = orderWith({ triggerPriceUsd: null, trailingBps: 1_000, highWatermark: 100 });
    expect(trailingPrice(trails)).toBe(dollars(90));
    expect(triggerPoints(trails)[0]).toMatchObject({ label: 'Trails at', price: dollars(90), trails: true });
    const buys = orderWith({
      triggerPriceUsd: null,
      trailingBps: 1_000,
      triggerCondition: 'above',
      lowWatermark: 50,
    });
    expect(trailingPrice(buys)).toBe(dollars(55));
    // Of the cheapest tokens a unit of the price counts: as the exchange rounds it, reached no later than the exact one.
    const cheap = { trailingBps: 1_000, highWatermark: picoUsd(7n), lowWatermark: picoUsd(7n) };
    expect(trailingPrice({ ...trails, ...cheap })).toBe(7n);
    expect(trailingPrice({ ...buys, ...cheap })).toBe(7n);
    expect(triggerPoints(orderWith({ triggerPriceUsd: null, trailingBps: 1_000 }))).toEqual([]);
  });

  it('measures the distance, and says when it is none', () => {
    const point = { fires: 'below' as const, price: dollars(76.5) };
    expect(distanceOf(dollars(85), point)).toEqual({ change: '−10.00 %', away: '$8.50 away' });
    expect(distanceOf(dollars(85), { fires: 'below', price: dollars(84.12) })?.away).toBe('$0.88 away');
    expect(distanceOf(dollars(76), point)?.away).toBe('reached');
    expect(distanceOf(null, point)).toBeNull();
  });

  it('never shows a distance that has been reached as one that is ahead', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 17n),
        fc.bigInt(1n, 10n ** 17n),
        fc.constantFrom('above' as const, 'below' as const),
        (now, at, fires) => {
          const point = { fires, price: picoUsd(at) };
          const distance = distanceOf(now, point);
          expect(distance?.away === 'reached').toBe(hasFired(point, now));
        },
      ),
    );
  });

  it('tells the price at which it triggered, and none of one that never did', () => {
    expect(firedPoints(orderWith({ orderState: 'cancelled' }))).toEqual([]);
    const pair = { orderType: 'oco', triggerPriceUsd: null, tpPriceUsd: 90, slPriceUsd: 70 } as const;
    const fill = {
      type: 'fill',
      timestamp: 1,
      txSignature: 's',
      state: '',
      mint: SOL,
      amount: '1',
      outputMint: USDC,
      outputAmount: '1',
      orderContext: 'stop_loss',
    };
    const fired = orderWith({ ...pair, orderState: 'filled', triggeredAt: 2, events: [fill] });
    expect(firedPoints(fired).map(({ id }) => id)).toEqual(['sl']);
    const entry = orderWith({ orderType: 'otoco', triggeredAt: 2, tpPriceUsd: 90, slPriceUsd: 70 });
    expect(firedPoints(entry).map(({ id }) => id)).toEqual(['trigger']);
  });

  it('says in words how an order stands', () => {
    expect(stateLabel(orderWith()).text).toBe('Open');
    expect(stateLabel(orderWith({ orderState: 'executing', rawState: 'stopping' })).text).toBe('Stopping');
    expect(stateLabel(orderWith({ orderState: 'pending_withdraw' })).text).toBe('Withdrawal not signed');
    expect(stateLabel(orderWith({ orderState: 'something_new' })).text).toBe('something_new');
  });
});

describe('what an order has left', () => {
  const event = {
    timestamp: 1,
    txSignature: 's',
    state: '',
    outputMint: null,
    outputAmount: null,
    orderContext: null,
  };

  it('is the rest of the deposit; fills are paid out already', () => {
    const partly = orderWith({
      remainingInputAmount: '500000000',
      outputAmount: '120000000',
      events: [{ ...event, type: 'withdrawal', mint: USDC, amount: '120000000' }],
    });
    expect(assetsText(assetsOf(partly), tokenOf)).toBe('0.5 SOL');
  });

  it('is also what an entry has bought so far', () => {
    const entry = orderWith({
      orderType: 'otoco',
      inputMint: USDC,
      outputMint: SOL,
      orderState: 'pending_withdraw',
      remainingInputAmount: '40000000',
      outputAmount: '700000000',
    });
    expect(assetsText(assetsOf(entry), tokenOf)).toBe('40 USDC and 0.7 SOL');
  });

  it('is not less for a payment that has failed', () => {
    const payment = { ...event, type: 'withdrawal', mint: SOL, amount: '700000000' };
    const entry = (state: string) =>
      orderWith({
        orderType: 'otoco',
        inputMint: USDC,
        outputMint: SOL,
        orderState: 'failed',
        remainingInputAmount: '0',
        outputAmount: '700000000',
        events: [{ ...payment, state }],
      });
    expect(assetsText(assetsOf(entry('failed')), tokenOf)).toBe('0.7 SOL');
    expect(isStranded(entry('failed'))).toBe(true);
    expect(isStranded(entry('success'))).toBe(false);
  });

  it.each([
    ['an amount', { mint: SOL, amount: null }],
    ['a token', { mint: null, amount: '300000000' }],
  ])('is not known where the service tells of a payment without %s', (_, untold) => {
    const payment = { ...event, type: 'withdrawal', ...untold };
    const entry = {
      orderType: 'otoco',
      inputMint: USDC,
      outputMint: SOL,
      orderState: 'expired',
      remainingInputAmount: '0',
      outputAmount: '700000000',
      events: [payment],
    };
    expect(assetsOf(orderWith(entry))).toBeNull();
    // There may be something: it is not hidden.
    expect(isStranded(orderWith(entry))).toBe(true);
    expect(assetsText(assetsOf(orderWith(entry)), tokenOf)).toMatch(/does not tell/);
    // Nothing was bought, or all of it is told to have been paid.
    expect(assetsOf(orderWith({ ...entry, outputAmount: null }))).toEqual([]);
    const whole = { ...event, type: 'withdrawal', mint: SOL, amount: '700000000' };
    expect(assetsOf(orderWith({ ...entry, events: [payment, whole] }))).toEqual([]);
    // All but entries are paid as they are filled.
    expect(assetsOf(orderWith({ ...entry, orderType: 'single' }))).toEqual([]);
  });

  it('is nothing once it is filled or cancelled, and stranded once it has expired', () => {
    expect(assetsOf(orderWith({ orderState: 'cancelled' }))).toEqual([]);
    expect(isStranded(orderWith({ orderState: 'expired' }))).toBe(true);
    expect(isStranded(orderWith({ orderState: 'expired', remainingInputAmount: '0' }))).toBe(false);
    expect(isStranded(orderWith())).toBe(false);
  });

  it.each([
    ['take_profit', 'stop_loss', 'success'],
    // As paper exchanges from before wrote them down.
    ['tp', 'sl', 'oco_cancelled'],
  ])('tells what happened, the leg included, written %s', (gain, loss, state) => {
    const fill = orderWith({
      events: [
        {
          ...event,
          type: 'fill',
          mint: SOL,
          amount: '2000000000',
          outputMint: USDC,
          outputAmount: '151000000',
          orderContext: gain,
        },
        { ...event, type: 'cancelled', state, mint: null, amount: null, orderContext: loss },
      ],
    });
    expect(fill.events.map((one) => eventLabel(one, tokenOf))).toEqual([
      'Take profit: Filled 2 SOL for 151 USDC',
      'Stop loss cancelled by the other',
    ]);
  });
});
