import type { Side } from '@contract/ids.ts';
import {
  AreaSeries,
  type AutoscaleInfo,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { themeColor } from '@/lib/appearance.ts';
import { formatClock, formatShortLocal } from '@/lib/time.ts';
import { areaColors, lineOptions, onTheme, paintChart, plainChart } from '@/ui/chart-theme.ts';
import { axisSpan, axisText, type ChartPoint } from './chart-data.ts';

function spanning(info: AutoscaleInfo | null): AutoscaleInfo | null {
  if (!info?.priceRange) return info;
  const { minValue, maxValue } = info.priceRange;
  return { ...info, priceRange: axisSpan(minValue, maxValue) };
}

interface Props {
  points: readonly ChartPoint[];
  side: Side;
}

/** The drawn line. Hidden from screen readers: a table of the same prices stands beside it. */
export function PriceChart({ points, side }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ chart: IChartApi; series: ISeriesApi<'Area'> }>(undefined);
  const from = points[0]?.time;

  useEffect(() => {
    if (!box.current) return;
    const chart = plainChart(box.current, {
      margins: { top: 0.12, bottom: 0.08 },
      // Seconds only where they tell moments apart.
      tick: (ms) => formatClock(ms).replace(/:00$/, ''),
      price: axisText,
      time: formatShortLocal,
    });
    const series = chart.addSeries(AreaSeries, {
      ...lineOptions(1),
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => spanning(original()),
    });
    drawn.current = { chart, series };
    return () => {
      drawn.current = undefined;
      chart.remove();
    };
  }, []);

  useEffect(() => onTheme(() => drawn.current && paintChart(drawn.current.chart)), []);
  useEffect(
    () =>
      onTheme(() =>
        drawn.current?.series.applyOptions(areaColors(themeColor(side === 'yes' ? '--yes' : '--no'))),
      ),
    [side],
  );

  useEffect(() => {
    drawn.current?.series.setData(points.map(({ time, value }) => ({ time: time as UTCTimestamp, value })));
  }, [points]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another first point means another range to show
  useEffect(() => {
    drawn.current?.chart.timeScale().fitContent();
  }, [from, points.length]);

  return <div ref={box} aria-hidden className="absolute inset-0" />;
}
