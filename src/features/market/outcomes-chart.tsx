import { withDecimalSign } from '@contract/money.ts';
import {
  AreaSeries,
  type AutoscaleInfo,
  type IChartApi,
  LineSeries,
  LineStyle,
  LineType,
} from 'lightweight-charts';
import { useEffect, useRef, useState } from 'react';
import { themeColor } from '@/lib/appearance.ts';
import { formatDay, formatMinute } from '@/lib/time.ts';
import { areaPoint, chartPoint, lineOptions, onTheme, paintChart, plainChart } from '@/ui/chart-theme.ts';
import { axisTop, bandsOf, chancesAt, type OutcomeLine } from './outcome-lines.ts';

/** A mark of the axis: there is no chance below nothing or above everything. */
const percent = (value: number): string =>
  value < 0 || value > 100 ? '' : `${withDecimalSign(String(Math.round(value * 10) / 10))}%`;

/** A colour of the theme on its panel, opaque: bands lie on top of each other. */
function onPanel(color: string): string {
  // A build may write #fff for #ffffff.
  const [colour, panel] = [themeColor(color), themeColor('--panel')].map((hex) =>
    hex.length === 4 ? hex.replace(/[^#]/g, '$&$&') : hex,
  );
  const mixed = [1, 3, 5].map((at) => {
    const [a, b] = [colour, panel].map((hex = '') => Number.parseInt(hex.slice(at, at + 2), 16));
    return Math.round(0.4 * (a ?? 0) + 0.6 * (b ?? 0))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}
/** The top of a band, and all beneath it. */
const bandColors = (color: string) => {
  const fill = onPanel(color);
  return { lineColor: themeColor(color), topColor: fill, bottomColor: fill };
};

interface Props {
  lines: readonly OutcomeLine[];
  /** On top of each other, as they are: what they sum up to need not be 100 %. */
  stacked: boolean;
}

interface Hover {
  time: number;
  left: boolean;
}

/** Chances of several outcomes on one axis. Hidden from screen readers, for whom there is a table. */
export function OutcomesChart({ lines, stacked }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const made = useRef<IChartApi>(undefined);
  const span = useRef(0);
  const [hover, setHover] = useState<Hover>();

  useEffect(() => {
    if (!box.current) return;
    const chart = plainChart(box.current, {
      margins: { top: 0.06, bottom: 0.04 },
      span: () => span.current,
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
    const bands = stacked ? bandsOf(lines).reverse() : [];
    // Bands stand on the axis itself.
    chart.priceScale('right').applyOptions({ scaleMargins: { top: 0.06, bottom: stacked ? 0 : 0.04 } });
    const highest = axisTop(stacked ? bands : lines, stacked);
    const range = (): AutoscaleInfo => ({ priceRange: { minValue: 0, maxValue: highest } });
    const filled = bands.map(({ points, color }, rank) => {
      const series = chart.addSeries(AreaSeries, {
        ...lineOptions(1),
        lineWidth: 1,
        lineType: LineType.WithSteps,
        priceLineVisible: false,
        lastValueVisible: false,
        crosshairMarkerVisible: false,
        autoscaleInfoProvider: range,
      });
      series.setData(points.map(areaPoint));
      const whole =
        rank === bands.length - 1
          ? series.createPriceLine({
              price: 100,
              lineStyle: LineStyle.Dashed,
              lineWidth: 1,
              axisLabelVisible: false,
            })
          : undefined;
      const stop = onTheme(() => {
        series.applyOptions(bandColors(color));
        whole?.applyOptions({ color: themeColor('--muted') });
      });
      return { series, stop };
    });
    const drawn = (stacked ? [] : lines).map(({ points, color, dashed }) => {
      const series = chart.addSeries(LineSeries, {
        ...lineOptions(1),
        lineType: LineType.WithSteps,
        lineStyle: dashed ? LineStyle.Dashed : LineStyle.Solid,
        priceLineVisible: false,
        lastValueVisible: false,
        autoscaleInfoProvider: range,
      });
      series.setData(points.map((one) => ({ ...chartPoint(one), ...(one.gap && { color: 'transparent' }) })));
      const stop = onTheme(() => series.applyOptions({ color: themeColor(color) }));
      return { series, stop };
    });
    chart.timeScale().fitContent();
    return () => {
      for (const { series, stop } of [...filled, ...drawn]) {
        stop();
        if (made.current === chart) chart.removeSeries(series);
      }
    };
  }, [lines, stacked]);

  const chances = hover ? chancesAt(lines, hover.time) : [];
  const sum =
    stacked && chances.length === lines.length
      ? chances.reduce((all, { value }) => all + value, 0)
      : undefined;
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
              <span
                className="size-2 shrink-0 rounded-full forced-color-adjust-none"
                style={{ background: `var(${color})` }}
              />
              <span className="truncate">{name}</span>
              <span className="num ml-auto pl-3">{withDecimalSign(value.toFixed(1))}%</span>
            </p>
          ))}
          {sum !== undefined && (
            <p className="mt-1 flex border-line border-t pt-1 text-muted">
              Together <span className="num ml-auto pl-3">{withDecimalSign(sum.toFixed(1))}%</span>
            </p>
          )}
        </div>
      )}
    </div>
  );
}
