import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import type { SeenToken } from '@/domain/tokens.ts';
import { useServerNow } from '@/lib/clock.ts';
import { cx } from '@/lib/cx.ts';
import { Td } from '@/ui/table.tsx';
import { type ColumnName, FigureColumns } from './figure-columns.ts';
import { BAR, type PictureName, SPARK } from './figure-pictures.ts';

const HEIGHT = 'h-[calc(var(--lines)*51px)]';

const Column = ({ of, className }: { of: ColumnName; className?: string }) => (
  <canvas data-column={of} className={cx('num absolute top-0 right-1.5', className)} />
);

interface PictureProps {
  of: PictureName;
  /** Pixels. */
  width: number;
  className: string;
}
const Picture = ({ of, width, className }: PictureProps) => (
  <canvas data-picture={of} style={{ width }} className={cx('absolute top-0', HEIGHT, className)} />
);

const Cell = ({ from, children }: Pick<ComponentProps<typeof Td>, 'from' | 'children'>) => (
  <Td {...(from && { from })} className="relative h-0 p-0!">
    {children}
  </Td>
);

/** It never changes: what is in it is drawn by `FigureColumns`. */
const CELLS = (
  <>
    <Cell />
    <Cell>
      <Column of="age" />
    </Cell>
    <Cell>
      <Column of="price" className="max-md:-translate-y-2" />
      <Column of="change5m" className="translate-y-2.5 text-xs md:hidden" />
    </Cell>
    <Cell from="xl">
      <Picture of="sparks" width={SPARK.width} className="left-3" />
    </Cell>
    <Cell from="md">
      <Column of="change5m" />
    </Cell>
    <Cell from="md">
      <Column of="change1h" />
    </Cell>
    <Cell from="xl">
      <Column of="change6h" />
    </Cell>
    <Cell from="xl">
      <Column of="change24h" />
    </Cell>
    <Cell from="md">
      <Column of="liquidity" />
    </Cell>
    <Cell>
      <Column of="mcap" />
    </Cell>
    <Cell from="lg">
      <Column of="holders" />
    </Cell>
    <Cell from="lg">
      <Column of="score" />
    </Cell>
    <Cell from="xl">
      <Column of="volume" className="-translate-y-1" />
      <Picture of="bars" width={BAR.width} className="right-1.5" />
    </Cell>
    <Cell from="md" />
    <Cell from="xl" />
    <Cell />
  </>
);

interface Props {
  /** Tokens of the rows that follow. */
  tokens: readonly SeenToken[];
  /** Local Unix ms; a row last seen before has left the feed. */
  leftBefore: number;
}

/** The moving figures of the rows that follow; a row of no height above them, so that it shares their columns. */
export function FigureHead({ tokens, leftBefore }: Props) {
  const head = useRef<HTMLTableRowElement>(null);
  const columns = useRef<FigureColumns>(undefined);
  const now = useServerNow(1_000);
  useLayoutEffect(() => {
    if (!head.current) return;
    const own = new FigureColumns(head.current);
    columns.current = own;
    return () => own.close();
  }, []);
  useLayoutEffect(() => columns.current?.show(tokens, now, leftBefore));
  return (
    <tr ref={head} aria-hidden className="pointer-events-none">
      {CELLS}
    </tr>
  );
}
