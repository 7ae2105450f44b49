// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { dropAlert, keepAlert, markTold, seeWallet } from './alert-changes.ts';
import { type Alert, alertList, isWaiting, MAX_TOLD, MAX_WAITING } from './alerts.ts';

const alert = (id: string, more: Partial<Alert> = {}): Alert => ({
  id,
  subject: { eventId: 'E', marketId: 'M', label: 'France', eventTitle: 'Cup' },
  rule: { kind: 'price', side: 'yes', to: 'rise', price: '700000' },
  madeAt: 1,
  toldAt: null,
  fact: null,
  ...more,
});
const ids = (): string[] => alertList.get().map(({ id }) => id);

beforeEach(() => alertList.set([]));

it('keeps the newest first and puts an edited one in its own place', () => {
  for (const id of ['a', 'b', 'c']) keepAlert(alert(id));
  keepAlert(alert('b', { rule: { kind: 'closing', seconds: 60 } }));
  expect(ids()).toEqual(['c', 'b', 'a']);
  expect(alertList.get()[1]?.rule).toEqual({ kind: 'closing', seconds: 60 });
  dropAlert('c');
  expect(ids()).toEqual(['b', 'a']);
});

it('is told once, whoever comes second', () => {
  keepAlert(alert('a'));
  expect(markTold('a', 'It is there', 5)).toBe(true);
  expect(markTold('a', 'It is there', 6)).toBe(false);
  expect(markTold('gone', 'It is there', 6)).toBe(false);
  expect(alertList.get()[0]).toMatchObject({ toldAt: 5, fact: 'It is there' });
});

it('is bounded: the oldest go, those that wait and those that were told each by themselves', () => {
  for (let index = 0; index < MAX_WAITING + 5; index += 1) keepAlert(alert(`w${index}`));
  keepAlert(alert('told', { toldAt: 1, fact: '' }));
  expect(alertList.get().filter(isWaiting)).toHaveLength(MAX_WAITING);
  expect(ids()).toContain('told');
  expect(ids()).not.toContain('w0');
  for (let index = 0; index < MAX_TOLD + 5; index += 1) {
    keepAlert(alert(`t${index}`));
    markTold(`t${index}`, 'It is there', 5);
  }
  expect(alertList.get().filter((one) => !isWaiting(one))).toHaveLength(MAX_TOLD);
  expect(ids()).not.toContain('told');
});

it('takes what a wallet can claim when it is first seen for old, and keeps what it knows of the others', () => {
  keepAlert(alert('a', { rule: { kind: 'claimable', known: ['v1'], owners: ['V'] } }));
  keepAlert(alert('price'));
  seeWallet('W', ['w1']);
  const rule = { kind: 'claimable', known: ['v1', 'w1'], owners: ['V', 'W'] };
  expect(alertList.get().map((one) => one.rule)).toEqual([alert('price').rule, rule]);
  const before = alertList.get();
  seeWallet('W', ['w1', 'w2']);
  seeWallet('V', ['v2']);
  expect(alertList.get(), 'what has come since is news').toBe(before);
});

it('reads an alert of before, which names no wallet, and lets it be', () => {
  const old = alert('a', { rule: { kind: 'claimable', known: ['v1'] } });
  localStorage.setItem('evenline.alerts', JSON.stringify([old]));
  seeWallet('W', ['w1']);
  expect(alertList.get()).toEqual([old]);
});

it('reads what does not fit as nothing', () => {
  const tooMany = Array.from({ length: MAX_WAITING + MAX_TOLD + 1 }, (_, nth) => alert(`a${nth}`));
  const dear = alert('a', { rule: { kind: 'price', side: 'yes', to: 'rise', price: '12345678' } });
  for (const kept of [
    [{ id: 1 }],
    tooMany,
    [dear],
    [alert('a', { rule: { kind: 'closing', seconds: 0 } })],
  ]) {
    localStorage.setItem('evenline.alerts', JSON.stringify(kept));
    expect(alertList.get()).toEqual([]);
  }
  localStorage.setItem('evenline.alerts', JSON.stringify(tooMany.slice(1)));
  expect(alertList.get()).toHaveLength(MAX_WAITING + MAX_TOLD);
});
