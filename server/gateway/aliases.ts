const MAX_ALIASES = 10_000;
const MAX_LENGTH = 4_096;

/** Under which key an answer is kept, by the address a client has asked by: what was checked once is checked. */
export class Aliases {
  private readonly keys = new Map<string, string>();

  get(address: string): string | undefined {
    return this.keys.get(address);
  }

  set(address: string, key: string): void {
    if (address.length > MAX_LENGTH) return;
    if (this.keys.size >= MAX_ALIASES && !this.keys.has(address)) this.keys.clear();
    this.keys.set(address, key);
  }
}
