import { formatUsd, microUsd } from '@contract/money.ts';
import {
  type AutoscaleInfo,
  type BaselineData,
  BaselineSeries,
  createSeriesMarkers,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineStyle,
  type Time,
  type UTCTimestamp,
  type WhitespaceData,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { type LinePoint, loneOnes } from '@/domain/round-quote.ts';
import { themeColor } from '@/lib/appearance.ts';
import { formatClock } from '@/lib/time.ts';
import { keepClear, lineOptions, onTheme, paintChart, plainChart } from '@/ui/chart-theme.ts';
import { markOf } from './rounds-labels.ts';

const MICRO = 1_000_000;
/** Narrowest scale in dollars: a quiet price stays a line in the middle. */
const MIN_SPAN = 20;

const priceText = (value: number): string =>
  formatUsd(microUsd(BigInt(Math.round(value * MICRO))), 'half-even');

interface Drawn {
  chart: IChartApi;
  series: ISeriesApi<'Baseline'>;
  strike: IPriceLine;
  lone: ISeriesMarkersPluginApi<Time>;
}

/** Colours of the theme in force; read again when it changes. */
function paint({ chart, series, strike }: Drawn): void {
  const up = themeColor('--up');
  const down = themeColor('--down');
  paintChart(chart);
  // The tokens are #rrggbb: two more digits make them translucent.
  series.applyOptions({
    topLineColor: up,
    topFillColor1: `${up}38`,
    topFillColor2: `${up}0a`,
    bottomLineColor: down,
    bottomFillColor1: `${down}0a`,
    bottomFillColor2: `${down}38`,
    priceLineColor: themeColor('--muted'),
  });
  strike.applyOptions({
    color: themeColor('--warn'),
    axisLabelColor: themeColor('--warn-dim'),
    axisLabelTextColor: themeColor('--warn'),
  });
}

/** Keeps the strike in sight, however far the price has gone. */
function around(info: AutoscaleInfo | null, strike: number): AutoscaleInfo {
  const low = Math.min(info?.priceRange?.minValue ?? strike, strike);
  const high = Math.max(info?.priceRange?.maxValue ?? strike, strike);
  const missing = Math.max(0, MIN_SPAN - (high - low)) / 2;
  return { ...info, priceRange: { minValue: low - missing, maxValue: high + missing } };
}

/** A line has no gaps of its own: what follows a point without colour is not drawn. */
const UNSEEN = {
  topLineColor: 'transparent',
  topFillColor1: 'transparent',
  topFillColor2: 'transparent',
  bottomLineColor: 'transparent',
  bottomFillColor1: 'transparent',
  bottomFillColor2: 'transparent',
} as const;

function drawnPoint({ time, value, gapAfter }: LinePoint): BaselineData | WhitespaceData {
  const at = time as UTCTimestamp;
  return value === undefined ? { time: at } : { time: at, value, ...(gapAfter && UNSEEN) };
}

interface Props {
  points: readonly LinePoint[];
  /** Dollars, as pixels need them. */
  strike: number;
}

/** The price line against the strike. Hidden from screen readers: the figures stand beside it. */
export function RoundChart({ points, strike }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn>(undefined);

  useEffect(() => {
    if (!box.current) return;
    const chart = plainChart(box.current, {
      margins: { top: 0.1, bottom: 0.1 },
      price: priceText,
      time: formatClock,
      timeScale: {
        lockVisibleTimeRangeOnResize: true,
        shiftVisibleRangeOnNewBar: false,
        tickMarkFormatter: (at: Time) => (typeof at === 'number' ? markOf(at) : ''),
      },
    });
    const series = chart.addSeries(BaselineSeries, {
      baseValue: { type: 'price', price: strike },
      ...lineOptions(2),
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => around(original(), strike),
    });
    const line = series.createPriceLine({
      price: strike,
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      axisLabelVisible: true,
      title: '',
    });
    const current = { chart, series, strike: line, lone: createSeriesMarkers(series, []) };
    drawn.current = current;
    const unpaint = onTheme(() => paint(current));
    return () => {
      unpaint();
      drawn.current = undefined;
      chart.remove();
    };
  }, [strike]);

  useEffect(() => {
    if (!drawn.current) return;
    const { chart, series, lone } = drawn.current;
    series.setData(points.map(drawnPoint));
    keepClear(chart, series, priceText, [strike, points.findLast(({ value }) => value !== undefined)?.value]);
    lone.setMarkers(
      loneOnes(points).map(({ time, value }) => ({
        time: time as UTCTimestamp,
        position: 'atPriceMiddle',
        price: value,
        shape: 'circle',
        size: 0.5,
        color: themeColor(value < strike ? '--down' : '--up'),
      })),
    );
    // The whole round, also what is still to come: fitting to the content would end with the last price.
    chart.timeScale().setVisibleLogicalRange({ from: 0, to: points.length - 1 });
  }, [points, strike]);

  return <div ref={box} aria-hidden className="absolute inset-0" />;
}
