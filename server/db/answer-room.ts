/** Bytes that most answers fit in. */
const USUAL = 64 * 1024;
/** Kept from one answer to the next up to here; what is longer is rare. */
const MOST_KEPT = 4 * 1024 * 1024;

/** Where the pieces of an answer come together, one answer after the other in the same place. */
export class AnswerRoom {
  private room = Buffer.alloc(USUAL);
  private length = 0;

  /** Bytes that it takes. */
  get size(): number {
    return this.room.length;
  }
  /** The answer so far; good until the next one begins. */
  get answer(): Buffer {
    return this.room.subarray(0, this.length);
  }

  add(bytes: Uint8Array): void {
    const length = this.length + bytes.length;
    if (length > this.room.length) {
      const larger = Buffer.alloc(2 * length);
      larger.set(this.answer);
      this.room = larger;
    }
    this.room.set(bytes, this.length);
    this.length = length;
  }

  /** Makes way for the next answer, and gives back what a long one took. */
  clear(): void {
    this.length = 0;
    if (this.room.length > MOST_KEPT) this.room = Buffer.alloc(USUAL);
  }
}
