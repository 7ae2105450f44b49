import type { Page } from '@playwright/test';

/** A figure painted on a canvas: what should stand where. */
export interface PaintedFigure {
  /** Finds the canvas. */
  canvas: string;
  /** From the top, the first is 0; its height in CSS pixels. */
  line: number;
  lineHeight: number;
  text: string;
  /** Digits from the right edge to the end of the text. */
  end: number;
}

declare global {
  interface Window {
    /** The browser's own way to read a canvas, where a journey takes it from the page. */
    readPixels?: CanvasRenderingContext2D['getImageData'];
  }
}

/**
 * How far what is painted is from the text as the browser itself writes it, as a part of its ink: 0 is the same, at 1
 * nothing is. Looked at are the text's place and one digit before it, for what an older figure may have left there.
 * Texts are shifted by up to three pixels, to where both agree best: what is measured is the figure, not its place.
 */
export function differences(page: Page, figures: readonly PaintedFigure[]): Promise<number[]> {
  return page.evaluate((all) => {
    const read = window.readPixels ?? CanvasRenderingContext2D.prototype.getImageData;
    const ratio = devicePixelRatio;
    return all.map(({ canvas: selector, line, lineHeight, text, end }) => {
      const canvas = document.querySelector<HTMLCanvasElement>(selector);
      const context = canvas?.getContext('2d');
      const own = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      if (!canvas || !context || !own) throw new Error(`no canvas ${selector}`);
      const { fontStyle, fontWeight, fontSize, fontFamily, letterSpacing } = getComputedStyle(canvas);
      const prepare = (): number => {
        own.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
        own.letterSpacing = letterSpacing;
        own.fontKerning = 'none';
        own.textAlign = 'right';
        own.textBaseline = 'middle';
        return own.measureText('0').width * ratio;
      };
      const digit = prepare();
      const right = canvas.width - end * digit;
      const width = Math.ceil((text.length + 1) * digit);
      const left = Math.floor(right - width);
      const [top, height] = [Math.round(line * lineHeight * ratio), Math.round(lineHeight * ratio)];
      const painted = read.call(context, left, top, width, height).data;
      own.canvas.width = width;
      own.canvas.height = height;
      prepare();
      own.scale(ratio, ratio);
      let least = Number.POSITIVE_INFINITY;
      for (let down = -3; down <= 3; down += 0.5) {
        for (let across = -1.5; across <= 1.5; across += 0.25) {
          own.clearRect(0, 0, width, height);
          own.fillText(text, (right - left + across) / ratio, (height / 2 + down) / ratio);
          const wanted = read.call(own, 0, 0, width, height).data;
          let [ink, off] = [0, 0];
          for (let at = 3; at < wanted.length; at += 4) {
            ink += wanted[at] ?? 0;
            off += Math.abs((wanted[at] ?? 0) - (painted[at] ?? 0));
          }
          least = Math.min(least, off / ink);
        }
      }
      return least;
    });
  }, figures);
}
