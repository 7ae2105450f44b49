import type { LadderRow } from '@/domain/book.ts';
import { onAppearance, themeColor } from '@/lib/appearance.ts';
import { prefersReducedMotion } from '@/lib/dom.ts';
import { FigureSheet, type Line } from '@/lib/figure-sheet.ts';
import { flashPreference } from '@/lib/preferences.ts';

/*
 * The rows of the ladder are drawn without React, and its figures by column: a book changes every second, and some
 * forty cells laid out one by one cost several times as much as one text of prices, which seldom change, and a sheet
 * of sizes and totals, which nearly all do. A row itself is an empty element, there to be pointed at, focused and read
 * out. Depth bars and lights are painted on a canvas behind the rows: a bar of its own style, or a path, is styled and
 * laid out anew each time.
 */
const FLASH_MS = 350;
/** Height of a row in pixels, as in its classes. */
const ROW = 21;
/** Width of the canvas behind the rows in its own pixels, stretched to that of the list. */
const WIDTH = 400;
/** Where a light lies, in the same pixels: under price and size. */
const LIGHT = { from: 12, width: 56 };
/** Digits from the right end of a size to that of its total. */
const TOTAL_DIGITS = 12;

const ITEM =
  'relative block h-[21px] shrink-0 cursor-pointer contain-strict hover:bg-text/7 focus-visible:-outline-offset-2';
/** Digits of one width need neither ligatures nor kerning, which shaping would look for in every line. */
const PRICES =
  'absolute inset-y-0 left-3 right-2/3 whitespace-pre leading-[21px] [contain:size_layout] [font-variant:none] [font-kerning:none]';

/**
 * What a screen reader says of a row. The total is said of the row that has the focus: it changes with every level
 * before it, and forty names rewritten each second cost more than the figures themselves.
 */
function describe(item: HTMLElement, row: LadderRow, focused: boolean): void {
  const total = focused ? `, ${row.totalText} in total` : '';
  const mine = row.mine ? ', your order is here, Delete cancels it' : '';
  item.setAttribute('aria-label', `${row.priceText}, ${row.sizeText} contracts${total}${mine}`);
}

function draw(row: LadderRow): HTMLElement {
  const item = document.createElement('div');
  item.className = ITEM;
  item.role = 'option';
  item.tabIndex = -1;
  item.dataset.row = row.id;
  describe(item, row, false);
  return item;
}

/** Lights that burn, put out together: of two sides that change at one moment one timer is enough. */
const burning = new Set<LadderRows>();
let putOut: ReturnType<typeof setTimeout> | undefined;
function putOutLater(side: LadderRows): void {
  burning.add(side);
  putOut ??= setTimeout(() => {
    putOut = undefined;
    for (const lit of burning) lit.putOut();
    burning.clear();
  }, FLASH_MS);
}
function forget(side: LadderRows): void {
  burning.delete(side);
  if (burning.size > 0) return;
  clearTimeout(putOut);
  putOut = undefined;
}

/** Size and total of a row; those of an old book step back. */
const amountsOf = ({ sizeText, totalText }: LadderRow, stale: boolean): Line => [
  { text: sizeText, ink: stale ? '--muted' : '--text', end: TOTAL_DIGITS },
  { text: totalText, ink: '--muted', end: 0 },
];

/** One side of the ladder, drawn into a list element, best price first. */
export class LadderRows {
  /** The element of each row, in the order of the rows. */
  private items: readonly HTMLElement[] = [];
  private readonly behind = document.createElement('canvas');
  private readonly figures = document.createElement('div');
  private readonly prices = document.createElement('span');
  private readonly amounts: FigureSheet;
  private readonly unwatch = onAppearance(() => this.repaint());
  private rows: readonly LadderRow[] = [];
  private lit: readonly number[] = [];
  private context: CanvasRenderingContext2D | null = null;
  private colors: { bar: string; light: string } | undefined;
  private count = 0;
  private flashes = flashPreference.get();
  private readonly unsubscribe = flashPreference.subscribe(() => {
    this.flashes = flashPreference.get();
  });

  constructor(
    private readonly list: HTMLElement,
    private readonly kind: 'ask' | 'bid',
  ) {
    const asks = kind === 'ask';
    const edge = asks ? 'bottom-0' : 'top-0';
    this.behind.ariaHidden = 'true';
    this.behind.className = `pointer-events-none absolute left-0 w-full ${edge}`;
    this.prices.className = `${PRICES} ${asks ? 'text-no' : 'text-yes'}`;
    const sheet = document.createElement('canvas');
    sheet.className = 'absolute right-3 top-0';
    this.figures.ariaHidden = 'true';
    this.figures.className = `pointer-events-none absolute left-0 w-full ${edge}`;
    this.figures.append(this.prices, sheet);
    list.prepend(this.behind, this.figures);
    this.amounts = new FigureSheet(sheet, ROW);
    list.addEventListener('focusin', this.describeAgain);
    list.addEventListener('focusout', this.describeAgain);
  }

  /** Shows these rows; a row object that is the same as before is left alone. `stale`: the book is old. */
  show(rows: readonly LadderRow[], stale: boolean): void {
    const before = this.rows;
    const inPlace = rows.length === before.length && rows.every((row, i) => row.id === before[i]?.id);
    this.rows = rows;
    const lit = inPlace ? this.change(before) : this.rearrange(before);
    this.resize(rows.length);
    if (!inPlace || rows.some((row, i) => row.mine !== before[i]?.mine)) {
      this.writePrices();
    }
    const amounts = rows.map((row) => amountsOf(row, stale));
    this.amounts.show(this.kind === 'ask' ? amounts.reverse() : amounts);
    this.light(lit);
    this.paint();
  }

  /** Lets go of listeners and lights; the list itself is left to its owner. */
  close(): void {
    forget(this);
    this.unsubscribe();
    this.unwatch();
    this.amounts.close();
    this.list.removeEventListener('focusin', this.describeAgain);
    this.list.removeEventListener('focusout', this.describeAgain);
  }

  putOut(): void {
    this.lit = [];
    this.paint();
  }

  /** The same prices with other figures. Indices of the rows whose size changed, which is what lights up. */
  private change(before: readonly LadderRow[]): number[] {
    const lit: number[] = [];
    const { activeElement } = document;
    this.rows.forEach((row, index) => {
      const old = before[index];
      const item = this.items[index];
      if (row === old || !old || !item) return;
      const resized = old.size !== row.size;
      if (resized) lit.push(index);
      const focused = item === activeElement;
      if (resized || focused || old.mine !== row.mine) describe(item, row, focused);
    });
    return lit;
  }

  /** Other prices than before: rows come, go and keep their order. Indices of those that light up. */
  private rearrange(before: readonly LadderRow[]): number[] {
    const known = new Map(before.map((row, index) => [row.id, { row, item: this.items[index] }] as const));
    const fresh = known.size === 0;
    const stay = new Set(this.rows.map(({ id }) => id));
    const { activeElement } = document;
    const lost = before.findIndex(({ id }, index) => !stay.has(id) && this.items[index] === activeElement);
    for (const [id, { item }] of known) if (!stay.has(id)) item?.remove();
    const lit: number[] = [];
    let place: Element | null = this.figures.nextElementSibling;
    this.items = this.rows.map((row, index) => {
      const old = known.get(row.id);
      const item = old?.item ?? draw(row);
      if (old && old.row !== row) describe(item, row, item === activeElement);
      if (old ? old.row.size !== row.size : !fresh) lit.push(index);
      if (place === item) place = item.nextElementSibling;
      else this.list.insertBefore(item, place);
      return item;
    });
    this.keepReachable();
    // The focus stays in the ladder when the level under it goes: it is on the one that has come into its place.
    if (lost !== -1) this.items[Math.min(lost, this.items.length - 1)]?.focus({ preventScroll: true });
    return lit;
  }

  /** The row that has got the focus, or lost it. */
  private readonly describeAgain = ({ target, type }: Event): void => {
    const index = this.items.indexOf(target as HTMLElement);
    const [item, row] = [this.items[index], this.rows[index]];
    if (item && row) describe(item, row, type === 'focusin');
  };

  private resize(count: number): void {
    if (count === this.count) return;
    this.count = count;
    const height = count * ROW;
    this.behind.width = WIDTH;
    this.behind.height = height;
    this.behind.style.height = `${height}px`;
    this.figures.style.height = `${height}px`;
  }

  private writePrices(): void {
    const lines = this.rows.map(({ priceText, mine }) => (mine ? `${priceText} ●` : priceText));
    this.prices.textContent = (this.kind === 'ask' ? lines.reverse() : lines).join('\n');
  }

  /** Top of a row in the drawing: asks stand on the middle, bids hang from it. */
  private top(index: number): number {
    return this.kind === 'ask' ? this.count - 1 - index : index;
  }

  private repaint(): void {
    this.colors = undefined;
    this.paint();
  }

  /** Bars and lights of the rows shown. */
  private paint(): void {
    this.context ??= this.behind.getContext('2d');
    const { context } = this;
    if (!context) return;
    this.colors ??= {
      bar: themeColor(this.kind === 'ask' ? '--no-dim' : '--yes-dim'),
      light: themeColor('--line-strong'),
    };
    context.clearRect(0, 0, WIDTH, this.count * ROW);
    context.fillStyle = this.colors.bar;
    this.rows.forEach(({ bar }, index) => {
      context.fillRect(WIDTH - bar * WIDTH, this.top(index) * ROW + 1, bar * WIDTH, ROW - 2);
    });
    context.fillStyle = this.colors.light;
    for (const index of this.lit)
      context.fillRect(LIGHT.from, this.top(index) * ROW + 2, LIGHT.width, ROW - 4);
  }

  /** Tab reaches the best price; the arrow keys do the rest. */
  private keepReachable(): void {
    this.items.forEach((item, index) => {
      item.tabIndex = index === 0 ? 0 : -1;
    });
  }

  /** Lit at once and put out at once: a fade would paint every frame for a third of a second. */
  private light(indices: readonly number[]): void {
    if (indices.length === 0 || !this.flashes || prefersReducedMotion()) return;
    this.lit = indices;
    putOutLater(this);
  }
}
