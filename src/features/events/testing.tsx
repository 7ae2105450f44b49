import type { EventWire, PredictionEvent } from '@contract/prediction/event.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { eventOf } from '@/domain/event.fixtures.ts';
import { outcomeOrder } from '@/domain/events.ts';
import type { EventList, ListedEvent } from './event-list.ts';

/** An event of two sides at 62¢ and 40¢, unless told otherwise. */
export function sampleEvent(more: Partial<EventWire> = {}): PredictionEvent {
  const eventId = more.eventId ?? 'EV-1';
  const title = 'Will rates fall?';
  return eventOf([{ marketId: 'MK-1', title }], eventId, {
    category: 'economics',
    subcategory: 'fed',
    tags: ['fed', 'rates'],
    metadata: { eventId, title },
    volumeUsd: '4821000000000',
    volume24hr: '1000000',
    ...more,
  });
}

export const listed = (event: PredictionEvent): ListedEvent => ({
  event,
  asOf: Date.now(),
  order: outcomeOrder(event),
});

const nothing = (): void => undefined;
export const sampleList = (more: Partial<EventList> = {}): EventList => ({
  key: 'test',
  items: [],
  status: 'ready',
  error: null,
  retry: nothing,
  asOf: Date.now(),
  intervalMs: 5_000,
  drifted: false,
  resort: nothing,
  hasMore: false,
  loadingMore: false,
  loadMore: nothing,
  onVisible: nothing,
  ...more,
});

/** Renders with a router that goes nowhere else. */
export function renderRouted(node: ReactNode): RenderResult & { path: () => string } {
  const history = createMemoryHistory();
  const router = createRouter({ routeTree: createRootRoute(), history });
  const result = render(<RouterContextProvider router={router}>{node}</RouterContextProvider>);
  return Object.assign(result, { path: () => history.location.href });
}
