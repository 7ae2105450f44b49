/** What may come in a second, of messages or of characters, and seconds' worth of it that may come at once. */
const MESSAGES = 50;
const CHARACTERS = 128 * 1024;
const SECONDS = 10;

/** How much comes of something that nobody paces. */
export class Flow {
  /** Seconds' worth. */
  private left = SECONDS;
  private at: number;

  /** `now` in milliseconds. */
  constructor(private readonly now: () => number) {
    this.at = now();
  }

  /** Whether a message of so many characters is not too much. */
  takes(characters: number): boolean {
    const now = this.now();
    const back = Math.max(0, now - this.at) / 1_000;
    this.left = Math.min(SECONDS, this.left + back) - 1 / MESSAGES - characters / CHARACTERS;
    this.at = now;
    return this.left >= 0;
  }
}
