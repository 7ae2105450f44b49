// @vitest-environment happy-dom
import type { EventId } from '@contract/ids.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventKeys } from '@/api/events.queries.ts';
import { eventOf } from '@/domain/event.fixtures.ts';
import {
  beginVisit,
  lastVisit,
  type NotedMarket,
  noteOpened,
  openedMarkets,
  thisVisit,
} from '@/state/visit.ts';
import { readHeldBy, recordVisit } from './visit-recorder.ts';

const NOON = Date.parse('2026-11-26T12:00:00Z');
const HOUR_MS = 3_600_000;

let stop: (() => void) | undefined;
let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  client = new QueryClient();
  const event = eventOf([{ marketId: 'M', title: 'France' }], 'E');
  client.setQueryData(eventKeys.one(event.eventId as EventId), event, { updatedAt: NOON });
  noteOpened('E', 'M');
  stop = recordVisit(client);
});
afterEach(() => {
  stop?.();
  readHeldBy(() => ({ markets: [], claims: undefined }));
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const store of [thisVisit, lastVisit, openedMarkets]) store.set(store.fallback as never);
});

const show = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
const left = () => lastVisit.get()?.markets.map(({ marketId }) => marketId);

it('a visit ended when its tab was hidden, not when that was closed in the background hours later', () => {
  show('hidden');
  vi.advanceTimersByTime(8 * HOUR_MS);
  window.dispatchEvent(new Event('pagehide'));
  expect(thisVisit.get().at).toBe(NOON);
  beginVisit(Date.now() + 60_000);
  expect(left()).toEqual(['M']);
});

it('a tab that is closed while it is looked at is noted', () => {
  vi.advanceTimersByTime(15_000);
  window.dispatchEvent(new Event('pagehide'));
  expect(thisVisit.get().at).toBe(NOON + 15_000);
});

it('a computer that slept with the tab in view begins another visit', () => {
  vi.advanceTimersByTime(25_000);
  const asleep = thisVisit.get().at;
  vi.setSystemTime(NOON + 8 * HOUR_MS);
  vi.advanceTimersByTime(20_000);
  expect(lastVisit.get()?.at).toBe(asleep);
  expect(left()).toEqual(['M']);
});

it('a market is noted as the newest answer has it, whichever list that came with', () => {
  const at = (buyYesPriceUsd: number, more: object = {}) =>
    eventOf(
      [
        {
          marketId: 'M',
          title: 'France',
          pricing: {
            buyYesPriceUsd,
            sellYesPriceUsd: buyYesPriceUsd,
            buyNoPriceUsd: null,
            sellNoPriceUsd: null,
            volume: 1,
          },
          ...more,
        },
      ],
      'E',
    );
  const noted = () => {
    window.dispatchEvent(new Event('pagehide'));
    return thisVisit.get().markets.map(({ price, open, at: of }) => [price, open, of]);
  };
  const lists = [...eventKeys.all, 'page', 'some'];
  client.setQueryData(lists, { data: [at(300_000)] }, { updatedAt: NOON - 1 });
  expect(noted()).toEqual([['610000', true, NOON]]);
  client.setQueryData(lists, { data: [at(300_000)] }, { updatedAt: NOON + 1 });
  vi.setSystemTime(NOON + 2);
  expect(noted()).toEqual([['300000', true, NOON + 1]]);
  client.setQueryData(lists, { data: [at(300_000, { result: 'yes' })] }, { updatedAt: NOON + 2 });
  expect(noted()).toMatchObject([[expect.anything(), false, NOON + 2]]);
});

it('a market that is held is noted as held, though it was opened as well', () => {
  const held: NotedMarket = {
    eventId: 'E',
    marketId: 'M',
    eventTitle: 'Cup',
    label: 'France',
    price: '500000',
    open: true,
    at: NOON,
    why: 'held',
  };
  readHeldBy(() => ({ markets: [held], claims: { owner: 'W', positions: [], at: NOON } }));
  window.dispatchEvent(new Event('pagehide'));
  expect(thisVisit.get().markets).toEqual([held]);
});
