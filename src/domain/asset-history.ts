import type { PicoUsd } from '@contract/triggers/price.ts';

/**
 * What an asset cost, by steps of time: step `k` is [from + k × step, from + (k + 1) × step). First and last price of
 * each, null where nothing is known of it. Times are Unix seconds.
 */
export interface AssetHistory {
  from: number;
  step: number;
  /** Until when it tells; the step that this lies in is not over. */
  toldAt: number;
  /** When the history of it begins; null where there is none. */
  since: number | null;
  open: readonly (PicoUsd | null)[];
  close: readonly (PicoUsd | null)[];
}
