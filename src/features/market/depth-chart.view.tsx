import { formatCents, formatWholeContracts, type MicroContracts, type MicroUsd } from '@contract/money.ts';
import { type PointerEvent, useState } from 'react';
import type { SideBook } from '@/domain/book.ts';
import { type Depth, type DepthPoint, depthOf, priceMarks, reachAt, totalMarks } from '@/domain/depth.ts';
import { cx } from '@/lib/cx.ts';
import { EmptyState } from '@/ui/empty-state.tsx';

const WIDTH = 1_000;
const HEIGHT = 300;
/** Of the height stays free above the deepest side. */
const HEADROOM = 16;
const PRICE_MARKS = 6;
const TOTAL_MARKS = 5;
/** Characters that the axis of totals has at least, and beside its longest mark. */
const LEAST_AXIS = 10;
const BESIDE_MARK = 3;

/** Where a price and a total lie, as parts of the picture. */
const across = (price: bigint, low: bigint, high: bigint): number =>
  high === low ? 0.5 : Number(price - low) / Number(high - low);
const up = (total: bigint, most: bigint): number => (Number(total) / Number(most)) * (1 - HEADROOM / HEIGHT);
const percent = (part: number): string => `${part * 100}%`;

/** Steps from the best price outwards, closed along the floor. */
function steps(points: readonly DepthPoint[], low: bigint, high: bigint, most: bigint, edge: number): string {
  const [first] = points;
  if (!first) return '';
  const x = (price: bigint) => (across(price, low, high) * WIDTH).toFixed(1);
  let path = `M${x(first.price)},${HEIGHT}`;
  for (const { price, total } of points) {
    path += `H${x(price)}V${(HEIGHT * (1 - up(total, most))).toFixed(1)}`;
  }
  return `${path}H${edge}V${HEIGHT}Z`;
}

const last = (points: readonly DepthPoint[]): DepthPoint | undefined => points[points.length - 1];
const sizeText = (total: MicroContracts | undefined): string =>
  total === undefined ? '0' : formatWholeContracts(total);

/** Keeps a label at an end of the axis within it. */
const inside = (part: number): string =>
  part < 0.04 ? 'pl-0.5' : part > 0.96 ? '-translate-x-full pr-0.5' : '-translate-x-1/2';

/** What is under the pointer, else what the whole book holds. */
function Reading({ depth, at }: { depth: Depth; at: MicroUsd | undefined }) {
  if (at === undefined) {
    return (
      <>
        {sizeText(last(depth.bids)?.total)} bid · {sizeText(last(depth.asks)?.total)} ask
      </>
    );
  }
  const reach = reachAt(depth, at);
  return reach ? (
    <>
      <span className={reach.side === 'bid' ? 'text-yes' : 'text-no'}>
        {reach.side === 'bid' ? 'Bid' : 'Ask'}
      </span>{' '}
      to {formatCents(at, true)}: {sizeText(reach.total)} contracts, average{' '}
      {formatCents(reach.average, true)}
    </>
  ) : (
    <>{formatCents(at, true)}: between the best bid and the best ask</>
  );
}

/** Contracts to be had up to each price, on both sides of the middle. */
export function DepthChart({ book }: { book: SideBook | undefined }) {
  const [pointed, setPointed] = useState<number>();
  const depth = depthOf(book ?? { asks: [], bids: [] });
  const { asks, bids } = depth;
  const low = last(bids)?.price ?? asks[0]?.price;
  const high = last(asks)?.price ?? bids[0]?.price;
  const bidTotal = last(bids)?.total;
  const askTotal = last(asks)?.total;
  const most = (bidTotal ?? 0n) > (askTotal ?? 0n) ? bidTotal : askTotal;
  if (low === undefined || high === undefined || most === undefined || most === 0n)
    return <EmptyState title="No depth to show" className="absolute inset-0" />;
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.min(1, Math.max(0, (clientX - left) / width)));
  };
  // To a tenth of a cent: the axis is no finer.
  const at =
    pointed === undefined
      ? undefined
      : ((((low + BigInt(Math.round(pointed * Number(high - low)))) / 1_000n) * 1_000n) as MicroUsd);
  const totals = totalMarks(most, TOTAL_MARKS);
  // No mark of the axis is cut at the edge: it would read as another number.
  const longest = Math.max(...totals.map((total) => sizeText(total).length));
  const axis = { marginRight: `${Math.max(LEAST_AXIS, longest + BESIDE_MARK)}ch` };
  return (
    <div className="absolute inset-0 flex flex-col">
      <p className="num shrink-0 px-3 pt-1.5 text-muted text-xs" data-testid="depth-reading">
        <Reading depth={depth} at={at} />
      </p>
      <div
        className="num relative min-h-0 flex-1 touch-pan-y border-line border-b text-xs"
        style={axis}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        {totals.map((total) => (
          <div
            key={String(total)}
            className="absolute inset-x-0 border-line border-t"
            style={{ bottom: percent(up(total, most)) }}
          >
            <span className="absolute left-full ml-2 -translate-y-1/2 text-faint">{sizeText(total)}</span>
          </div>
        ))}
        <svg
          role="img"
          aria-label={`Depth: ${sizeText(bidTotal)} contracts bid down to ${formatCents(low)}, ${sizeText(askTotal)} asked up to ${formatCents(high)}`}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          <path
            d={steps(bids, low, high, most, 0)}
            className="fill-yes-dim stroke-yes"
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={steps(asks, low, high, most, WIDTH)}
            className="fill-no-dim stroke-no"
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {pointed !== undefined && (
          <div
            className="pointer-events-none absolute inset-y-0 border-muted border-l border-dashed"
            style={{ left: percent(pointed) }}
          />
        )}
      </div>
      <div className="num relative h-6 shrink-0 text-xs" style={axis}>
        {priceMarks(low, high, PRICE_MARKS).map((price) => (
          <span
            key={String(price)}
            className={cx('absolute top-1 whitespace-nowrap text-faint', inside(across(price, low, high)))}
            style={{ left: percent(across(price, low, high)) }}
          >
            {formatCents(price)}
          </span>
        ))}
      </div>
    </div>
  );
}
