// @vitest-environment happy-dom
import type { EventId } from '@contract/ids.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { eventKeys } from '@/api/events.queries.ts';
import { eventOf } from '@/domain/event.fixtures.ts';
import { openDesk, queries, within } from '@/orders/testing.tsx';
import type { Visit } from '@/state/visit.ts';
import { useWhatsNew } from './use-whats-new.ts';

beforeEach(openDesk);

const visit: Visit = {
  at: 1,
  markets: [
    {
      eventId: 'EV-1',
      marketId: 'MK-1',
      eventTitle: 'Cup',
      label: 'France',
      price: '500000',
      open: true,
      at: 1,
      why: 'watched',
    },
  ],
  claimable: [],
};

it('tells of an event that is taken from the listing meanwhile that it is gone, and no old price of it', async () => {
  const pricing = { buyYesPriceUsd: 700_000, sellYesPriceUsd: 700_000, volume: 1 };
  const none = { buyNoPriceUsd: null, sellNoPriceUsd: null };
  const client = queries();
  const listed = eventOf([{ marketId: 'MK-1', pricing: { ...pricing, ...none } }], 'EV-1');
  client.setQueryData(eventKeys.one('EV-1' as EventId), listed);
  const { result } = renderHook(() => useWhatsNew(visit), { wrapper: within(client) });
  expect(result.current.changes).toMatchObject([{ kind: 'moved', to: 700_000n }]);
  // The service knows nothing of it by now.
  await act(() => client.refetchQueries({ queryKey: eventKeys.one('EV-1' as EventId) }));
  await waitFor(() => expect(result.current.changes).toMatchObject([{ kind: 'ended', verdict: 'unlisted' }]));
  expect(result.current).toMatchObject({ known: 1, of: 1, failed: 0 });
});
