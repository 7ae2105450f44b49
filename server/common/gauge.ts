/** A figure read when the page is asked for. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  read(): number;
}

const figure =
  (type: Gauge['type']) =>
  (name: string, help: string, read: () => number): Gauge => ({ name, help, type, read });
/** A figure that rises and falls. */
export const gauge = figure('gauge');
/** A count since the start, which only grows. */
export const counter = figure('counter');
