import { appearance, inkColor } from './appearance.ts';

/*
 * Figures that move every second are painted from pictures of their characters: a browser takes some ten microseconds
 * to lay out a line of text, whatever is in it, and a character copied takes a fraction of one.
 */

/** How text is drawn: a CSS font, the room added after each character in CSS pixels, and pixels a CSS pixel. */
export interface Face {
  readonly font: string;
  readonly spacing: number;
  readonly ratio: number;
}

/** A character: how far the next one is, and its pixels that are not empty, as places in the band and alphas. */
interface Glyph {
  readonly advance: number;
  readonly places: Int32Array;
  /** In the highest byte, as a pixel has it. */
  readonly alphas: Uint32Array;
}

/** Parts of a pixel at which characters may begin; more cannot be told apart. */
const PHASES = 4;
/** Characters that are looked up by their code. */
const COMMON = 256;
/** Width of a band that suits most columns, CSS pixels. */
const WIDTH = 96;
/** Free pixels at both ends of the band, for characters that reach beyond their own width. */
const MARGIN = 2;

type Surface = CanvasRenderingContext2D;

function surface(width: number, height: number): Surface | null {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d', { willReadFrequently: true });
}

/** Whether what is read from a canvas is what was painted: browsers may hide it, for it tells computers apart. */
function readsTruly(context: Surface): boolean {
  context.clearRect(0, 0, 4, 1);
  context.fillStyle = '#fff';
  context.fillRect(1, 0, 2, 1);
  const { data } = context.getImageData(0, 0, 4, 1);
  const alphas = [3, 7, 11, 15].map((place) => data[place] ?? Number.NaN);
  return [0, 255, 255, 0].every((alpha, at) => Math.abs(alpha - (alphas[at] ?? Number.NaN)) < 8);
}

/** The characters of a face, and a band of pixels as high as a line of them, on which lines are put together. */
export class Glyphs {
  /** From the top of the band to the line that characters stand on, and the height of the band: pixels. */
  readonly ascent: number;
  readonly height: number;
  /** Advance of a digit, pixels. */
  readonly digit: number;
  /** What this browser lets no one read is written as text, which takes longer. */
  readonly readable: boolean;
  /** By code and phase; figures have few characters beyond the first `COMMON`. */
  private common: (Glyph | undefined)[] = [];
  private readonly rare = new Map<number, Glyph>();
  private readonly cell: Surface;
  private readonly inks = new Map<string, number>();
  private band: ImageData;
  private pixels: Uint32Array;

  private constructor(
    readonly face: Face,
    cell: Surface,
  ) {
    this.cell = cell;
    cell.font = face.font;
    const { fontBoundingBoxAscent, fontBoundingBoxDescent, width } = cell.measureText('0');
    const [ascent, descent] = [Math.round(fontBoundingBoxAscent), Math.round(fontBoundingBoxDescent)];
    this.ascent = Math.round(ascent * face.ratio);
    this.height = this.ascent + Math.ceil(descent * face.ratio);
    this.digit = (width + face.spacing) * face.ratio;
    cell.canvas.width = Math.ceil(width * face.ratio) * 2 + 2 * MARGIN;
    cell.canvas.height = this.height;
    this.readable = readsTruly(cell);
    cell.setTransform(face.ratio, 0, 0, face.ratio, 0, 0);
    cell.font = face.font;
    cell.fontKerning = 'none';
    cell.fillStyle = inkColor('--text');
    [this.band, this.pixels] = this.bandOf(Math.ceil(WIDTH * face.ratio) + 2 * MARGIN);
  }

  /** Undefined where the browser has no canvas. */
  static of(face: Face): Glyphs | undefined {
    const cell = surface(4, 1);
    return cell ? new Glyphs(face, cell) : undefined;
  }

  /** Empties the band, which is at least `width` pixels wide afterwards. */
  clear(width: number): void {
    const needed = width + 2 * MARGIN;
    if (needed > this.band.width) {
      [this.band, this.pixels] = this.bandOf(needed);
    } else this.pixels.fill(0);
  }

  /** Puts a text on the band, ending `end` pixels from its beginning; what does not fit before that is left out. */
  write(text: string, end: number, ink: string): void {
    const color = this.colorOf(ink);
    const { pixels } = this;
    let left = end;
    for (let at = text.length - 1; at >= 0; at--) {
      const code = text.charCodeAt(at);
      left -= this.glyphOf(code, 0).advance;
      const parts = Math.round(left * PHASES);
      if (parts < 0) return;
      const place = Math.floor(parts / PHASES);
      const { places, alphas } = this.glyphOf(code, parts % PHASES);
      for (let pixel = 0; pixel < places.length; pixel++) {
        pixels[place + (places[pixel] as number)] = (alphas[pixel] as number) | color;
      }
    }
  }

  /** Copies the first `width` pixels of the band to a place on a canvas. */
  copyTo(context: Surface, left: number, top: number, width: number): void {
    context.putImageData(this.band, left - MARGIN, top, MARGIN, 0, width, this.height);
  }

  /** A new band, and no characters: their places are those on the band. */
  private bandOf(width: number): [ImageData, Uint32Array] {
    this.common = Array.from({ length: COMMON * PHASES }, () => undefined);
    this.rare.clear();
    const band = new ImageData(width, this.height);
    return [band, new Uint32Array(band.data.buffer)];
  }

  private glyphOf(code: number, phase: number): Glyph {
    const key = code * PHASES + phase;
    let glyph = code < COMMON ? this.common[key] : this.rare.get(key);
    if (!glyph) {
      glyph = this.draw(String.fromCharCode(code), phase);
      if (code < COMMON) this.common[key] = glyph;
      else this.rare.set(key, glyph);
    }
    return glyph;
  }

  private draw(text: string, phase: number): Glyph {
    const { cell, face } = this;
    const advance = (cell.measureText(text).width + face.spacing) * face.ratio;
    const { width } = cell.canvas;
    cell.clearRect(0, 0, width / face.ratio, this.height / face.ratio);
    cell.fillText(text, (MARGIN + phase / PHASES) / face.ratio, this.ascent / face.ratio);
    const { data } = cell.getImageData(0, 0, width, this.height);
    const places: number[] = [];
    const alphas: number[] = [];
    for (let pixel = 0; pixel * 4 < data.length; pixel++) {
      const alpha = data[pixel * 4 + 3] as number;
      if (alpha === 0) continue;
      places.push(Math.floor(pixel / width) * this.band.width + (pixel % width));
      alphas.push((alpha << 24) >>> 0);
    }
    return { advance, places: Int32Array.from(places), alphas: Uint32Array.from(alphas) };
  }

  /** An ink as a pixel has it, without its alpha. */
  private colorOf(ink: string): number {
    let color = this.inks.get(ink);
    if (color === undefined) {
      const dot = surface(1, 1);
      if (dot) {
        dot.fillStyle = inkColor(ink);
        dot.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = dot?.getImageData(0, 0, 1, 1).data ?? [];
      color = red | (green << 8) | (blue << 16);
      this.inks.set(ink, color);
    }
    return color;
  }
}

const drawn = new Map<string, Glyphs>();
/** The appearance they were drawn in. */
let drawnIn = 0;

/** The characters of a face in the colours of now, drawn once for all who ask. */
export function glyphsOf(face: Face): Glyphs | undefined {
  if (drawnIn !== appearance()) drawn.clear();
  drawnIn = appearance();
  const key = `${face.font}|${face.spacing}|${face.ratio}`;
  const glyphs = drawn.get(key) ?? Glyphs.of(face);
  if (glyphs) drawn.set(key, glyphs);
  return glyphs;
}
