import { createHmac } from 'node:crypto';
import bs58 from 'bs58';
import { chance, hashText, mix } from '../simulation/hash.ts';

/** One launch: its number, its moment (simulated Unix seconds) and the seed of everything about it. */
export interface Launch {
  readonly slot: number;
  readonly at: number;
  readonly seed: number;
  readonly mint: string;
}

export interface Launches {
  /** The launches up to `t`, newest first, each made as it is reached. */
  recent(t: number, count: number): Iterable<Launch>;
  /** The launch of a mint; undefined when it has not happened by `t`, or never will. */
  byMint(mint: string, t: number): Launch | undefined;
  /** An address that belongs to a name: a pool, a developer. */
  address(name: string): string;
}

/** Time is cut into slots of this many seconds; most of them hold one launch, at any moment within. */
const SLOT_SECONDS = 4;
const SHARE = 0.8;
const NUMBER_BYTES = 6;
const KEY_BYTES = 32;
/** Of a key in base58. */
const MOST_DIGITS = 44;
const CACHED = 4_000;

const slotAt = (t: number): number => Math.floor(t / SLOT_SECONDS);

/**
 * Launches at random moments, about one every five seconds, since ever and for ever: a pure function of the seed.
 * A mint carries its own number, masked by the rest of it, so that any old token can be made again from its address.
 */
export function createLaunches(seed: string): Launches {
  const root = hashText('tokens', hashText(seed));
  const bySlot = new Map<number, Launch | null>();
  const byAddress = new Map<string, Launch>();
  const bytesOf = (name: string): Buffer => createHmac('sha256', seed).update(`tokens:${name}`).digest();

  function mintOf(slot: number): string {
    const bytes = bytesOf(`mint:${slot}`);
    const number = Buffer.alloc(NUMBER_BYTES);
    number.writeUIntBE(slot, 0, NUMBER_BYTES);
    for (let i = 0; i < NUMBER_BYTES; i += 1) {
      bytes[KEY_BYTES - NUMBER_BYTES + i] = (number[i] ?? 0) ^ (bytes[i] ?? 0);
    }
    return bs58.encode(bytes);
  }

  function slotOf(mint: string): number | undefined {
    // Decoding base58 costs the square of its length: what a request may hold would take seconds.
    if (mint.length > MOST_DIGITS) return undefined;
    const bytes = bs58.decodeUnsafe(mint);
    if (bytes?.length !== KEY_BYTES) return undefined;
    let slot = 0;
    for (let i = 0; i < NUMBER_BYTES; i += 1) {
      slot = slot * 256 + ((bytes[KEY_BYTES - NUMBER_BYTES + i] ?? 0) ^ (bytes[i] ?? 0));
    }
    return slot;
  }

  function forgetOldest(): void {
    for (const [slot, launch] of bySlot) {
      bySlot.delete(slot);
      if (launch !== null) byAddress.delete(launch.mint);
      return;
    }
  }

  function launchOf(slot: number): Launch | null {
    const known = bySlot.get(slot);
    if (known !== undefined) return known;
    const own = mix(root, slot);
    const at = (slot + chance(own, 1)) * SLOT_SECONDS;
    const launch = chance(own, 0) < SHARE ? { slot, at, seed: own, mint: mintOf(slot) } : null;
    bySlot.set(slot, launch);
    if (launch !== null) byAddress.set(launch.mint, launch);
    if (bySlot.size > CACHED) forgetOldest();
    return launch;
  }

  return {
    *recent(t, count) {
      let rest = count;
      for (let slot = slotAt(t); slot >= 0 && rest > 0; slot -= 1) {
        const launch = launchOf(slot);
        if (launch === null || launch.at > t) continue;
        rest -= 1;
        yield launch;
      }
    },
    byMint(mint, t) {
      const known = byAddress.get(mint);
      if (known !== undefined) return known.at <= t ? known : undefined;
      const slot = slotOf(mint);
      if (slot === undefined || slot > slotAt(t)) return undefined;
      const launch = launchOf(slot);
      return launch !== null && launch.mint === mint && launch.at <= t ? launch : undefined;
    },
    address: (name) => bs58.encode(bytesOf(name)),
  };
}
