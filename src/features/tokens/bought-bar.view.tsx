import type { TokenStats } from '@contract/tokens/token.ts';
import { memo } from 'react';
import { buyShare, volumeOf } from '@/domain/tokens.ts';
import { cx } from '@/lib/cx.ts';

const WIDTH = 60;

const Bar = memo(function Bar({ bought }: { bought: number | null }) {
  const sold = bought === 0 ? WIDTH : WIDTH - 1 - (bought ?? 0);
  return (
    <span
      aria-hidden
      className={cx(
        'bar mt-[3px] ml-auto block h-1 w-[60px]',
        bought === null
          ? 'bg-line-strong'
          : 'bg-[linear-gradient(var(--up)_0_0),linear-gradient(var(--down)_0_0)] bg-[position:left,right] bg-no-repeat',
      )}
      style={bought === null ? undefined : { backgroundSize: `${bought}px, ${sold}px` }}
    />
  );
});

/** How much of a volume was bought. A pixel stays free between the two parts: colour is not the only cue. */
export function BoughtBar({ stats }: { stats: TokenStats | null }) {
  if (volumeOf(stats) === null) return null;
  const share = buyShare(stats);
  return <Bar bought={share === null ? null : Math.round(share * WIDTH)} />;
}
