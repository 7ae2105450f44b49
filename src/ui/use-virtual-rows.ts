import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

const MIN_COLUMN = 330;
const MAX_COLUMNS = 8;
/** Scrolling has paused when the rows on the screen stayed the same for so long. */
const PAUSE_MS = 120;
/** Rows left below those drawn when the next page is asked for. */
const AHEAD = 3;

/** What is listed. */
export interface VirtualList<Item> {
  /** Names what is listed; the same list has the same name. */
  key: string;
  items: readonly Item[];
  /** The same function every time. */
  idOf: (item: Item) => string;
  /** Tells which items are drawn, once the scrolling pauses: nobody reads what flies past. */
  onVisible?: (first: number, last: number) => void;
  /** Asks for more, near the end of what there is; undefined when there is no more, or it is on its way. */
  loadMore?: (() => void) | undefined;
}

interface Options<Item> {
  /** Columns of the grid; `fill`: as many as fit. */
  columns?: 1 | 'fill';
  gap?: number;
  /** Height of a row with these items before it is measured, pixels. The same function every time. */
  estimate: (row: readonly Item[]) => number;
  /** Rows drawn beyond both edges of the screen. */
  overscan: number;
}

export interface VirtualRows {
  container: RefObject<HTMLDivElement | null>;
  columns: number;
  /** Rows to draw. */
  rows: readonly VirtualItem[];
  /** Where the list begins; rows start from the top of the document. Pixels. */
  margin: number;
  /** Height of the whole list, pixels. */
  total: number;
  /** Ref of a row whose height is not known beforehand; it tells its index in `data-index`. */
  measure: (element: HTMLElement | null) => void;
}

/** Measured heights of lists that were left, so that going back lands on the same place. */
const remembered = new Map<string, VirtualItem[]>();
const KEPT_LISTS = 12;

function remember(list: string, heights: VirtualItem[]): void {
  remembered.delete(list);
  remembered.set(list, heights);
  for (const old of [...remembered.keys()].slice(0, -KEPT_LISTS)) remembered.delete(old);
}

/** Width of an element and its distance from the top of the document, pixels. */
function usePlace(container: RefObject<HTMLDivElement | null>): { width: number; margin: number } {
  const [place, setPlace] = useState({ width: window.innerWidth, margin: 0 });
  // What stands above may grow or shrink at any time (a strip that loads, a notice), and what holds both with it.
  // An observer is called when the layout is done: reading it after every render would force one each time.
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const read = () => {
      const { clientWidth: width } = element;
      const margin = Math.round(element.getBoundingClientRect().top + window.scrollY);
      setPlace((old) => (old.width === width && old.margin === margin ? old : { width, margin }));
    };
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    observer.observe(element.closest('main') ?? document.body);
    return () => observer.disconnect();
  }, [container]);
  return place;
}

/** Rows of a list that are on the screen or near it, scrolled with the document. */
export function useVirtualRows<Item>(
  list: VirtualList<Item>,
  { columns: wanted = 1, gap = 0, estimate, overscan }: Options<Item>,
): VirtualRows {
  const { key, items, idOf, onVisible, loadMore } = list;
  const container = useRef<HTMLDivElement>(null);
  const { width, margin } = usePlace(container);
  const fitting = Math.floor((width + gap) / (MIN_COLUMN + gap));
  const columns = wanted === 1 ? 1 : Math.min(MAX_COLUMNS, Math.max(1, fitting));
  const count = Math.ceil(items.length / columns);
  const getItemKey = useCallback(
    (row: number) => {
      const first = items[row * columns];
      return `${columns}:${first ? idOf(first) : row}`;
    },
    [items, idOf, columns],
  );
  // What is on the screen comes first, and alone.
  const beyond = useDeferredValue(overscan, 0);
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count,
    getItemKey,
    estimateSize: (row) => estimate(items.slice(row * columns, (row + 1) * columns)),
    gap,
    overscan: beyond,
    scrollMargin: margin,
    initialMeasurementsCache: remembered.get(key) ?? [],
    useFlushSync: false,
  });
  useEffect(() => () => remember(key, virtualizer.takeSnapshot()), [key, virtualizer]);

  const rows = virtualizer.getVirtualItems();
  const first = (rows[0]?.index ?? 0) * columns;
  const lastRow = rows.at(-1)?.index ?? -1;
  const last = Math.min((lastRow + 1) * columns, items.length) - 1;
  useEffect(() => {
    if (last < first || !onVisible) return;
    const timer = setTimeout(() => onVisible(first, last), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [onVisible, first, last]);

  const nearEnd = loadMore !== undefined && lastRow >= count - AHEAD;
  const more = useRef(loadMore);
  useEffect(() => {
    more.current = loadMore;
  }, [loadMore]);
  useEffect(() => {
    if (nearEnd) more.current?.();
  }, [nearEnd]);

  const { measureElement: measure } = virtualizer;
  return { container, columns, rows, margin, total: virtualizer.getTotalSize(), measure };
}
