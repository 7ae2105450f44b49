import type { EventId } from '@contract/ids.ts';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { LIST_POLL_MS } from '@/api/poll.ts';
import { ROUND_LENGTHS, type RoundLength, useLiveRounds, useRounds } from '@/api/rounds.queries.ts';
import { groupRounds, mergePast } from '@/domain/rounds.ts';
import { useServerNow } from '@/lib/clock.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { useInView } from '@/lib/in-view.ts';
import { Age } from '@/ui/age.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { RoundTile } from './rounds-strip.view.tsx';
import { useRememberedRounds } from './use-remembered-rounds.ts';

const OPTIONS = ROUND_LENGTHS.map((value) => ({ value, label: value }));
const PLACES = ['a', 'b', 'c', 'd', 'e'];

const isLength = (tag: string | undefined): tag is RoundLength =>
  ROUND_LENGTHS.some((length) => length === tag);

interface Props {
  /** Narrows the strip to one asset. */
  subcategory?: string | undefined;
  /** A length told by the address. */
  tag?: string | undefined;
}

/** Recurring up/down rounds, an asset a tile. Absent where the service has none. */
export function RoundsStrip({ subcategory, tag }: Props) {
  const told = isLength(tag) ? tag : undefined;
  // What is chosen here holds until the address tells another length.
  const [chosen, setChosen] = useState<{ length: RoundLength; told: RoundLength | undefined }>();
  const length = chosen && chosen.told === told ? chosen.length : (told ?? '15m');
  const strip = useRef<HTMLElement>(null);
  const polled = useInView(strip, true);
  const all = useRounds(length, { polled });
  const live = useLiveRounds(length, { polled });
  const now = Math.floor(useServerNow(1_000) / 1000);
  const asOf = Math.max(all.data?.asOf ?? 0, live.data?.asOf ?? 0) || undefined;
  const stale = useFreshness(asOf, LIST_POLL_MS) === 'stale';

  const series = useMemo(() => {
    const events = new Map((all.data?.data ?? []).map((event) => [event.eventId, event] as const));
    if ((live.data?.asOf ?? 0) > (all.data?.asOf ?? 0)) {
      for (const event of live.data?.data ?? []) events.set(event.eventId satisfies EventId, event);
    }
    const wanted = [...events.values()].filter(
      (event) => subcategory === undefined || event.subcategory === subcategory,
    );
    return groupRounds(wanted, now).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }, [all.data, live.data, subcategory, now]);

  const remembered = useRememberedRounds(series, now);

  const drawn = useDeferredValue(all.data !== undefined);

  if (all.data && series.length === 0 && length === '15m') return null;
  if (!all.data && all.isError) return null;
  return (
    <section
      ref={strip}
      aria-labelledby="rounds-title"
      className="mb-3 flex items-center gap-3 max-md:flex-col max-md:items-stretch max-md:gap-1.5"
    >
      <div className="flex shrink-0 items-center gap-2">
        <h2 id="rounds-title" className="font-semibold">
          Up or down
        </h2>
        <Segmented
          look="plain"
          label="Length of a round"
          options={OPTIONS}
          value={length}
          onChange={(next) => setChosen({ length: next, told })}
        />
        <Age asOf={asOf} intervalMs={LIST_POLL_MS} />
      </div>
      <div className="scroll-thin relative -mx-3 flex min-w-0 flex-1 gap-2.5 overflow-x-auto px-3 md:mx-0 md:px-0">
        {drawn
          ? series.map((one) => {
              const past = mergePast(one.past, remembered.get(one.key) ?? []);
              return <RoundTile key={one.key} series={{ ...one, past }} stale={stale} />;
            })
          : PLACES.map((place) => (
              <Skeleton key={place} className="h-11 max-w-[420px] shrink-0 grow basis-[min(360px,100%)]" />
            ))}
      </div>
    </section>
  );
}
