import { LATE_MS } from './rollup.ts';

/** A clock that has been set ahead is believed once it has gone evenly for so long. */
const BELIEVED_AFTER_MS = 3_600_000;

/**
 * The time by which is decided what is over and what is old. What is rolled up and let go by a clock that is ahead is
 * lost; by one that is behind it is only later. So what the system's clock is ahead of the time that is known otherwise,
 * by what was recorded last and by how much has passed since, does not count until it has lasted.
 */
export class UpkeepClock {
  /** By how much the system's clock, as far as it is believed, is ahead of the even one; undefined: nothing is known. */
  private believed: number | undefined;
  /** By how much it is ahead that is not believed yet, and when, by the even one, it was first seen to be. */
  private doubted: { readonly apart: number; readonly since: number } | undefined;

  /** @param now Unix milliseconds. @param even milliseconds that go on evenly, however the clock is set. */
  constructor(
    private readonly now: () => number,
    private readonly even: () => number,
  ) {}

  /** What was recorded last, Unix milliseconds; undefined: nothing was, so there is nothing to lose. */
  begin(recordedAt: number | undefined): void {
    this.believed ??= (recordedAt ?? this.now()) - this.even();
  }

  /** Unix milliseconds. */
  read(): number {
    const [now, even] = [this.now(), this.even()];
    const apart = now - even;
    const { believed = apart, doubted } = this;
    if (apart > believed + LATE_MS) {
      const isSame = doubted !== undefined && Math.abs(apart - doubted.apart) <= LATE_MS;
      if (!isSame) this.doubted = { apart, since: even };
      if (!isSame || even - doubted.since < BELIEVED_AFTER_MS) return even + believed;
    }
    this.doubted = undefined;
    this.believed = apart;
    return now;
  }
}
