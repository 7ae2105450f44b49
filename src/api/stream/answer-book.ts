import { applyPatch, type Json, type Patch } from '@contract/patch.ts';
import type { StreamFacts } from '@contract/stream.ts';
import type { Update } from './update.ts';

/** An answer as it stands, and until when it is known to be true (local Unix milliseconds). */
interface Told {
  body: Json;
  version: number;
  asOf: number;
  facts: StreamFacts | undefined;
}

/** What changes make of an answer; undefined where they are not of this one. */
function patched(body: Json, changes: Patch): Json | undefined {
  try {
    return applyPatch(body, changes);
  } catch {
    return undefined;
  }
}

/** Answers that the stream has told, by their address. */
export class AnswerBook {
  private readonly answers = new Map<string, Told>();

  get(address: string): Readonly<Told> | undefined {
    return this.answers.get(address);
  }

  /** Takes in what was told. @returns false for a difference from a version that is not here: it has to be told anew. */
  take(update: Update): boolean {
    if (update.kind === 'down') {
      this.answers.clear();
      return true;
    }
    const { address } = update;
    const known = this.answers.get(address);
    if (update.kind === 'lost') {
      this.answers.delete(address);
      return true;
    }
    const { asOf } = update;
    if (update.kind === 'same') {
      if (known) known.asOf = Math.max(known.asOf, asOf);
      return true;
    }
    const { version, facts = known?.facts } = update;
    if (update.kind === 'whole') {
      this.answers.set(address, { body: update.body, version, asOf, facts });
      return true;
    }
    const body = known?.version === version - 1 ? patched(known.body, update.changes) : undefined;
    if (body === undefined) {
      // It is over: a beat that is on its way would pass it for what is true now.
      this.answers.delete(address);
      return false;
    }
    this.answers.set(address, { body, version, asOf, facts });
    return true;
  }

  forget(address: string): void {
    this.answers.delete(address);
  }

  /** An answer in full, for somebody who begins to watch it. */
  whole(address: string): Update | undefined {
    const known = this.answers.get(address);
    if (!known) return undefined;
    const { body, version, asOf, facts } = known;
    return { kind: 'whole', address, body, version, asOf, facts };
  }
}
