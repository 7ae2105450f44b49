import { useMemo } from 'react';
import { useMedia } from '@/lib/use-media.ts';
import { type EventColumnChoice, hiddenEventColumns } from '@/state/event-columns.ts';
import { useStored } from '@/state/stored.ts';

/** Columns of the table of events, beside the star at its end. */
export type EventColumn = 'event' | 'chance' | 'buy' | EventColumnChoice;

/**
 * From left to right: the width of each, and the width of window from which there is room for it. What a wide window
 * has to spare goes to all of them, so that figures stay near the names they belong to.
 */
const COLUMNS: readonly [column: EventColumn, width: string, from: 0 | 48 | 64 | 80 | 90 | 120 | 160][] = [
  ['event', 'minmax(0,1fr)', 0],
  ['outcome', 'minmax(152px,0.5fr)', 80],
  ['chance', 'minmax(72px,0.16fr)', 0],
  ['day', 'minmax(128px,0.3fr)', 80],
  ['buy', 'minmax(168px,0.36fr)', 48],
  ['sell', 'minmax(88px,0.2fr)', 90],
  ['spread', 'minmax(80px,0.2fr)', 120],
  ['volume24hr', 'minmax(94px,0.22fr)', 64],
  ['volume', 'minmax(88px,0.22fr)', 120],
  ['liquidity', 'minmax(88px,0.22fr)', 160],
  ['mine', 'minmax(106px,0.26fr)', 120],
  ['closes', 'minmax(120px,0.28fr)', 120],
  ['state', 'minmax(176px,0.4fr)', 64],
];
const STAR = '46px';

export interface TableColumns {
  columns: readonly EventColumn[];
  /** `grid-template-columns` of a line. */
  template: string;
}

/** The columns that are wanted and have room; the same object until that changes. */
export function useTableColumns(): TableColumns {
  const hidden = useStored(hiddenEventColumns);
  const md = useMedia('(width >= 48rem)');
  const lg = useMedia('(width >= 64rem)');
  const xl = useMedia('(width >= 80rem)');
  const desktop = useMedia('(width >= 90rem)');
  const wide = useMedia('(width >= 120rem)');
  const widest = useMedia('(width >= 160rem)');
  return useMemo(() => {
    const room = { 0: true, 48: md, 64: lg, 80: xl, 90: desktop, 120: wide, 160: widest };
    const shown = COLUMNS.filter(
      ([column, , from]) => room[from] && !hidden.some((choice) => choice === column),
    );
    const widths = shown.map(([, width]) => width);
    return {
      columns: shown.map(([column]) => column),
      template: [...widths, ...(md ? [STAR] : [])].join(' '),
    };
  }, [hidden, md, lg, xl, desktop, wide, widest]);
}
