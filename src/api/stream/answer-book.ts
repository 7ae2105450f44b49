import { applyPatch, type Json } from '@contract/patch.ts';
import type { StreamFacts } from '@contract/stream.ts';
import type { Update } from './update.ts';

/** An answer as it stands, and until when it is known to be true (local Unix milliseconds). */
interface Told {
  body: Json;
  version: number;
  asOf: number;
  facts: StreamFacts | undefined;
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
    if (known?.version !== version - 1) return false;
    try {
      this.answers.set(address, { body: applyPatch(known.body, update.changes), version, asOf, facts });
      return true;
    } catch {
      this.answers.delete(address);
      return false;
    }
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
