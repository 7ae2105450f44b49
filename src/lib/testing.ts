import { vi } from 'vitest';
import { FigureSheet, type Line } from './figure-sheet.ts';

/** The lines that each sheet was last asked to paint, by its canvas: there is nothing to paint on in these tests. */
export function watchSheets(): ReadonlyMap<HTMLCanvasElement, readonly Line[]> {
  const shown = new Map<HTMLCanvasElement, readonly Line[]>();
  vi.spyOn(FigureSheet.prototype, 'show').mockImplementation(function (this: FigureSheet, lines) {
    shown.set(this.canvas, lines);
  });
  return shown;
}
