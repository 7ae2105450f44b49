import { useMemo } from 'react';
import { useMedia } from '@/lib/use-media.ts';
import { type EventColumnChoice, hiddenEventColumns } from '@/state/event-columns.ts';
import { useStored } from '@/state/stored.ts';

/** Columns of the table of events, beside the star at its end. */
export type EventColumn = 'event' | 'chance' | 'buy' | EventColumnChoice;

/** From left to right: the width of each, and the width of window from which there is room for it. */
const COLUMNS: readonly [column: EventColumn, width: string, from: 0 | 48 | 64 | 80 | 120][] = [
  ['event', 'minmax(0,1fr)', 0],
  ['outcome', 'minmax(120px,0.35fr)', 64],
  ['chance', '76px', 0],
  ['day', 'minmax(128px,0.2fr)', 80],
  ['buy', '176px', 48],
  ['sell', '92px', 64],
  ['spread', '84px', 120],
  ['volume24hr', '104px', 64],
  ['volume', '92px', 120],
  ['mine', '110px', 120],
  ['closes', '120px', 120],
  ['state', '190px', 48],
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
  const wide = useMedia('(width >= 120rem)');
  return useMemo(() => {
    const room = { 0: true, 48: md, 64: lg, 80: xl, 120: wide };
    const shown = COLUMNS.filter(
      ([column, , from]) => room[from] && !hidden.some((choice) => choice === column),
    );
    const widths = shown.map(([, width]) => width);
    return {
      columns: shown.map(([column]) => column),
      template: [...widths, ...(md ? [STAR] : [])].join(' '),
    };
  }, [hidden, md, lg, xl, wide]);
}
