// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import type { TriggerOrderWire } from '@contract/triggers/order.ts';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { TriggerOrder } from '@/api/triggers.queries.ts';
import { numbersPreference } from '@/state/preferences.ts';
import { useShownForms } from '@/state/shown-forms.ts';
import { OWNER, orderWith } from './orders.fixtures.ts';
import { useOrderDrafts } from './orders-drafts.ts';
import { newDraft } from './orders-edit.ts';

afterEach(() => act(() => void numbersPreference.set(numbersPreference.fallback)));

it('keeps what is typed for another wallet when a save of the one before ends late', () => {
  const order = orderWith({ orderState: 'open' });
  const other = '11111111111111111111111111111111' as Pubkey;
  const { result, rerender } = renderHook((owner: Pubkey) => useOrderDrafts(owner, undefined), {
    initialProps: OWNER as Pubkey,
  });
  act(() => result.current.set(order, newDraft));
  const { saved } = result.current;
  rerender(other);
  act(() => result.current.set(order, newDraft));
  act(() => saved(order, newDraft));
  expect(result.current.of.get(order.id)).toBe(newDraft);
});

it('holds the change of an order for as long as the order can be changed', () => {
  const order = (orderState: TriggerOrderWire['orderState']) => orderWith({ orderState });
  const page = renderHook(useShownForms);
  const { result, rerender } = renderHook(
    (orders: readonly TriggerOrder[] | undefined) => useOrderDrafts(OWNER, orders),
    { initialProps: [order('open')] },
  );
  act(() => result.current.set(order('open'), newDraft));
  act(() => void numbersPreference.set('point'));
  rerender(undefined);
  expect(result.current.of.size, 'nobody knows that it has ended').toBe(1);
  expect(page.result.current.numbers).toBe('comma');
  rerender([order('executing')]);
  expect(result.current.of.size).toBe(0);
  expect(page.result.current.numbers, 'nothing that is seen holds the page back').toBe('point');
  rerender([order('open')]);
  expect(result.current.of.size).toBe(1);
  rerender([]);
  expect(result.current.of.size).toBe(0);
});
