/*
 * Whole numbers as bytes: seven bits in each, the lowest first; differences with their sign in the lowest bit. No bit
 * operations, for a number may need more than 32.
 */

export class BytesWriter {
  private bytes = new Uint8Array(256);
  private length = 0;

  byte(value: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(2 * this.length);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.length] = value;
    this.length += 1;
  }
  /** A whole number from 0. */
  count(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }
  difference(value: number): void {
    this.count(value < 0 ? -2 * value - 1 : 2 * value);
  }
  done(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

export class BytesReader {
  private from = 0;
  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.from >= this.bytes.length;
  }
  byte(): number {
    const value = this.bytes[this.from];
    if (value === undefined) throw new RangeError('A chunk of the history is cut short.');
    this.from += 1;
    return value;
  }
  count(): number {
    let value = this.byte();
    if (value < 128) return value;
    value -= 128;
    for (let times = 128; ; times *= 128) {
      const next = this.byte();
      if (next < 128) return value + next * times;
      value += (next - 128) * times;
    }
  }
  difference(): number {
    const value = this.count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
