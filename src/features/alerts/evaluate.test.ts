import { microUsd } from '@contract/money.ts';
import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { MarketWire } from '@contract/prediction/market.ts';
import type { Position } from '@contract/prediction/position.ts';
import { describe, expect, it } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import { serverNow } from '@/lib/clock.ts';
import { formatShortLocal } from '@/lib/time.ts';
import type { Alert, AlertRule } from '@/state/alerts.ts';
import { emptyForm, formOf, problemOf, ruleOf, wayOf } from './alert-form.ts';
import { ruleText, spanText } from './alerts-labels.ts';
import { awayFinding, evaluate } from './evaluate.ts';

const NOW = 1_000_000;
const game = (market: Partial<MarketWire> = {}): PredictionEvent =>
  eventOf([{ marketId: 'M', title: 'France', closeTime: NOW + 3_600, ...market }], 'E');
const alert = (rule: AlertRule, subject: Alert['subject'] = SUBJECT): Alert => ({
  id: 'a',
  subject,
  rule,
  madeAt: 0,
  toldAt: null,
  fact: null,
});
const SUBJECT = { eventId: 'E', marketId: 'M', label: 'France', eventTitle: 'Cup' };
const price = (side: 'yes' | 'no', to: 'rise' | 'fall', micro: string): AlertRule => ({
  kind: 'price',
  side,
  to,
  price: micro,
});
const facts = (event: PredictionEvent | null | undefined, positions?: Position[], now = NOW) => ({
  event,
  owner: 'W',
  positions,
  now,
});
const position = (pubkey: string, claimable: boolean, marketId = 'M'): Position =>
  ({ pubkey, claimable, marketId, payoutUsd: 12_500_000n }) as unknown as Position;

describe('a price that nobody watched', () => {
  const cents = (value: number) => microUsd(BigInt(value) * 10_000n);
  const step = (low: number, high: number) => ({
    open: cents(low),
    high: cents(high),
    low: cents(low),
    close: cents(low),
    volume: null,
  });
  const then = { from: 6_000, step: 60, steps: [step(50, 70), null, step(40, 52), step(50, 52)] };

  it.each([
    ['yes', 'rise', '700000', 6_000],
    ['yes', 'rise', '710000', undefined],
    ['yes', 'fall', '450000', 6_120],
    ['no', 'rise', '600000', 6_120],
    ['no', 'fall', '300000', 6_000],
  ] as const)('%s %s to %s: told with its time, though it has left again', (side, to, micro, at) => {
    const found = awayFinding(alert(price(side, to, micro)), then);
    expect(found?.happened ?? false).toBe(at !== undefined);
    if (at !== undefined)
      expect(found?.fact).toContain(`while you were away, at ${formatShortLocal(at * 1_000)}.`);
  });

  it('counts from when the alert was made', () => {
    const made = Date.now() - serverNow() + 6_060_000;
    expect(awayFinding({ ...alert(price('yes', 'rise', '700000')), madeAt: made }, then)).toBeNull();
    expect(awayFinding({ ...alert(price('yes', 'fall', '450000')), madeAt: made }, then)?.happened).toBe(
      true,
    );
  });

  it('is nothing where nobody knows, nor to what waits for no price', () => {
    expect(awayFinding(alert(price('yes', 'rise', '1')), undefined)).toBeNull();
    expect(awayFinding(alert({ kind: 'closing', seconds: 60 }), then)).toBeNull();
  });
});

describe('a price', () => {
  it.each([
    ['yes', 'rise', '610000', true],
    ['yes', 'rise', '611000', false],
    ['yes', 'fall', '610000', true],
    ['yes', 'fall', '609000', false],
    ['no', 'rise', '390000', true],
    ['no', 'fall', '389999', false],
  ] as const)('%s %s to %s: %s', (side, to, micro, happened) => {
    const found = evaluate(alert(price(side, to, micro)), facts(game()));
    expect(found?.happened ?? false).toBe(happened);
  });
  it('of a side that has a name of its own is told by it', () => {
    const down = alert(price('yes', 'rise', '600000'), { ...SUBJECT, label: 'Down' });
    expect(ruleText(down)).toBe('Down rises to 60¢');
    expect(evaluate(down, facts(game()))?.fact).toMatch(/^Down rose to 61¢/);
  });
  it('nobody quotes is no price at all', () => {
    expect(evaluate(alert(price('yes', 'fall', '999000')), facts(game({ pricing: null })))).toBeNull();
  });
  it('an event that is not known yet is not evaluated', () => {
    expect(evaluate(alert(price('yes', 'rise', '1')), facts(undefined))).toBeNull();
  });
  it('a market that ended first is noted, not called out', () => {
    const found = evaluate(alert(price('yes', 'rise', '900000')), facts(game({ status: 'closed' })));
    expect(found).toEqual({ happened: false, fact: 'Trading ended before the price got there.' });
    for (const gone of [null, { ...game(), markets: [] }])
      expect(evaluate(alert(price('yes', 'rise', '1')), facts(gone))).toEqual({
        happened: false,
        fact: 'The market is no longer listed.',
      });
  });
});

describe('a closing', () => {
  const closing = (seconds: number): AlertRule => ({ kind: 'closing', seconds });
  it('is told within its time, by the service’s clock', () => {
    expect(evaluate(alert(closing(900)), facts(game()))).toBeNull();
    expect(evaluate(alert(closing(900)), facts(game(), undefined, NOW + 2_701))).toEqual({
      happened: true,
      fact: 'Trading closes in 15 min.',
    });
  });
  it('is told from its first second to the last in which it trades', () => {
    const at = (left: number) =>
      evaluate(alert(closing(900)), facts(game(), undefined, NOW + 3_600 - left))?.happened;
    expect([901, 900, 1, 0].map(at)).toEqual([undefined, true, true, false]);
  });
  it('that is over was missed', () => {
    expect(evaluate(alert(closing(900)), facts(game(), undefined, NOW + 3_601))?.happened).toBe(false);
  });
  it('has its span in words', () => {
    expect([30, 60, 61, 3_600, 5_430].map(spanText)).toEqual([
      '1 min',
      '1 min',
      '2 min',
      '1 h',
      '1 h 31 min',
    ]);
  });
});

describe('a payout', () => {
  const claim: AlertRule = { kind: 'claimable', known: ['old'] };
  it('counts what can be claimed now and could not before', () => {
    const all = [
      position('old', true),
      position('new', true),
      position('not', false),
      position('x', true, 'X'),
    ];
    expect(evaluate(alert(claim), facts(undefined, all))?.fact).toBe('$12.50 can be claimed.');
    expect(evaluate(alert(claim, null), facts(undefined, all))?.fact).toBe('$25.00 can be claimed.');
    expect(evaluate(alert(claim), facts(undefined, all.slice(0, 1)))).toBeNull();
    expect(evaluate(alert(claim), facts(undefined))).toBeNull();
  });
  it('of a wallet that the alert has not seen yet is no news', () => {
    const all = facts(undefined, [position('of W', true)]);
    expect(evaluate(alert({ ...claim, owners: ['V'] }), all)).toBeNull();
    expect(evaluate(alert({ ...claim, owners: ['V', 'W'] }), all)?.happened).toBe(true);
    expect(evaluate(alert(claim), { ...all, owner: null }), 'without a wallet').toBeNull();
  });
});

describe('the form', () => {
  const [market] = game().markets;
  const noPayout = { kind: 'claimable', known: [] } as const;
  it('takes a price from 0.1¢ to 99.9¢', () => {
    const form = (cents: string) => ({ ...emptyForm('price'), cents });
    const rules = ['0.1', '62.5', '99.9'].map((cents) => ruleOf(form(cents), market, noPayout));
    expect(rules).toMatchObject([{ price: '1000' }, { price: '625000' }, { price: '999000' }]);
    const problems = ['0', '0.1', '99.9', '100', ''].map((cents) => problemOf(form(cents), market, 0, null));
    const refused = 'A price is between 0.1¢ and 99.9¢';
    expect(problems).toEqual([refused, null, null, refused, 'Enter a price']);
  });
  it('goes up to a price above and down to one below, unless told otherwise', () => {
    const form = emptyForm('price');
    expect(wayOf({ ...form, cents: '70' }, market)).toBe('rise');
    expect(wayOf({ ...form, cents: '50' }, market)).toBe('fall');
    expect(wayOf({ ...form, cents: '50', to: 'rise' }, market)).toBe('rise');
    expect(wayOf({ ...form, side: 'no', cents: '50' }, market)).toBe('rise');
  });
  it('goes nowhere by itself where nobody knows the price', () => {
    const form = { ...emptyForm('price'), cents: '50' };
    for (const one of [undefined, game({ pricing: null }).markets[0]]) {
      expect(wayOf(form, one)).toBeNull();
      expect(problemOf(form, one, NOW, null)).toBe('Choose whether it rises or falls');
      expect(problemOf({ ...form, to: 'fall' }, one, NOW, null)).toBeNull();
    }
  });
  it.each([
    [{}, 'Enter a price'],
    [{ cents: '100' }, 'A price is between 0.1¢ and 99.9¢'],
    [{ cents: '50', to: 'rise' as const }, 'The price is already there'],
    [{ cents: '70' }, null],
    [{ kind: 'closing' as const }, null],
    [{ kind: 'closing' as const, closing: '86400' as const }, 'It closes sooner than that'],
    [{ kind: 'claimable' as const }, 'Connect a wallet first'],
  ])('%o: %s', (more, problem) => {
    expect(problemOf({ ...emptyForm('price'), ...more }, market, NOW, 'Connect a wallet first')).toBe(
      problem,
    );
  });
  it('is none of a closing that nobody tells, nor of one that would be told at once', () => {
    const said = (closeTime: number | null) =>
      problemOf(emptyForm('closing'), game({ closeTime }).markets[0], NOW, null);
    expect(said(null)).toBe('The service does not say when it closes');
    expect(said(NOW + 900)).toBe('It closes sooner than that');
    expect(said(NOW + 901)).toBeNull();
  });
  it('gives a rule back as it was filled in', () => {
    const fine = price('yes', 'rise', '624999');
    for (const rule of [price('no', 'fall', '125000'), fine, { kind: 'closing', seconds: 3_600 } as const]) {
      expect(ruleOf(formOf(rule), market, noPayout)).toEqual(rule);
    }
    expect(ruleText(alert(price('no', 'fall', '125000')))).toBe('No falls to 12.5¢');
  });
});
