import { absent, type Figure, figuresOf, type Tone } from '@/domain/token-figures.ts';
import type { TokenSort } from '@/domain/token-sorts.ts';
import { formatPoolAge } from '@/domain/token-text.ts';
import { type SeenToken, startOf } from '@/domain/tokens.ts';
import { FigureSheet, type Piece } from '@/lib/figure-sheet.ts';
import { FigurePictures, type PicturedRow, ROW_HEIGHT } from './figure-pictures.ts';

/*
 * The moving figures of the table are drawn without React, and by column: with every answer some three hundred of
 * them change, and as cells laid out one by one they cost many times as much as eleven sheets with a line for each
 * row. The cells hold the same figures in words, for who cannot see the columns or points at one.
 */

/** A column of figures that is a sheet: each that can be sorted by. */
export type ColumnName = TokenSort;

type Ink = Piece['ink'];
const INKS: Record<Tone, Ink> = {
  plain: '--text',
  muted: '--muted',
  faint: '--faint',
  up: '--up',
  down: '--down',
};
/** The same in a row whose figures are of before. */
const OLD_INKS: Record<Tone, Ink> = {
  ...INKS,
  plain: '--muted',
  up: '--up-old',
  down: '--down-old',
};

type Line = Readonly<Record<ColumnName, Figure>>;
interface Row extends PicturedRow {
  readonly line: Line;
}

const isOf = (row: Row, before: Row | undefined): boolean => row.seen.token.id === before?.seen.token.id;
const isSame = (row: Row, before: Row | undefined): boolean =>
  row.seen === before?.seen && row.left === before.left;

/** Parts of an update: what is looked at first comes first. */
const PARTS: readonly ReadonlySet<ColumnName>[] = [
  new Set(['age', 'price', 'change5m']),
  new Set(['change1h', 'change6h', 'change24h', 'liquidity']),
  new Set(['mcap', 'holders', 'score', 'volume']),
];
const WITH_PICTURES = 1;
const WITH_WORDS = 2;

const known = new WeakMap<SeenToken, Omit<Line, 'age'>>();
function movingOf(seen: SeenToken): Omit<Line, 'age'> {
  const figures = known.get(seen) ?? figuresOf(seen.token);
  known.set(seen, figures);
  return figures;
}

/** Age of the first pool at Unix ms of the service. */
function ageOf(seen: SeenToken, now: number): Figure {
  const start = startOf(seen.token);
  if (start === null) return absent('Age not known');
  const text = formatPoolAge(now / 1_000 - start);
  return { text, tone: 'muted', words: text };
}

interface Column {
  readonly name: ColumnName;
  readonly sheet: FigureSheet;
}

interface Words {
  readonly name: ColumnName;
  readonly element: Element;
  shown: string;
}

/**
 * Columns of a table. `head` is the row above those of the tokens, of no height, that holds a sheet for each column
 * (`data-column`) and the pictures (`data-picture`); the cells have an element for each figure in words (`data-figure`).
 */
export class FigureColumns {
  private readonly columns: Column[];
  private readonly pictures: FigurePictures;
  private rows: readonly Row[] = [];
  private readonly words = new WeakMap<Element, Words[]>();
  /** The frame that the next part of an update waits for. */
  private frame: number | undefined;

  constructor(private readonly head: HTMLElement) {
    this.columns = [...head.querySelectorAll<HTMLCanvasElement>('[data-column]')].map((canvas) => ({
      name: canvas.dataset.column as ColumnName,
      sheet: new FigureSheet(canvas, ROW_HEIGHT),
    }));
    this.pictures = new FigurePictures(head);
    head.parentElement?.addEventListener('pointerover', this.explain);
    head.parentElement?.addEventListener('pointerout', this.explain);
  }

  /**
   * Shows these tokens, from the first row below the head on. `now` is Unix ms of the service. Figures of the same rows
   * are renewed in parts, one a frame, so that no frame is lost to them; other rows get all of theirs at once.
   */
  show(tokens: readonly SeenToken[], now: number, leftBefore: number): void {
    const before = this.rows;
    const rows = tokens.map((seen) => ({
      seen,
      line: { ...movingOf(seen), age: ageOf(seen, now) },
      left: seen.seenAt < leftBefore,
    }));
    this.rows = rows;
    const inPlace = rows.length === before.length && rows.every((row, at) => isOf(row, before[at]));
    if (!inPlace) this.head.style.setProperty('--lines', String(rows.length));
    // What still waits for its frame is of rows that may have gone: it is not left for later again.
    const waiting = this.frame !== undefined;
    cancelAnimationFrame(this.frame ?? 0);
    this.frame = undefined;
    const aged = inPlace && !waiting && rows.every((row, at) => isSame(row, before[at]));
    if (aged) this.renewAges();
    else this.draw(0, !inPlace || waiting);
  }

  /** Draws the parts of an update from this one on, the next of them in the next frame unless `atOnce`. */
  private draw(part: number, atOnce: boolean): void {
    this.frame = undefined;
    for (const column of this.columns) if (PARTS[part]?.has(column.name)) this.write(column);
    if (part === WITH_WORDS) this.say();
    if (part === WITH_PICTURES) this.pictures.show(this.rows);
    if (part + 1 === PARTS.length) return;
    if (atOnce) this.draw(part + 1, true);
    else this.frame = requestAnimationFrame(() => this.draw(part + 1, false));
  }

  /** Nothing has changed but the time. */
  private renewAges(): void {
    for (const column of this.columns) if (column.name === 'age') this.write(column);
    this.say();
  }

  close(): void {
    cancelAnimationFrame(this.frame ?? 0);
    this.pictures.close();
    for (const { sheet } of this.columns) sheet.close();
    this.head.parentElement?.removeEventListener('pointerover', this.explain);
    this.head.parentElement?.removeEventListener('pointerout', this.explain);
  }

  private write({ name, sheet }: Column): void {
    sheet.show(
      this.rows.map(({ line, left }) => {
        const { text, tone } = line[name];
        return [{ text, ink: (left ? OLD_INKS : INKS)[tone], end: 0 }];
      }),
    );
  }

  /** Gives the cells their words. */
  private say(): void {
    let element = this.head.nextElementSibling;
    for (const { line } of this.rows) {
      if (!element) return;
      for (const one of this.wordsOf(element)) {
        const { words } = line[one.name];
        if (words === one.shown) continue;
        one.shown = words;
        one.element.setAttribute('aria-label', words);
      }
      element = element.nextElementSibling;
    }
  }

  private wordsOf(row: Element): Words[] {
    const all =
      this.words.get(row) ??
      [...row.querySelectorAll<HTMLElement>('[data-figure]')].map((element) => ({
        name: element.dataset.figure as ColumnName,
        element,
        shown: '',
      }));
    this.words.set(row, all);
    return all;
  }

  /** The words of the cell that is pointed at, as its title. */
  private readonly explain = ({ target, type }: Event): void => {
    const cell = target instanceof Element ? target.closest('td') : null;
    const words = cell?.querySelector('[data-figure]')?.getAttribute('aria-label');
    if (!cell || !words) return;
    if (type === 'pointerover') cell.title = words;
    else cell.removeAttribute('title');
  };
}
