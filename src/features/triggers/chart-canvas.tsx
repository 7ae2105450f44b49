import type { PicoUsd } from '@contract/triggers/price.ts';
import { AreaSeries, type AutoscaleInfo, type IChartApi, type ISeriesApi } from 'lightweight-charts';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatPrice } from '@/domain/trigger-price.ts';
import { themeColor } from '@/lib/appearance.ts';
import { formatMoment } from '@/lib/time.ts';
import {
  areaColors,
  areaPoint,
  keepClear,
  lineOptions,
  onTheme,
  paintChart,
  plainChart,
} from '@/ui/chart-theme.ts';
import {
  ChartHandle,
  type ChartLine,
  heightOf,
  isNear,
  labelTops,
  priceOf,
  unitOf,
} from './chart-handle.tsx';
import type { ChartPrice } from './chart-prices.ts';

interface Props {
  /** Ascending by time. */
  prices: readonly ChartPrice[];
  lines: readonly ChartLine[];
  onMove: (id: string, price: PicoUsd) => void;
  onPick: (id: string, by: 'pointer' | 'key') => void;
}

interface Drawn {
  chart: IChartApi;
  series: ISeriesApi<'Area'>;
}

interface Range {
  low: number;
  high: number;
}
/** Where lines are drawn: pixels from the top by line, the chart's height, the width of its price axis. */
interface Layout {
  tops: Readonly<Record<string, number | null>>;
  height: number;
  axis: number;
}

const EDGE = 12;
/** Pixels that a label takes, and a little air. */
const LABEL = 24;
/** A quiet price stays a line in the middle: the scale spans at least this part of it. */
const LEAST_SPAN = 0.004;

/** Room for the prices and the lines near them, and a little more, so that a line can be pulled on. */
function rangeOf(info: AutoscaleInfo | null, heights: readonly number[]): Range | null {
  const range = info?.priceRange;
  if (!range) return null;
  const low = Math.min(range.minValue, ...heights);
  const high = Math.max(range.maxValue, ...heights);
  const span = Math.max(high - low, high * LEAST_SPAN);
  const middle = (high + low) / 2;
  return { low: Math.max(0, middle - span * 0.6), high: middle + span * 0.6 };
}

function heightText(height: number, unit: bigint): string {
  const price = priceOf(height, unit);
  return price === null ? '' : formatPrice(price);
}

/** The price of a token, and levels that can be moved on it. */
export function ChartCanvas({ prices, lines, onMove, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn>(undefined);
  const span = useRef(0);
  const held = useRef<Range | null>(null);
  const shown = useRef<Range | null>(null);
  const [layout, setLayout] = useState<Layout>({ tops: {}, height: 0, axis: 0 });
  const now = prices.at(-1)?.price ?? null;
  const unit = unitOf(now ?? 1n);
  const from = prices[0]?.time;

  const latest = useRef({ lines, unit, now });
  latest.current = { lines, unit, now };

  const place = useCallback(() => {
    const { chart, series } = drawn.current ?? {};
    if (!chart || !series || !box.current) return;
    const { lines: all, unit: size } = latest.current;
    const next: Layout = {
      tops: Object.fromEntries(
        all.map(({ id, price }) => [id, series.priceToCoordinate(heightOf(price, size))]),
      ),
      height: box.current.clientHeight - chart.timeScale().height(),
      axis: chart.priceScale('right').width(),
    };
    setLayout((was) => (JSON.stringify(was) === JSON.stringify(next) ? was : next));
  }, []);

  useEffect(() => {
    if (!box.current) return;
    const size = unit;
    const chart = plainChart(box.current, {
      margins: { top: 0.04, bottom: 0.04 },
      span: () => span.current,
      price: (value) => heightText(value, size),
      time: formatMoment,
    });
    const series = chart.addSeries(AreaSeries, {
      ...lineOptions(3),
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null): AutoscaleInfo | null => {
        const { lines: all, now: at } = latest.current;
        const near = all.filter(
          ({ price, placed }) => at !== null && isNear(price, at, placed === 'as placed'),
        );
        const info = original();
        const range =
          held.current ??
          rangeOf(
            info,
            near.map(({ price }) => heightOf(price, size)),
          );
        shown.current = range;
        return range === null ? info : { ...info, priceRange: { minValue: range.low, maxValue: range.high } };
      },
    });
    drawn.current = { chart, series };
    const unpaint = onTheme(() => {
      paintChart(chart);
      series.applyOptions(areaColors(themeColor('--accent')));
    });
    const resized = new ResizeObserver(() => {
      // The chart keeps the width of its steps, not what it shows.
      requestAnimationFrame(() => {
        drawn.current?.chart.timeScale().fitContent();
        requestAnimationFrame(place);
      });
    });
    resized.observe(box.current);
    return () => {
      resized.disconnect();
      unpaint();
      drawn.current = undefined;
      chart.remove();
    };
  }, [unit, place]);

  useEffect(() => {
    span.current = (prices.at(-1)?.time ?? 0) - (prices[0]?.time ?? 0);
    drawn.current?.series.setData(
      prices.map(({ price, ...one }) => areaPoint({ ...one, value: heightOf(price, unit) })),
    );
    if (drawn.current && now !== null)
      keepClear(drawn.current.chart, drawn.current.series, (value) => heightText(value, unit), [
        heightOf(now, unit),
      ]);
    const frame = requestAnimationFrame(place);
    return () => cancelAnimationFrame(frame);
  }, [prices, now, unit, place]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another first point means another range to show
  useEffect(() => {
    drawn.current?.chart.timeScale().fitContent();
  }, [from, prices.length, unit]);

  // The lines are another list each time the page is drawn, mostly with each of them where it was.
  const heights = lines.map(({ id, price, placed }) => `${id} ${price} ${placed}`).join('\n');
  /** Asks the provider above again. */
  const scale = useCallback(() => {
    const { chart, series } = drawn.current ?? {};
    chart?.priceScale('right').applyOptions({ autoScale: true });
    series?.applyOptions({});
    return requestAnimationFrame(place);
  }, [place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines that move ask for another scale
  useLayoutEffect(() => {
    const frame = scale();
    return () => cancelAnimationFrame(frame);
  }, [heights, scale]);

  const drag = (id: string, clientY: number) => {
    const top = box.current?.getBoundingClientRect().top ?? 0;
    const y = Math.min(Math.max(clientY - top, 0), layout.height);
    const value = drawn.current?.series.coordinateToPrice(y);
    const price = value === null || value === undefined ? null : priceOf(value, unit);
    if (price !== null) onMove(id, price);
  };

  const lowest = layout.height - EDGE;
  const shownLines = lines.flatMap((line) => {
    const top = layout.tops[line.id];
    if (top === undefined || top === null || layout.height === 0) return [];
    const beyond = top < 0 ? ('up' as const) : top > layout.height ? ('down' as const) : null;
    return [{ line, beyond, y: Math.min(Math.max(top, EDGE), lowest) }];
  });
  const places = [false, true].flatMap((placed) => {
    const side = shownLines.filter(({ line }) => (line.placed !== undefined) === placed);
    const tops = labelTops(
      side.map(({ y }) => y),
      LABEL,
      lowest,
    );
    return side.map((one, index) => ({ ...one, labelY: tops[index] ?? one.y }));
  });

  return (
    <div className="absolute inset-0 overflow-hidden">
      <div ref={box} aria-hidden className="absolute inset-0" />
      {/* Above the chart's own canvases, which stack from 1 to 3. */}
      <div className="pointer-events-none absolute inset-0 z-10">
        {places.map(({ line, beyond, y, labelY }) => (
          <ChartHandle
            key={line.id}
            line={line}
            y={y}
            labelY={labelY}
            beyond={beyond}
            now={now}
            axis={layout.axis}
            onMove={(price) => onMove(line.id, price)}
            onDrag={(clientY) => drag(line.id, clientY)}
            onGrab={(grabbed) => {
              held.current = grabbed ? shown.current : null;
              if (!grabbed) scale();
            }}
            onPick={(by) => onPick(line.id, by)}
          />
        ))}
      </div>
    </div>
  );
}
