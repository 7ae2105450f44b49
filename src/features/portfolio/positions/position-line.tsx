import {
  AreaSeries,
  type AutoscaleInfo,
  createSeriesMarkers,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  LineStyle,
  LineType,
  type Time,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { centsText, loneOnes } from '@/domain/drawn-line.ts';
import { themeColor } from '@/lib/appearance.ts';
import { formatClock, formatDay } from '@/lib/time.ts';
import {
  areaColors,
  areaPoint,
  chartPoint,
  DOTS,
  fillMark,
  keepClear,
  lineOptions,
  onTheme,
  paintChart,
  plainChart,
} from '@/ui/chart-theme.ts';
import type { DrawnPosition } from './position-drawing.ts';

interface Drawn {
  chart: IChartApi;
  line: ISeriesApi<'Area'>;
  dots: ISeriesApi<'Line'>;
  marks: ISeriesMarkersPluginApi<Time>;
  levels: IPriceLine[];
}

/** A scale on which the levels can be seen too. */
function reaching(info: AutoscaleInfo | null, levels: readonly number[]): AutoscaleInfo | null {
  if (!info?.priceRange) return info;
  const { minValue, maxValue } = info.priceRange;
  return {
    ...info,
    priceRange: { minValue: Math.min(minValue, ...levels), maxValue: Math.max(maxValue, ...levels) },
  };
}

/** The drawn prices of a position. Hidden from screen readers: a table of the same prices stands beside it. */
export function PositionLine({ line, fills, entry, breakEven, isYes }: DrawnPosition) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn>(undefined);
  const span = useRef(0);
  const levels = useRef<readonly number[]>([]);
  levels.current = [entry, breakEven].flatMap((price) => price ?? []);

  useEffect(() => {
    if (!box.current) return;
    const chart = plainChart(box.current, {
      margins: { top: 0.16, bottom: 0.1 },
      span: () => span.current,
      price: centsText,
      time: (ms) => `${formatDay(ms)}, ${formatClock(ms)}`,
    });
    const area = chart.addSeries(AreaSeries, {
      ...lineOptions(1),
      lineType: LineType.WithSteps,
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => reaching(original(), levels.current),
    });
    const dots = chart.addSeries(LineSeries, DOTS);
    drawn.current = { chart, line: area, dots, marks: createSeriesMarkers(dots, []), levels: [] };
    chart.timeScale().subscribeSizeChange(() => chart.timeScale().fitContent());
    return () => {
      drawn.current = undefined;
      chart.remove();
    };
  }, []);

  useEffect(() => {
    if (!drawn.current) return;
    const { chart, line: area, dots } = drawn.current;
    span.current = (line.at(-1)?.time ?? 0) - (line[0]?.time ?? 0);
    area.setData(line.map(areaPoint));
    // A line needs two points: what stands alone between gaps is a dot.
    const points = new Map([...loneOnes(line), ...fills].map((one) => [one.time, one]));
    dots.setData([...points.values()].sort((a, b) => a.time - b.time).map(chartPoint));
    chart.timeScale().fitContent();
  }, [line, fills]);

  useEffect(
    () =>
      onTheme(() => {
        if (!drawn.current) return;
        const { chart, line: area, dots, marks } = drawn.current;
        paintChart(chart);
        area.applyOptions(areaColors(themeColor(isYes ? '--yes' : '--no')));
        dots.applyOptions({ color: themeColor('--accent') });
        marks.setMarkers(fills.map(fillMark));
        for (const level of drawn.current.levels) area.removePriceLine(level);
        const lines = [
          { price: entry, title: 'Entry', color: '--accent', lineStyle: LineStyle.Dashed },
          { price: breakEven, title: 'Break-even', color: '--warn', lineStyle: LineStyle.Dotted },
        ];
        drawn.current.levels = lines.flatMap(({ price, color, ...rest }) =>
          price === undefined
            ? []
            : area.createPriceLine({
                ...rest,
                price,
                color: themeColor(color),
                lineWidth: 1,
                axisLabelVisible: true,
              }),
        );
      }),
    [fills, entry, breakEven, isYes],
  );

  const last = line.findLast(({ value, gap }) => value !== undefined && !gap)?.value;
  useEffect(() => {
    if (drawn.current)
      keepClear(drawn.current.chart, drawn.current.line, centsText, [last, entry, breakEven]);
  }, [last, entry, breakEven]);

  return <div ref={box} aria-hidden className="absolute inset-0" />;
}
