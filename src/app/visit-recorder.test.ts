// @vitest-environment happy-dom
import type { EventId } from '@contract/ids.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventKeys } from '@/api/events.queries.ts';
import { eventOf } from '@/domain/event.fixtures.ts';
import { beginVisit, lastVisit, noteOpened, openedMarkets, thisVisit } from '@/state/visit.ts';
import { recordVisit } from './visit-recorder.ts';

const NOON = Date.parse('2026-11-26T12:00:00Z');
const HOUR_MS = 3_600_000;

let stop: (() => void) | undefined;
beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  const client = new QueryClient();
  const event = eventOf([{ marketId: 'M', title: 'France' }], 'E');
  client.setQueryData(eventKeys.one(event.eventId as EventId), event, { updatedAt: NOON });
  noteOpened('E', 'M');
  stop = recordVisit(client);
});
afterEach(() => {
  stop?.();
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
