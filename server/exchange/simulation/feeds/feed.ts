/** A price in US dollars (or its asset's own unit) at any instant, as a pure function of time. `t` is simulated Unix seconds. */
export interface PriceFeed {
  /** Micro-units; the last tick at or before `t`. */
  price(t: number): bigint;
  /** Price that ends a round at `t`: the same, but where a recording begins again its last tick still counts. */
  close(t: number): bigint;
  /** Standard deviation of the logarithm a square root of a second. */
  readonly sigma: number;
}
