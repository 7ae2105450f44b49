import { createPriceOrderBody } from '@contract/triggers/order.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { changeBps, priceText } from '@/domain/trigger-price.ts';
import { showTimes } from '@/lib/time.ts';
import type { FormState } from './form-state.ts';
import { type FormInputs, summariseForm } from './form-summary.ts';
import { levelsAs, readLevels } from './form-terms.ts';
import { dollars, inputs, OWNER, SOL, USDC } from './testing.ts';
import { newTriggerForm, type TriggerForm, triggerFormReducer } from './use-form.ts';

const MINUS = '\u2212';
const form = (change: Partial<FormState> = {}): TriggerForm => ({
  ...newTriggerForm,
  amount: '2',
  ...change,
});
const levels = (trigger = '', tp = '', sl = '') => ({ trigger, tp, sl });
const summary = (change: Partial<FormState>, more: Partial<FormInputs> = {}) =>
  summariseForm(form(change), { ...inputs, ...more });
const bodyOf = (change: Partial<FormState>, more: Partial<FormInputs> = {}) => {
  const { draft, button } = summary(change, more);
  if (!draft) throw new Error(button.text);
  const whole = { ...draft.terms, depositRequestId: 'r', depositSignedTx: 't', userPubkey: OWNER };
  expect(z.safeParse(createPriceOrderBody, whole).success).toBe(true);
  return draft.terms;
};

describe('the order in words', () => {
  const day = '3 Oct';
  it.each<[string, Partial<FormState>, string]>([
    [
      'a stop',
      { levels: levels('76.374') },
      `Sell 2 SOL for USDC when SOL falls below $76.374 (${MINUS}10.0 % from now), until ${day}`,
    ],
    [
      'a purchase by percent',
      { side: 'buy', amount: '100', unit: 'percent', condition: 'above', levels: levels('5') },
      `Buy SOL for 100 USDC when SOL rises above $89.10 (+5.0 % from now), until ${day}`,
    ],
    [
      'a pair',
      { kind: 'oco', unit: 'percent', levels: levels('', '20', '10') },
      `Sell 2 SOL for USDC when SOL rises above $101.83 (+20.0 % from now) to take the profit, or falls below $76.37 (${MINUS}10.0 % from now) to stop the loss, whichever comes first, until ${day}`,
    ],
    [
      'a bracket',
      { kind: 'otoco', side: 'buy', amount: '200', levels: levels('80', '120', '60') },
      `Buy SOL for 200 USDC when SOL falls below $80.00 (${MINUS}5.73 % from now), until ${day}. Then sell what was bought when SOL rises above $120.00 (+50.0 % from the entry) or falls below $60.00 (${MINUS}25.0 % from the entry). That pair has an expiry of its own`,
    ],
    [
      'a trailing sale',
      { kind: 'trailing', trail: '7.5' },
      `Sell 2 SOL for USDC when SOL falls 7.5 % below its highest price from now on, until ${day}`,
    ],
    [
      'a trailing purchase',
      { kind: 'trailing', side: 'buy', amount: '50', trail: '3' },
      `Buy SOL for 50 USDC when SOL rises 3.0 % above its lowest price from now on, until ${day}`,
    ],
  ])('%s', (_name, change, words) => {
    expect(summary(change).sentence).toBe(words);
  });
});

it('says the amount to its last digit, however many decimals the token has', () => {
  const token = { ...SOL, decimals: 12 };
  const { sentence, draft } = summary(
    { amount: '1.000000000123', levels: levels('76') },
    { token, isNative: false, held: 10n ** 13n },
  );
  expect(draft?.amount).toBe(1_000_000_000_123n);
  expect(sentence).toMatch(/^Sell 1\.000000000123 SOL for USDC when/);
});

describe('the last day of an order', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    showTimes({ utc: false, halfDays: false });
  });
  it.each([
    ['Asia/Tokyo', true, '2026-10-03', '2026-10-03T23:59:59.000Z'],
    ['Asia/Tokyo', false, '2026-10-03', '2026-10-03T14:59:59.000Z'],
    ['Europe/Berlin', false, '2026-10-25', '2026-10-25T22:59:59.000Z'],
  ])('ends where the clock that is shown says: %s, UTC %s', (zone, utc, date, end) => {
    vi.stubEnv('TZ', zone);
    showTimes({ utc, halfDays: false });
    const { expiresAt } = bodyOf({ levels: levels('76'), expiry: 'date', date });
    expect(new Date(expiresAt).toISOString()).toBe(end);
  });
});

describe('what is sent', () => {
  it('is what the sentence says', () => {
    expect(bodyOf({ levels: levels('76.374') })).toMatchObject({
      orderType: 'single',
      inputMint: SOL.mint,
      outputMint: USDC.mint,
      triggerMint: SOL.mint,
      inputAmount: '2000000000',
      triggerCondition: 'below',
      triggerPriceUsd: '76.374',
      expiresAt: inputs.now + 7 * 86_400_000,
    });
    expect(bodyOf({ kind: 'oco', levels: levels('', '120', '70') })).toMatchObject({
      orderType: 'oco',
      tpPriceUsd: '120',
      slPriceUsd: '70',
    });
    expect(
      bodyOf({ kind: 'trailing', side: 'buy', amount: '50', trail: '3' }, { isNative: false }),
    ).toMatchObject({
      orderType: 'single',
      inputMint: USDC.mint,
      triggerMint: SOL.mint,
      triggerCondition: 'above',
      trailingBps: 300,
    });
    const entry = { kind: 'otoco', side: 'buy', amount: '50', levels: levels('80', '90', '70') } as const;
    expect(bodyOf({ ...entry, slippage: levels('1', '', '2.5') }, { isNative: false })).toMatchObject({
      orderType: 'otoco',
      triggerPriceUsd: '80',
      slippageBps: 100,
      slSlippageBps: 250,
    });
  });

  it('leaves slippage to the service where none was typed', () => {
    expect(bodyOf({ levels: levels('76') })).not.toHaveProperty('slippageBps');
  });

  it('is a request that the service can read, whatever prices were typed', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 9n), fc.bigInt(1n, 9_000n), (cents, bps) => {
        const price = cents * 10_000_000_000n;
        const change = { unit: 'percent' as const, levels: levels(String(Number(bps) / 100)) };
        const { draft } = summariseForm(form({ ...change, amount: '5' }), {
          ...inputs,
          price: price as typeof inputs.price & bigint,
          minDeposit: 0n,
        });
        if (!draft) return;
        const whole = { ...draft.terms, depositRequestId: 'r', depositSignedTx: 't', userPubkey: OWNER };
        expect(z.safeParse(createPriceOrderBody, whole).success).toBe(true);
      }),
    );
  });
});

describe('levels', () => {
  it('keep their meaning from unit to unit', () => {
    const market = { price: dollars(50), mcap: { worth: 50_000_000_000_000n, at: dollars(50) } };
    fc.assert(
      fc.property(fc.bigInt(1_000n, 20_000n), (cents) => {
        const price = cents * 10_000_000_000n;
        const state = {
          kind: 'single',
          unit: 'price',
          condition: 'above',
          levels: levels(priceText(price)),
        } as const;
        const typed = readLevels(state, market);
        const asCap = levelsAs('mcap', state, typed, market);
        expect(readLevels({ ...state, unit: 'mcap', levels: asCap }, market).trigger).toBe(price);
        if (price <= market.price) return;
        const asPercent = levelsAs('percent', state, typed, market);
        const back = readLevels({ ...state, unit: 'percent', levels: asPercent }, market).trigger ?? 0n;
        expect(changeBps(price, back)).toSatisfy((off: bigint) => off >= -1n && off <= 1n);
      }),
    );
  });
  it('are prices of the supply there is, however far the price has gone since it was told', () => {
    const market = { price: dollars(60), mcap: { worth: 50_000_000_000_000n, at: dollars(50) } };
    const state = { kind: 'single', condition: 'above' } as const;
    const { trigger } = readLevels({ ...state, unit: 'mcap', levels: levels('100000000') }, market);
    expect(trigger).toBe(dollars(100));
    const prices = { trigger, tp: undefined, sl: undefined };
    expect(levelsAs('mcap', state, prices, market).trigger).toBe('100000000');
  });
  const known = { price: dollars(76.37), mcap: { worth: 76_370_000_000_000n, at: dollars(76.37) } };
  it.each<[string, Partial<FormState>, 'price' | 'percent' | 'mcap', string | undefined]>([
    ['nothing typed', {}, 'percent', undefined],
    ['a trigger on its side', { levels: levels('70') }, 'percent', undefined],
    [
      'one above the price it is to fall below',
      { levels: levels('85') },
      'percent',
      'Only for a trigger price below the price now',
    ],
    [
      'one at the price',
      { levels: levels('76.37') },
      'percent',
      'Only for a trigger price below the price now',
    ],
    [
      'a stop-loss above the price',
      { kind: 'oco', levels: levels('', '90', '80') },
      'percent',
      'Only for a stop-loss below the price now',
    ],
    ['the same as a capitalisation', { kind: 'oco', levels: levels('', '90', '80') }, 'mcap', undefined],
    [
      'a take-profit below the entry',
      { kind: 'otoco', levels: levels('70', '65', '60') },
      'percent',
      'Only for a take-profit above the entry',
    ],
    [
      'a pair whose entry is not typed',
      { kind: 'otoco', levels: levels('', '90', '60') },
      'percent',
      'Enter the entry price first',
    ],
    ['the same as capitalisations', { kind: 'otoco', levels: levels('', '90', '60') }, 'mcap', undefined],
    [
      'distances whose entry is not typed',
      { kind: 'otoco', unit: 'percent', levels: levels('', '10', '5') },
      'price',
      'Enter the entry price first',
    ],
    [
      'a distance that leaves nothing',
      { kind: 'oco', unit: 'percent', levels: levels('', '10', '150') },
      'mcap',
      'The stop-loss is not valid',
    ],
    [
      'a price that cents of a capitalisation move over the market',
      { levels: levels('76.3701') },
      'mcap',
      'The trigger price would become another price',
    ],
    [
      'a level of another kind of order',
      { kind: 'single', levels: levels('70', '', '80') },
      'percent',
      undefined,
    ],
  ])('of %s', (_name, change, unit, problem) => {
    expect(summary(change, known).unitProblems[unit]).toBe(problem);
  });
  it('wait with another unit for the price, where that says what was typed', () => {
    const problems = (change: Partial<FormState>) => summary(change, { price: null }).unitProblems;
    expect(problems({ unit: 'percent', levels: levels('5') }).price).toBe('The price is not known now');
    expect(problems({ unit: 'percent' }).price).toBeUndefined();
    expect(problems({}).percent).toBe('The price is not known now');
  });
  it('are never turned into other ones: none lies on another side, none that is shown is lost', () => {
    const cents = fc.bigInt(1n, 20_000n).map((one) => priceText(one * 10_000_000_000n));
    const kinds = fc.constantFrom<FormState['kind']>('single', 'oco', 'otoco');
    const typedText = fc.oneof(fc.constant(''), cents);
    fc.assert(
      fc.property(kinds, typedText, typedText, typedText, (kind, trigger, tp, sl) => {
        const [entry, pair] = [kind !== 'oco', kind !== 'single'];
        const state = { kind, levels: levels(entry ? trigger : '', pair ? tp : '', pair ? sl : '') };
        const before = summary(state, known);
        for (const unit of ['percent', 'mcap'] as const) {
          if (before.unitProblems[unit] !== undefined) continue;
          const turned = levelsAs(unit, before.state, before.prices, known);
          const after = summary({ ...state, unit, levels: turned }, known);
          expect(after.warnings).toEqual(before.warnings);
          expect(after.button).toEqual(before.button);
        }
      }),
    );
  });
  it('say of a distance from an entry that is not typed what it waits for', () => {
    const pair = { kind: 'otoco', unit: 'percent', levels: levels('', '10', '5') } as const;
    const { notes, button } = summary(pair);
    const needs = (name: string) => `The ${name} is measured from the entry: enter that first`;
    expect(notes).toMatchObject({ tp: needs('take-profit'), sl: needs('stop-loss') });
    expect(button.text).toBe('Enter the trigger price');
    expect(summary({ ...pair, levels: levels('5', '10', '150') }).notes.sl).toBe(
      'The stop-loss is not valid',
    );
  });
  it('cannot lie on the wrong side as percentages', () => {
    const { prices } = summary({ kind: 'oco', unit: 'percent', levels: levels('', '5', '5') });
    expect((prices.tp ?? 0n) > dollars(84.86) && (prices.sl ?? 0n) < dollars(84.86)).toBe(true);
  });
  it('are none while what they are measured by is unknown', () => {
    const { prices, button } = summary({ unit: 'percent', levels: levels('5') }, { price: null });
    expect(prices.trigger).toBeUndefined();
    expect(button.text).toMatch(/needs a price/);
  });
  it('are none by what all is worth either, also where the supply is known', () => {
    const state = { kind: 'single', condition: 'above', unit: 'mcap', levels: levels('90000000') } as const;
    const { mcap } = known;
    expect(readLevels(state, { price: known.price, mcap }).trigger).toBeDefined();
    expect(readLevels(state, { price: null, mcap }).trigger).toBeUndefined();
    expect(readLevels(state, { price: known.price, mcap: null }).trigger).toBeUndefined();
  });
});

it.each([
  ['below the price now for a sale', 'sell', 90],
  ['above it for a purchase', 'buy', 110],
] as const)('the line of a distance lies %s', (_, side, at) => {
  const { lines } = summary({ kind: 'trailing', side, trail: '10' }, { price: dollars(100) });
  expect(lines).toMatchObject([{ id: 'trigger', price: dollars(at), movable: false }]);
});

describe('warnings', () => {
  const words = (change: Partial<FormState>, more: Partial<FormInputs> = {}) =>
    summary(change, more).warnings.join(' ');
  it.each<[string, Partial<FormState>, RegExp]>([
    ['at once, below', { levels: levels('90') }, /below that price already: the order sells at once/],
    ['at once, above', { condition: 'above', levels: levels('80') }, /above that price already/],
    [
      'wrong side of the take-profit',
      { kind: 'oco', levels: levels('', '80', '70') },
      /take-profit is on the wrong side/,
    ],
    [
      'wrong side of the stop-loss',
      { kind: 'oco', levels: levels('', '120', '90') },
      /stop-loss is on the wrong side/,
    ],
    [
      'a bracket on the wrong side',
      { kind: 'otoco', side: 'buy', levels: levels('80', '79', '70') },
      /wrong side of the entry/,
    ],
    ['a slip of the finger', { levels: levels('7.6') }, /ten times away/],
    [
      'much slippage',
      { condition: 'above', levels: levels('90'), slippage: levels('6') },
      /up to 6.0 % worse/,
    ],
    ['the default of a stop', { levels: levels('76') }, /up to 20.0 % worse/],
  ])('%s', (_name, change, expected) => {
    expect(words(change)).toMatch(expected);
  });
  it('say nothing about an order that waits with little slippage', () => {
    expect(summary({ condition: 'above', levels: levels('90') }).warnings).toEqual([]);
    expect(summary({ condition: 'above', levels: levels('90') }).button.text).toBe('Place the order');
    expect(summary({ levels: levels('90') }).button.text).toBe('Place it anyway');
  });
  it('tell when nothing can be told', () => {
    expect(words({ levels: levels('90') }, { price: null })).toMatch(/price is not known now/);
  });
});

describe('the button names what is missing, most important first', () => {
  it.each<[string, Partial<FormState>, Partial<FormInputs>]>([
    ['Connect wallet', {}, { session: 'no-wallet' }],
    ['This wallet cannot sign', {}, { session: 'cannot-sign' }],
    ['Sign in to place it', {}, { session: 'signed-out' }],
    ['Sign in again to place it', {}, { session: 'lapsed' }],
    ['Not available in your region', {}, { regionRefused: true }],
    ['Choose a token', {}, { token: undefined }],
    ['Enter an amount', { amount: '' }, {}],
    ['Enter the trigger price', {}, {}],
    ['Enter the stop-loss', { kind: 'oco', levels: levels('', '90') }, {}],
    ['The trigger price has more than 15 digits', { levels: levels('64210.12345678901') }, {}],
    ['The take-profit must be above the stop-loss', { kind: 'oco', levels: levels('', '80', '90') }, {}],
    ['Enter the distance to trail by', { kind: 'trailing' }, {}],
    ['Trail by 0.5 % to 90 %', { kind: 'trailing', trail: '0.4' }, {}],
    ['Slippage is 0 to 100 %', { levels: levels('76'), slippage: levels('101') }, {}],
    ['Choose the day it expires', { levels: levels('76'), expiry: 'date' }, {}],
    ['The expiry has passed', { levels: levels('76'), expiry: 'date', date: '2026-01-01' }, {}],
    ['It can last a year at most', { levels: levels('76'), expiry: 'date', date: '2028-01-01' }, {}],
    ['Minimum is $10.00', { amount: '0.1', levels: levels('76') }, {}],
    ['Not enough SOL', { amount: '11', levels: levels('76') }, {}],
    ['Not enough SOL for fees', { amount: '10', levels: levels('76') }, {}],
    ['The take-profit must be above the stop-loss', { kind: 'oco', levels: levels('', '80', '80') }, {}],
    ['Trail by 0.5 % to 90 %', { kind: 'trailing', trail: '0.49' }, {}],
    ['Trail by 0.5 % to 90 %', { kind: 'trailing', trail: '90.01' }, {}],
    ['Slippage is 0 to 100 %', { levels: levels('76'), slippage: levels('100.01') }, {}],
    ['Minimum is $10.00', { levels: levels('76') }, { price: dollars(4.99) }],
  ])('%s', (text, change, more) => {
    const { button, draft } = summary(change, more);
    expect(button.text).toBe(text);
    expect(draft).toBeNull();
  });
  it.each<[string, Partial<FormState>, Partial<FormInputs>]>([
    ['the shortest distance', { kind: 'trailing', trail: '0.5' }, {}],
    ['the longest distance', { kind: 'trailing', trail: '90' }, {}],
    ['no slippage', { levels: levels('76'), slippage: levels('0') }, {}],
    ['any slippage', { levels: levels('76'), slippage: levels('100') }, {}],
    ['the least amount', { levels: levels('76') }, { price: dollars(5) }],
  ])('nothing of %s, which can be placed', (_, change, more) => {
    const { button, draft } = summary(change, more);
    expect(button.text).toMatch(/^Place/);
    expect(draft).not.toBeNull();
  });
  it('a last moment that is now, or more than a year away, and no other', () => {
    const day = { levels: levels('76'), expiry: 'date', date: '2026-10-03' } as const;
    const end = summary(day).expiresAt ?? Number.NaN;
    const year = 365 * 86_400_000;
    const textAt = (now: number) => summary(day, { now }).button.text;
    expect(textAt(end)).toBe('The expiry has passed');
    expect(textAt(end - 1)).toMatch(/^Place/);
    expect(textAt(end - year)).toMatch(/^Place/);
    expect(textAt(end - year - 1)).toBe('It can last a year at most');
  });
});

it('keeps the SOL of a deposit beside the SOL that is deposited, and of tokens that alone', () => {
  const textOf = (change: Partial<FormState>, lamports: bigint, isNative = true) =>
    summary({ levels: levels('76'), ...change }, { lamports, isNative }).button.text;
  expect(textOf({ amount: '2' }, 2_002_099_999n)).toBe('Not enough SOL for fees');
  expect(textOf({ amount: '2' }, 2_002_100_000n)).toMatch(/^Place/);
  expect(textOf({ amount: '2' }, 2_099_999n, false)).toBe('Not enough SOL for fees');
  expect(textOf({ amount: '2' }, 2_100_000n, false)).toMatch(/^Place/);
});

describe('the form', () => {
  it('is frozen from submit to the end, and keeps what was entered when that was not it', () => {
    const sent = triggerFormReducer(form({ levels: levels('76') }), {
      type: 'submitted',
      summary: summary({}),
    });
    expect(triggerFormReducer(sent, { type: 'amount', text: '9' })).toEqual(sent);
    const refused = triggerFormReducer(sent, { type: 'refused', turn: 0, notice: { text: 'no' } });
    const kept = triggerFormReducer(refused, { type: 'settled', turn: 0, spent: false });
    expect(kept).toMatchObject({
      amount: '2',
      levels: levels('76'),
      notice: { text: 'no' },
      submitted: null,
    });
    expect(triggerFormReducer(sent, { type: 'settled', turn: 0, spent: true })).toMatchObject({
      amount: '',
      levels: levels(),
    });
  });
  it('drops an amount that would mean another token', () => {
    expect(triggerFormReducer(form(), { type: 'side', side: 'buy' }).amount).toBe('');
    expect(triggerFormReducer(form(), { type: 'kind', kind: 'oco' }).amount).toBe('2');
    expect(triggerFormReducer(form(), { type: 'kind', kind: 'otoco' })).toMatchObject({
      amount: '',
      side: 'buy',
    });
  });

  it('turned to another kind forgets that a slippage was refused with the field it stands in', () => {
    const typed = form({ kind: 'oco', slippage: { trigger: '', tp: null, sl: '3' } });
    const turnedTo = (kind: FormState['kind']) => triggerFormReducer(typed, { type: 'kind', kind }).slippage;
    expect(turnedTo('single')).toEqual(levels('', '', '3'));
    expect(turnedTo('otoco'), 'a field that stays').toEqual({ trigger: '', tp: null, sl: '3' });
  });

  it('turned to another token keeps what does not hang on the former one', () => {
    const turn = (change: Partial<FormState>) => triggerFormReducer(form(change), { type: 'token' });
    expect(turn({ levels: levels('76'), expiry: '30' })).toMatchObject({
      amount: '',
      levels: levels(),
      expiry: '30',
    });
    expect(turn({ side: 'buy', unit: 'percent', levels: levels('5') })).toMatchObject({
      amount: '2',
      levels: levels('5'),
    });
    expect(turn({ unit: 'mcap', levels: levels('90000') })).toMatchObject({
      unit: 'price',
      levels: levels(),
    });
  });

  it.each(['token', 'wallet'] as const)(
    'turned to another %s does not propose there what was sent',
    (type) => {
      const typed = form({ kind: 'trailing', side: 'buy', unit: 'percent', levels: levels('5'), trail: '3' });
      const sent = triggerFormReducer(typed, { type: 'submitted', summary: summary({}) });
      expect(triggerFormReducer(sent, { type })).toMatchObject({
        submitted: null,
        kind: 'trailing',
        amount: '',
        levels: levels(),
        trail: '',
      });
    },
  );

  it('does not hear of an order that was placed on a former token', () => {
    const sent = triggerFormReducer(form({ levels: levels('76') }), {
      type: 'submitted',
      summary: summary({}),
    });
    const other = triggerFormReducer(triggerFormReducer(sent, { type: 'token' }), {
      type: 'amount',
      text: '3',
    });
    expect(other.submitted).toBeNull();
    expect(triggerFormReducer(other, { type: 'refused', turn: 0, notice: { text: 'no' } })).toEqual(other);
    expect(triggerFormReducer(other, { type: 'settled', turn: 0, spent: true })).toEqual(other);
  });
});
