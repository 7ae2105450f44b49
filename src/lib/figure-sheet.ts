import { inkColor, onAppearance } from './appearance.ts';
import { type Glyphs, glyphsOf } from './glyphs.ts';

/** A figure in a line: its ink as a custom property of the theme, and how many digits from the right end it ends. */
export interface Piece {
  readonly text: string;
  readonly ink: `--${string}`;
  readonly end: number;
}
export type Line = readonly Piece[];

const isSame = (a: Line, b: Line | undefined): boolean =>
  a === b ||
  (a.length === b?.length &&
    a.every(({ text, ink, end }, at) => {
      const other = b[at];
      return text === other?.text && ink === other.ink && end === other.end;
    }));

/** CSS pixels beyond a figure: room for characters of another font, which may be wider than a digit. */
const ROOM = 8;

/**
 * A length of whole pixels as a style. Lengths are cut off to parts of a pixel: without a little more, a canvas that
 * begins in the middle of a pixel would be stretched over one too few.
 */
const lengthOf = (pixels: number): string => `${(pixels + 0.01) / devicePixelRatio}px`;

/** Digits from the right end of a sheet to where a line begins. */
const reachOf = (line: Line): number =>
  line.reduce((most, { text, end }) => Math.max(most, text.length + end), 0);

/**
 * Lines of figures painted on a canvas in the font of its element, from its upper edge on and up to its right edge; it
 * is as large as they need. Only lines that read otherwise are painted again. Screen readers are told nothing by it.
 */
export class FigureSheet {
  private readonly context: CanvasRenderingContext2D | null;
  private readonly unsubscribe: () => void;
  private readonly boxes: ResizeObserver;
  private glyphs: Glyphs | undefined;
  private lines: readonly Line[] = [];
  /** Digits that each line has reached since it was empty: so much of it is painted again. */
  private reach: number[] = [];
  /** It is in a part that is not shown at this width. */
  private hidden = false;

  /** `lineHeight`: CSS pixels. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly lineHeight: number,
  ) {
    this.context = canvas.getContext('2d', { willReadFrequently: true });
    canvas.width = 0;
    canvas.style.width = '0';
    // Where a pixel is not whole, a canvas may begin within one: its own are copied, not mixed.
    canvas.style.imageRendering = 'pixelated';
    this.unsubscribe = onAppearance(() => {
      this.glyphs = undefined;
      this.paintAll();
    });
    this.boxes = new ResizeObserver(() => {
      const hidden = canvas.offsetParent === null;
      if (hidden === this.hidden) return;
      this.hidden = hidden;
      // Painting may resize the canvas, which must not happen while sizes are being told.
      if (!hidden) requestAnimationFrame(() => this.paintAll());
    });
    this.boxes.observe(canvas);
  }

  show(lines: readonly Line[]): void {
    const before = this.lines;
    this.lines = lines;
    if (lines.length !== before.length || !this.glyphs) this.paintAll();
    else this.paint((line, at) => !isSame(line, before[at]));
  }

  close(): void {
    this.unsubscribe();
    this.boxes.disconnect();
  }

  private paintAll(): void {
    if (!this.context) return;
    if (!this.glyphs) {
      // The shorthand is empty of an element whose digits are told to be of one width.
      const { fontStyle, fontWeight, fontSize, fontFamily, letterSpacing } = getComputedStyle(this.canvas);
      const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
      const spacing = Number.parseFloat(letterSpacing);
      const face = { font, spacing: Number.isNaN(spacing) ? 0 : spacing, ratio: devicePixelRatio };
      this.glyphs = glyphsOf(face);
    }
    const { canvas, lines, lineHeight } = this;
    const height = Math.round(lines.length * lineHeight * devicePixelRatio);
    this.reach = [];
    canvas.height = height;
    canvas.style.height = lengthOf(height);
    this.paint(() => true);
  }

  private paint(isDue: (line: Line, at: number) => boolean): void {
    const { glyphs, context, lines, canvas } = this;
    if (this.hidden || !glyphs || !context) return;
    const due = lines.flatMap((line, at) => (isDue(line, at) ? [at] : []));
    let digits = 0;
    for (const at of due) {
      const reach = Math.max(this.reach[at] ?? 0, reachOf(lines[at] ?? []));
      this.reach[at] = reach;
      digits = Math.max(digits, reach);
    }
    const needed = this.widthOf(digits, glyphs);
    if (needed > canvas.width) {
      canvas.width = needed;
      canvas.style.width = lengthOf(needed);
      this.paint(() => true);
      return;
    }
    for (const at of due) this.paintLine(glyphs, context, lines[at] ?? [], at);
  }

  private widthOf(digits: number, { digit, face }: Glyphs): number {
    return Math.ceil(digits * digit + ROOM * face.ratio);
  }

  private paintLine(glyphs: Glyphs, context: CanvasRenderingContext2D, line: Line, at: number): void {
    const { face, height } = glyphs;
    const { width: end } = this.canvas;
    const width = Math.min(end, this.widthOf(this.reach[at] ?? 0, glyphs));
    const left = end - width;
    const middle = (at + 0.5) * this.lineHeight * face.ratio;
    const top = Math.round(middle - height / 2);
    const ends = (piece: Piece) => width - piece.end * glyphs.digit;
    if (!glyphs.readable) {
      context.clearRect(left, top, width, height);
      context.font = face.font.replace(/[\d.]+(?=px )/, (size) => String(Number(size) * face.ratio));
      context.letterSpacing = `${face.spacing * face.ratio}px`;
      context.textAlign = 'right';
      for (const piece of line) {
        context.fillStyle = inkColor(piece.ink);
        context.fillText(piece.text, left + ends(piece), top + glyphs.ascent);
      }
      return;
    }
    glyphs.clear(width);
    for (const piece of line) glyphs.write(piece.text, ends(piece), piece.ink);
    glyphs.copyTo(context, left, top, width);
  }
}
