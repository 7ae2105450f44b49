import type { Timing } from '../timing.ts';

/** Time that passes when a test says so. */
export class TestTime implements Timing {
  private time = 1_800_000_000_000;
  private readonly acts: { at: number; act: () => void }[] = [];

  /** How far the system's clock was set ahead since the start, in milliseconds. */
  setAhead = 0;

  now = (): number => this.time;
  clock = (): number => this.time + this.setAhead;
  after = (ms: number, act: () => void): (() => void) => {
    const entry = { at: this.time + ms, act };
    this.acts.push(entry);
    return () => {
      const at = this.acts.indexOf(entry);
      if (at >= 0) this.acts.splice(at, 1);
    };
  };

  /** Lets time pass, with everything that falls due on the way, in order. */
  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    await settled();
    for (;;) {
      const [next] = [...this.acts].sort((a, b) => a.at - b.at);
      if (!next || next.at > end) break;
      this.acts.splice(this.acts.indexOf(next), 1);
      this.time = Math.max(this.time, next.at);
      next.act();
      await settled();
    }
    this.time = end;
  }
}

/** When all that can go on without time passing has gone on. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
