import type { Side } from '@contract/ids.ts';
import {
  AreaSeries,
  type AutoscaleInfo,
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { themeColor } from '@/lib/appearance.ts';
import { formatClock, formatDay, formatMinute } from '@/lib/time.ts';
import { areaColors, lineOptions, onTheme, paintChart, plainChart } from '@/ui/chart-theme.ts';
import { axisSpan, axisText, type ChartDot, type ChartFill, type ChartPoint } from './chart-data.ts';

function spanning(info: AutoscaleInfo | null): AutoscaleInfo | null {
  if (!info?.priceRange) return info;
  const { minValue, maxValue } = info.priceRange;
  return { ...info, priceRange: axisSpan(minValue, maxValue) };
}

interface Drawn {
  chart: IChartApi;
  line: ISeriesApi<'Area'>;
  dots: ISeriesApi<'Line'>;
  fills: ISeriesMarkersPluginApi<Time>;
}

interface Props {
  line: readonly ChartPoint[];
  dots: readonly ChartDot[];
  fills: readonly ChartFill[];
  side: Side;
}

/** Room that the label of the last price takes among those of the axis, as a share of what the axis spans. */
const TAKEN = 0.04;

/** The drawn line. Hidden from screen readers: a table of the same prices stands beside it. */
export function PriceChart({ line, dots, fills, side }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn>(undefined);
  const last = useRef<number>(undefined);
  const from = line[0]?.time;

  useEffect(() => {
    if (!box.current) return;
    const chart = plainChart(box.current, {
      margins: { top: 0.12, bottom: 0.08 },
      // Seconds only where they tell moments apart.
      tick: (ms) => (ms % 60_000 === 0 ? formatMinute(ms) : formatClock(ms)),
      price: axisText,
      time: (ms) => `${formatDay(ms)}, ${formatClock(ms)}`,
    });
    chart.applyOptions({
      rightPriceScale: { entireTextOnly: true },
      localization: {
        // The label of the last price stands over its neighbours.
        tickmarksPriceFormatter: (prices: readonly number[]) => {
          const span = Math.max(...prices) - Math.min(...prices);
          const isTaken = (price: number): boolean =>
            last.current !== undefined && Math.abs(price - last.current) < span * TAKEN;
          return prices.map((price) => (isTaken(price) ? '' : axisText(price)));
        },
      },
    });
    const series = chart.addSeries(AreaSeries, {
      ...lineOptions(1),
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => spanning(original()),
    });
    const traded = chart.addSeries(LineSeries, {
      lineVisible: false,
      pointMarkersVisible: true,
      pointMarkersRadius: 2.5,
      priceLineVisible: false,
      lastValueVisible: false,
      crosshairMarkerVisible: false,
    });
    drawn.current = { chart, line: series, dots: traded, fills: createSeriesMarkers(traded, []) };
    const fit = () => chart.timeScale().fitContent();
    chart.timeScale().subscribeSizeChange(fit);
    return () => {
      drawn.current = undefined;
      chart.remove();
    };
  }, []);

  useEffect(
    () =>
      onTheme(() => {
        if (!drawn.current) return;
        paintChart(drawn.current.chart);
        drawn.current.dots.applyOptions({ color: themeColor('--muted') });
      }),
    [],
  );
  useEffect(
    () =>
      onTheme(() =>
        drawn.current?.line.applyOptions(areaColors(themeColor(side === 'yes' ? '--yes' : '--no'))),
      ),
    [side],
  );

  useEffect(() => {
    last.current = line.at(-1)?.value;
    drawn.current?.line.setData(line.map(at));
    // What is marked stands on the steps of the line, whether or not something was traded then.
    const traded = new Map(dots.map(({ time, value }) => [time, value]));
    for (const { time, value } of fills) if (!traded.has(time)) traded.set(time, value);
    drawn.current?.dots.setData(
      [...traded].map(([time, value]) => at({ time, value })).sort((a, b) => Number(a.time) - Number(b.time)),
    );
    drawn.current?.fills.setMarkers(
      fills.map(({ time, value, isBuy }) => ({
        time: time as UTCTimestamp,
        position: 'atPriceMiddle',
        price: value,
        shape: isBuy ? 'arrowUp' : 'arrowDown',
        color: themeColor('--accent'),
        text: isBuy ? 'B' : 'S',
      })),
    );
  }, [line, dots, fills]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another first point means another range to show
  useEffect(() => {
    drawn.current?.chart.timeScale().fitContent();
  }, [from, line.length]);

  return <div ref={box} aria-hidden className="absolute inset-0" />;
}

const at = ({ time, value }: ChartPoint) =>
  value === undefined ? { time: time as UTCTimestamp } : { time: time as UTCTimestamp, value };
