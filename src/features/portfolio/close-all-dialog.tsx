import type { Pubkey } from '@contract/ids.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Position } from '@contract/prediction/position.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pollEvery } from '@/api/poll.ts';
import { slippagePreference } from '@/lib/preferences.ts';
import { useStored } from '@/lib/storage.ts';
import { Age } from '@/ui/age.tsx';
import { CloseAllView } from './close-all-dialog.view.tsx';
import { fetchCloseRows } from './close-all-terms.ts';
import { closeItem, type PortfolioSubject } from './queue-items.ts';

const TERMS_POLL_MS = 5_000;

interface Props {
  owner: Pubkey;
  /** Those that can be sold. */
  positions: readonly Position[];
  orders: readonly Order[];
  onStart: (items: (ReturnType<typeof closeItem> & { subject: PortfolioSubject })[]) => void;
  onDismiss: () => void;
}

/** What closing everything would come to, kept current until it is accepted. */
export function CloseAllDialog({ owner, positions, orders, onStart, onDismiss }: Props) {
  const client = useQueryClient();
  const preferred = useStored(slippagePreference);
  const [slippageBps, setSlippage] = useState(preferred);
  const keys = positions.map(({ pubkey }) => pubkey).join(' ');
  const query = useQuery({
    queryKey: ['close-all', owner, slippageBps, keys],
    queryFn: () => fetchCloseRows({ client, owner, positions, orders, slippageBps }),
    refetchInterval: pollEvery(TERMS_POLL_MS),
    gcTime: 0,
  });
  return (
    <CloseAllView
      rows={query.data}
      error={query.error}
      slippageBps={slippageBps}
      preferredBps={preferred}
      age={<Age fetchedAt={query.dataUpdatedAt || undefined} intervalMs={TERMS_POLL_MS} />}
      onSlippage={setSlippage}
      onAccept={() =>
        onStart(
          (query.data ?? []).flatMap(({ position, terms }) =>
            terms ? [closeItem(position, terms, slippageBps)] : [],
          ),
        )
      }
      onRetry={() => void query.refetch()}
      onDismiss={onDismiss}
    />
  );
}
