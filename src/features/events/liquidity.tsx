import { formatCompactUsd, formatUsd } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import { useRef } from 'react';
import { useLiquidity } from '@/api/liquidity.queries.ts';
import { bookIdOf } from '@/api/orderbook.queries.ts';
import { LIQUIDITY_POLL_MS } from '@/api/poll.ts';
import { useConfig } from '@/config.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { useInView } from '@/lib/in-view.ts';
import { formatClock } from '@/lib/time.ts';
import { Absent } from '@/ui/price.tsx';
import { NO_LIQUIDITY_LABELS } from './events-labels.ts';

/** Why a market has no book to read. */
const bookless = (market: Market | undefined): string =>
  market?.status === 'open' ? 'This provider shows no order book' : 'No longer traded';

/** What rests near the mid of a market; its book is read while the line is on the screen. */
export function Liquidity({ market }: { market: Market | undefined }) {
  const place = useRef<HTMLSpanElement>(null);
  const inView = useInView(place);
  const { providers } = useConfig();
  const id = bookIdOf(market, providers);
  const { data, error } = useLiquidity(inView ? id : undefined);
  const isStale = useFreshness(data?.asOf, LIQUIDITY_POLL_MS) === 'stale';
  const told = data?.liquidity;
  const isComing = id !== undefined && told === undefined && !error;
  return (
    <span ref={place} className={isStale ? 'stale' : undefined}>
      {typeof told === 'bigint' ? (
        <span
          title={`${formatUsd(told)} within 5¢ of the mid, both sides, as of ${formatClock(data?.asOf ?? 0)}`}
        >
          {formatCompactUsd(told)}
        </span>
      ) : isComing ? (
        <span className="text-faint" title="Loading the order book">
          …
        </span>
      ) : (
        <Absent
          reason={
            id === undefined
              ? bookless(market)
              : told === undefined
                ? 'Couldn’t load the order book'
                : NO_LIQUIDITY_LABELS[told ?? 'none']
          }
        />
      )}
    </span>
  );
}
