import type { Side } from '@contract/ids.ts';
import {
  AreaSeries,
  type AutoscaleInfo,
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  LineStyle,
  LineType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { centsText, type DrawnFill, type DrawnPoint, loneOnes } from '@/domain/drawn-line.ts';
import { themeColor } from '@/lib/appearance.ts';
import { formatMoment } from '@/lib/time.ts';
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
import { axisSpan, type ChartCandle, type ChartDot } from './chart-data.ts';

function spanning(info: AutoscaleInfo | null): AutoscaleInfo | null {
  if (!info?.priceRange) return info;
  const { minValue, maxValue } = info.priceRange;
  return { ...info, priceRange: axisSpan(minValue, maxValue) };
}

interface Drawn {
  chart: IChartApi;
  line: ISeriesApi<'Area'>;
  candles: ISeriesApi<'Candlestick'>;
  volume: ISeriesApi<'Histogram'>;
  dots: ISeriesApi<'Line'>;
  fills: ISeriesMarkersPluginApi<Time>;
  cost?: { of: ISeriesApi<'Area'> | ISeriesApi<'Candlestick'>; line: IPriceLine } | undefined;
}

interface Props {
  /** What is drawn is one of these. */
  line: readonly DrawnPoint[];
  candles?: readonly ChartCandle[] | undefined;
  /** Whole contracts; steps without any have no value. */
  volume?: readonly DrawnPoint[] | undefined;
  dots: readonly ChartDot[];
  fills: readonly DrawnFill[];
  /** What the viewer paid on average, in cents. */
  cost?: number | undefined;
  side: Side;
  /** What stands over the chart while the pointer is at a step. */
  legend?: ((time: number) => string | undefined) | undefined;
}

/** Part of the height that volume takes at the bottom. */
const VOLUME_TOP = 0.84;
const NOTHING: readonly never[] = [];

/** The drawn prices. Hidden from screen readers: a table of the same prices stands beside it. */
export function PriceChart({ line, candles, volume = NOTHING, dots, fills, cost, side, legend }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLParagraphElement>(null);
  const drawn = useRef<Drawn>(undefined);
  const span = useRef(0);
  const told = useRef(legend);
  told.current = legend;
  const from = line[0]?.time;
  const withVolume = volume.length > 0;

  useEffect(() => {
    if (!box.current) return;
    const chart = plainChart(box.current, {
      margins: { top: 0.12, bottom: 0.08 },
      span: () => span.current,
      price: centsText,
      time: formatMoment,
    });
    const scale = { autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => spanning(original()) };
    const bars = chart.addSeries(HistogramSeries, {
      priceScaleId: 'volume',
      priceLineVisible: false,
      lastValueVisible: false,
    });
    bars.priceScale().applyOptions({ scaleMargins: { top: VOLUME_TOP, bottom: 0 } });
    const area = chart.addSeries(AreaSeries, { ...lineOptions(1), ...scale, lineType: LineType.WithSteps });
    const sticks = chart.addSeries(CandlestickSeries, {
      ...scale,
      priceLineStyle: LineStyle.Dotted,
      borderVisible: false,
    });
    const traded = chart.addSeries(LineSeries, DOTS);
    drawn.current = {
      chart,
      line: area,
      candles: sticks,
      volume: bars,
      dots: traded,
      fills: createSeriesMarkers(traded, []),
    };
    const fit = () => chart.timeScale().fitContent();
    chart.timeScale().subscribeSizeChange(fit);
    chart.subscribeCrosshairMove(({ time }) => {
      const text = typeof time === 'number' ? told.current?.(time) : undefined;
      if (label.current) label.current.textContent = text ?? '';
    });
    return () => {
      drawn.current = undefined;
      chart.remove();
    };
  }, []);

  useEffect(
    () =>
      onTheme(() => {
        if (!drawn.current) return;
        const { chart, dots, candles, volume } = drawn.current;
        paintChart(chart);
        dots.applyOptions({ color: themeColor('--muted') });
        const [up, down] = [themeColor('--up'), themeColor('--down')];
        candles.applyOptions({ upColor: up, wickUpColor: up, downColor: down, wickDownColor: down });
        volume.applyOptions({ color: `${themeColor('--muted')}40` });
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
    if (!drawn.current) return;
    const { chart } = drawn.current;
    span.current = (line.at(-1)?.time ?? 0) - (line[0]?.time ?? 0);
    chart.priceScale('right').applyOptions({ scaleMargins: { top: 0.12, bottom: withVolume ? 0.2 : 0.08 } });
    drawn.current.line.setData(candles ? [] : line.map(areaPoint));
    drawn.current.candles.setData(
      (candles ?? NOTHING).map(({ time, prices }) => ({ time: time as UTCTimestamp, ...prices })),
    );
    drawn.current.volume.setData(volume.map(chartPoint));
  }, [line, candles, volume, withVolume]);

  useEffect(() => {
    // What is marked stands on the steps of the line, whether or not something was traded then.
    const traded = new Map(dots.map(({ time, value }) => [time, value]));
    for (const { time, value } of fills) if (!traded.has(time)) traded.set(time, value);
    const lone = candles ? [] : loneOnes(line).filter(({ time }) => !traded.has(time));
    return onTheme(() => {
      if (!drawn.current) return;
      drawn.current.dots.setData(
        [
          ...[...traded].map(([time, value]) => chartPoint({ time, value })),
          ...lone.map((one) => ({
            ...chartPoint(one),
            color: themeColor(side === 'yes' ? '--yes' : '--no'),
          })),
        ].sort((a, b) => Number(a.time) - Number(b.time)),
      );
      drawn.current.fills.setMarkers(fills.map(fillMark));
    });
  }, [line, candles, dots, fills, side]);

  const isCandles = candles !== undefined;
  useEffect(
    () =>
      onTheme(() => {
        if (!drawn.current) return;
        const of = isCandles ? drawn.current.candles : drawn.current.line;
        drawn.current.cost?.of.removePriceLine(drawn.current.cost.line);
        drawn.current.cost =
          cost === undefined
            ? undefined
            : {
                of,
                line: of.createPriceLine({
                  price: cost,
                  color: themeColor('--accent'),
                  lineWidth: 1,
                  lineStyle: LineStyle.Dashed,
                  title: 'Entry',
                  axisLabelVisible: true,
                }),
              };
      }),
    [cost, isCandles],
  );

  const last = candles
    ? candles.findLast(({ prices }) => prices)?.prices?.close
    : line.findLast(({ value, gap }) => value !== undefined && !gap)?.value;
  useEffect(() => {
    if (!drawn.current) return;
    const { chart, candles: sticks, line: area } = drawn.current;
    keepClear(chart, isCandles ? sticks : area, centsText, [last, cost]);
  }, [last, cost, isCandles]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another first point means another range to show
  useEffect(() => {
    drawn.current?.chart.timeScale().fitContent();
  }, [from, line.length]);

  return (
    <>
      <div ref={box} aria-hidden className="absolute inset-0" />
      <p
        ref={label}
        aria-hidden
        className="num pointer-events-none absolute top-1.5 left-2 z-10 max-w-[calc(100%-5rem)] whitespace-pre-wrap rounded-sm bg-panel px-1 text-muted text-xs empty:hidden"
      />
    </>
  );
}
