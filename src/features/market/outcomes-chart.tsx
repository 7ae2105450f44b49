import {
  type AutoscaleInfo,
  type IChartApi,
  LineSeries,
  LineStyle,
  LineType,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef, useState } from 'react';
import { themeColor } from '@/lib/appearance.ts';
import { formatDay, formatMinute } from '@/lib/time.ts';
import { lineOptions, onTheme, paintChart, plainChart } from '@/ui/chart-theme.ts';
import { chancesAt, type OutcomeLine } from './outcome-lines.ts';

/** All that a chance can be. */
const WHOLE = (): AutoscaleInfo => ({ priceRange: { minValue: 0, maxValue: 100 } });
const DAY_SECONDS = 86_400;
const percent = (value: number): string => (value < 0 || value > 100 ? '' : `${Math.round(value)}%`);

interface Hover {
  time: number;
  left: boolean;
}

/** Chances of several outcomes on one axis of 0 to 100 %. Hidden from screen readers: chips say how far each went. */
export function OutcomesChart({ lines }: { lines: readonly OutcomeLine[] }) {
  const box = useRef<HTMLDivElement>(null);
  const made = useRef<IChartApi>(undefined);
  const span = useRef(0);
  const [hover, setHover] = useState<Hover>();

  useEffect(() => {
    if (!box.current) return;
    const chart = plainChart(box.current, {
      margins: { top: 0.06, bottom: 0.04 },
      tick: (ms) => (span.current > 4 * DAY_SECONDS ? formatDay(ms) : formatMinute(ms)),
      price: percent,
      time: (ms) => `${formatDay(ms)}, ${formatMinute(ms)}`,
    });
    made.current = chart;
    const stop = onTheme(() => paintChart(chart));
    const fit = () => chart.timeScale().fitContent();
    chart.timeScale().subscribeSizeChange(fit);
    chart.subscribeCrosshairMove(({ time, point }) =>
      setHover(
        typeof time === 'number' && point
          ? { time, left: point.x > (box.current?.clientWidth ?? 0) / 2 }
          : undefined,
      ),
    );
    return () => {
      stop();
      made.current = undefined;
      chart.remove();
    };
  }, []);

  useEffect(() => {
    const chart = made.current;
    if (!chart) return;
    const [first] = lines;
    span.current = (first?.points.at(-1)?.time ?? 0) - (first?.points[0]?.time ?? 0);
    const drawn = lines.map(({ points, color, dashed }) => {
      const series = chart.addSeries(LineSeries, {
        ...lineOptions(1),
        lineType: LineType.WithSteps,
        lineStyle: dashed ? LineStyle.Dashed : LineStyle.Solid,
        priceLineVisible: false,
        lastValueVisible: false,
        autoscaleInfoProvider: WHOLE,
      });
      series.setData(
        points.map(({ time, value, gap }) => ({
          time: time as UTCTimestamp,
          ...(value !== undefined && { value }),
          ...(gap && { color: 'transparent' }),
        })),
      );
      const stop = onTheme(() => series.applyOptions({ color: themeColor(color) }));
      return { series, stop };
    });
    chart.timeScale().fitContent();
    return () => {
      for (const { series, stop } of drawn) {
        stop();
        if (made.current === chart) chart.removeSeries(series);
      }
    };
  }, [lines]);

  const chances = hover ? chancesAt(lines, hover.time) : [];
  return (
    <div aria-hidden className="absolute inset-0">
      <div ref={box} className="absolute inset-0" />
      {hover && chances.length > 0 && (
        <div
          className={`pointer-events-none absolute top-2 z-10 max-w-[60%] rounded-md border border-line-strong bg-panel px-2.5 py-1.5 text-xs ${hover.left ? 'left-2' : 'right-14'}`}
        >
          <p className="num text-faint">
            {formatDay(hover.time * 1_000)}, {formatMinute(hover.time * 1_000)}
          </p>
          {chances.map(({ name, color, value }) => (
            <p key={name} className="flex items-center gap-1.5">
              <span className="size-2 shrink-0 rounded-full" style={{ background: `var(${color})` }} />
              <span className="truncate">{name}</span>
              <span className="num ml-auto pl-3">{value.toFixed(1)}%</span>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
