import {
  ColorType,
  createChart,
  type DeepPartial,
  type IChartApi,
  type ISeriesApi,
  LineStyle,
  type SeriesType,
  TickMarkType,
  type TimeChartOptions,
  type UTCTimestamp,
} from 'lightweight-charts';
import { onAppearance, themeColor } from '@/lib/appearance.ts';
import { formatTick } from '@/lib/time.ts';

interface PlainChart {
  /** Empty part of the height above and below the line, 0 to 1. */
  margins: { top: number; bottom: number };
  /** Seconds that are drawn now, by which marks of the axis are days or times; without it they are those of a round. */
  span?: () => number;
  /** Text of a price on the axis, and of the time under the pointer. */
  price: (value: number) => string;
  time: (ms: number) => string;
  timeScale?: DeepPartial<TimeChartOptions['timeScale']>;
}

/** A chart that fills its box, of fixed range: what its reader scrolls is the page. Times are Unix milliseconds. */
export function plainChart(
  box: HTMLElement,
  { margins, span, price, time, timeScale }: PlainChart,
): IChartApi {
  return createChart(box, {
    autoSize: true,
    // From the start: what is painted later comes only with a frame, and a page in the background draws none.
    layout: { attributionLogo: false },
    handleScroll: false,
    handleScale: false,
    // No label is cut at the edge of the box.
    rightPriceScale: { borderVisible: false, scaleMargins: margins, entireTextOnly: true },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      tickMarkFormatter: (at: unknown, type: TickMarkType) =>
        formatTick(chartMilliseconds(at), span?.() ?? 0, type <= TickMarkType.DayOfMonth),
      ...timeScale,
    },
    localization: { priceFormatter: price, timeFormatter: (at: unknown) => time(chartMilliseconds(at)) },
  });
}

/** What a line of a chart has in common, whatever its kind. `precision`: decimals of its axis. */
export const lineOptions = (precision: number) =>
  ({
    lineWidth: 2,
    priceLineVisible: true,
    priceLineStyle: LineStyle.Dotted,
    crosshairMarkerRadius: 3,
    lastValueVisible: true,
    priceFormat: { type: 'price', minMove: 10 ** -precision, precision },
  }) as const;

/** A series of which only its points are drawn, as dots. */
export const DOTS = {
  lineVisible: false,
  pointMarkersVisible: true,
  pointMarkersRadius: 2.5,
  priceLineVisible: false,
  lastValueVisible: false,
  crosshairMarkerVisible: false,
} as const;

/** A point in the library's form, `time` in Unix seconds; without a value it holds a place alone. */
export const chartPoint = ({ time, value }: { time: number; value?: number }) =>
  value === undefined ? { time: time as UTCTimestamp } : { time: time as UTCTimestamp, value };

const CLEAR = { lineColor: 'transparent', topColor: 'transparent', bottomColor: 'transparent' };
/** A point of an area, drawn as nothing over what is not known: the library would join what lies on both sides. */
export const areaPoint = ({ gap, ...point }: { time: number; value?: number; gap?: true }) => ({
  ...chartPoint(point),
  ...(gap && CLEAR),
});

/** Colours of an area under a line. The tokens are #rrggbb: two more digits make them translucent. */
export const areaColors = (line: string) => ({
  lineColor: line,
  topColor: `${line}38`,
  bottomColor: `${line}00`,
  priceLineColor: line,
});

/** Colours of the theme in force on everything of a chart but its lines. */
export function paintChart(chart: IChartApi): void {
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: themeColor('--faint'),
      fontFamily: themeColor('--font-mono') || 'monospace',
      fontSize: 11,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: themeColor('--line') } },
    crosshair: {
      vertLine: { color: themeColor('--muted'), labelBackgroundColor: themeColor('--line-strong') },
      horzLine: { color: themeColor('--muted'), labelBackgroundColor: themeColor('--line-strong') },
    },
  });
}

/** The arrow of a fill on its line; `time` in Unix seconds. In the colours of now: `onTheme` has it made anew. */
export const fillMark = ({ time, value, isBuy }: { time: number; value: number; isBuy: boolean }) =>
  ({
    time: time as UTCTimestamp,
    position: 'atPriceMiddle',
    price: value,
    shape: isBuy ? 'arrowUp' : 'arrowDown',
    color: themeColor('--accent'),
    text: isBuy ? 'B' : 'S',
  }) as const;

/** Paints now, and again whenever the theme changes; answers how to end that. */
export function onTheme(paint: () => void): () => void {
  paint();
  return onAppearance(paint);
}

/** Pixels between the middles of a mark and a label of the price axis, closer than which the mark is covered by half. */
const LABEL_PX = 16;

/** Texts of the marks of a price axis at their places in pixels: none where a label stands over it. */
export function clearMarks(
  prices: readonly number[],
  labels: readonly number[],
  text: (price: number) => string,
  placeOf: (price: number) => number | null,
): string[] {
  const taken = labels.flatMap((price) => placeOf(price) ?? []);
  return prices.map((price) => {
    const at = placeOf(price);
    return at !== null && taken.some((label) => Math.abs(label - at) < LABEL_PX) ? '' : text(price);
  });
}

/** Keeps the marks of a series' axis clear of the labels it has there. To be called when the labels change. */
export function keepClear(
  chart: IChartApi,
  series: ISeriesApi<SeriesType>,
  text: (price: number) => string,
  labels: readonly (number | undefined)[],
): void {
  const known = labels.filter((price) => price !== undefined);
  chart.applyOptions({
    localization: {
      tickmarksPriceFormatter: (prices: readonly number[]) =>
        clearMarks(prices, known, text, (price) => series.priceToCoordinate(price)),
    },
  });
}

/** Unix milliseconds of a time on a chart's axis, which counts seconds. */
const chartMilliseconds = (time: unknown): number => (typeof time === 'number' ? time * 1_000 : 0);
