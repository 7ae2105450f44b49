import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react';
import { type RowSpan, rowsWithin, topsOf, totalOf } from './row-window.ts';

const MIN_COLUMN = 320;
const MAX_COLUMNS = 6;
/** Drawn beyond both edges of the screen, pixels: a flick of the wheel meets rows, not a blank. */
const OVERSCAN = 700;
/** Scrolling by less than this draws nothing anew, pixels. */
const STEP = 64;
/** Scrolling has paused when nothing moved for so long; while it goes on slowly, what is visible is told this often. */
const PAUSE_MS = 120;
const TELL_MS = 2_000;
/** Scrolling is slow while less than a quarter of what is drawn is another in so long. */
const LOOK_MS = 500;
/** Rows left below the screen when the next page is asked for. */
const AHEAD = 3;

/** What is listed. */
export interface WindowedList<Item> {
  /** Names what is listed; the same list has the same name. */
  key: string;
  items: readonly Item[];
  /** The same function every time. */
  idOf: (item: Item) => string;
  /** Tells which items are on the screen. */
  onVisible?: (first: number, last: number) => void;
  /** Asks for more, near the end of what there is; undefined when there is no more, or it is on its way. */
  loadMore?: (() => void) | undefined;
}

interface Options<Item> {
  /** Columns of the grid; `fill`: as many as fit. */
  columns: 1 | 'fill';
  gap: number;
  /** Height of a row with these items before it is measured, pixels: a number, or the same function every time. */
  estimate: number | ((row: readonly Item[]) => number);
  /** Drawn beyond both edges of the screen, pixels. */
  overscan?: number;
}

export interface WindowRows {
  container: RefObject<HTMLDivElement | null>;
  columns: number;
  /** Pixels. */
  columnWidth: number;
  /** Rows to draw, from the top of the list. */
  rows: RowSpan[];
  /** Height of the whole list, pixels. */
  total: number;
  /** Ref of a row whose height is not known beforehand; it names itself in `data-row`. */
  measure: (element: HTMLElement | null) => (() => void) | undefined;
}

const NO_ROWS: readonly [number, number] = [0, -1];

/** Measured heights of lists that were left, so that going back lands on the same place to the pixel. */
const remembered = new Map<string, Map<string, number>>();
const KEPT_LISTS = 12;

function heightsOf(list: string): Map<string, number> {
  const heights = remembered.get(list) ?? new Map<string, number>();
  remembered.delete(list);
  remembered.set(list, heights);
  for (const old of [...remembered.keys()].slice(0, -KEPT_LISTS)) remembered.delete(old);
  return heights;
}

const stepOf = (y: number): number => Math.floor(y / STEP) * STEP;

/** Scroll position in steps and height of the window, pixels. */
function useScroll(): { top: number; height: number } {
  const [view, setView] = useState(() => ({ top: stepOf(window.scrollY), height: window.innerHeight }));
  useEffect(() => {
    const read = () => {
      const { scrollY, innerHeight: height } = window;
      const top = stepOf(scrollY);
      setView((old) => (old.top === top && old.height === height ? old : { top, height }));
    };
    read();
    window.addEventListener('scroll', read, { passive: true });
    window.addEventListener('resize', read);
    return () => {
      window.removeEventListener('scroll', read);
      window.removeEventListener('resize', read);
    };
  }, []);
  return view;
}

/** Width of an element and its distance from the top of the document, pixels. */
function usePlace(container: RefObject<HTMLDivElement | null>): { width: number; margin: number } {
  const [width, setWidth] = useState(() => window.innerWidth);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, [container]);
  // What stands above may grow or shrink at any time (a strip that loads, a notice), and what holds both with it.
  // An observer is called when the layout is done: reading it after every render would force one each time.
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const read = () => {
      const top = element.getBoundingClientRect().top + window.scrollY;
      setMargin((old) => (Math.abs(old - top) > 1 ? Math.round(top) : old));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element.closest('main') ?? document.body);
    return () => observer.disconnect();
  }, [container]);
  return { width, margin };
}

interface Place {
  top: number;
  height: number;
}

/**
 * Keeps the heights of the drawn rows. What changes above the top of the screen is made up for by scrolling, so that
 * what is being read stays where it is. `placeOf` tells where a row was drawn, from the top of the document;
 * `onHeights` is called when any has changed.
 */
function useHeights(
  heights: Map<string, number>,
  placeOf: (key: string) => Place | undefined,
  onHeights: () => void,
) {
  const shift = useRef(0);
  const where = useRef(placeOf);
  const kept = useRef(heights);
  useLayoutEffect(() => {
    where.current = placeOf;
    kept.current = heights;
    if (shift.current === 0) return;
    const by = shift.current;
    shift.current = 0;
    window.scrollBy({ top: by, behavior: 'instant' });
  });
  const observer = useRef<ResizeObserver>(undefined);
  const observe = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      observer.current ??= new ResizeObserver((entries) => {
        let changed = false;
        for (const { target, borderBoxSize } of entries) {
          const key = target instanceof HTMLElement ? target.dataset.row : undefined;
          const height = Math.round(borderBoxSize[0]?.blockSize ?? 0);
          if (key === undefined || height === 0 || kept.current.get(key) === height) continue;
          const drawn = where.current(key);
          kept.current.set(key, height);
          if (drawn?.height === height) continue;
          if (drawn && drawn.top < window.scrollY) shift.current += height - drawn.height;
          changed = true;
        }
        if (changed) onHeights();
      });
      const watching = observer.current;
      watching.observe(element);
      return () => watching.unobserve(element);
    },
    [onHeights],
  );
  useEffect(() => () => observer.current?.disconnect(), []);
  return observe;
}

/**
 * Tells which items are visible, once the scrolling pauses and from time to time while it goes on slowly: nobody reads
 * what flies past, and answers about it would make the scrolling stop for a moment each.
 */
function useTellVisible(
  tell: ((first: number, last: number) => void) | undefined,
  first: number,
  last: number,
): void {
  const never = Number.NEGATIVE_INFINITY;
  const past = useRef({ told: never, looked: never, first, slow: true });
  useEffect(() => {
    if (last < 0 || !tell) return;
    const now = performance.now();
    const { told, looked, first: before } = past.current;
    if (now - looked >= LOOK_MS) {
      const slow = Math.abs(first - before) * 4 < last + 1 - first;
      past.current = { told, looked: now, first, slow };
    }
    const due = past.current.slow ? told + TELL_MS - now : PAUSE_MS;
    const timer = setTimeout(
      () => {
        past.current.told = performance.now();
        tell(first, last);
      },
      Math.min(PAUSE_MS, due),
    );
    return () => clearTimeout(timer);
  }, [tell, first, last]);
}

/**
 * The rows of a list that are on the screen, scrolled with the document. Tells the list what is visible and asks
 * for more near its end.
 */
export function useWindowRows<Item>(
  list: WindowedList<Item>,
  { columns: wanted, gap, estimate, overscan = OVERSCAN }: Options<Item>,
): WindowRows {
  const { items, idOf } = list;
  const idAt = (index: number): string | undefined => {
    const item = items[index];
    return item && idOf(item);
  };
  const container = useRef<HTMLDivElement>(null);
  const { width, margin } = usePlace(container);
  const view = useScroll();
  const fitting = Math.floor((width + gap) / (MIN_COLUMN + gap));
  const columns = wanted === 1 ? 1 : Math.min(MAX_COLUMNS, Math.max(1, fitting));
  const count = Math.ceil(items.length / columns);
  const name = `${wanted}|${list.key}`;
  const heights = useMemo(() => heightsOf(name), [name]);
  const [measured, onHeights] = useReducer((times: number) => times + 1, 0);
  const keyOf = (row: number): string => `${columns}:${idAt(row * columns) ?? row}`;
  // Rows that all are of one height stand where they stood, whatever is in them.
  const ofItems = typeof estimate === 'number' && heights.size === 0 ? undefined : items;
  // A step of the wheel must not walk over thousands of rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `measured` counts the changes of `heights`, `ofItems` is of `items`
  const tops = useMemo(() => {
    const heightOf = (row: number): number =>
      (heights.size > 0 ? heights.get(keyOf(row)) : undefined) ??
      (typeof estimate === 'number' ? estimate : estimate(items.slice(row * columns, (row + 1) * columns)));
    return topsOf(count, gap, heightOf);
  }, [ofItems, columns, count, gap, estimate, heights, measured]);

  const above = view.top - margin - overscan;
  const wantedRows = rowsWithin(tops, above, above + view.height + STEP + 2 * overscan) ?? NO_ROWS;
  const onScreen = rowsWithin(tops, above + overscan, above + overscan + view.height + STEP) ?? NO_ROWS;
  const [from, to] = wantedRows;
  const rows: RowSpan[] = [];
  for (let index = from; index <= to; index += 1) {
    const start = tops[index] ?? 0;
    const end = (tops[index + 1] ?? start) - gap;
    const visible = index >= onScreen[0] && index <= onScreen[1];
    rows.push({ key: keyOf(index), index, start, end, onScreen: visible });
  }
  const placeOf = (key: string): Place | undefined => {
    const row = rows.find((one) => one.key === key);
    return row && { top: row.start + margin, height: row.end - row.start };
  };
  const measure = useHeights(heights, placeOf, onHeights);

  const first = from * columns;
  const last = (to + 1) * columns - 1;
  const lastItem = Math.min(last, items.length - 1);
  const { onVisible, loadMore } = list;
  useTellVisible(onVisible, first, lastItem);

  const nearEnd = loadMore !== undefined && last >= (count - AHEAD) * columns;
  const more = useRef(loadMore);
  useEffect(() => {
    more.current = loadMore;
  }, [loadMore]);
  useEffect(() => {
    if (nearEnd) more.current?.();
  }, [nearEnd]);

  const columnWidth = (width + gap) / columns - gap;
  return { container, columns, columnWidth, rows, total: totalOf(tops, gap), measure };
}
