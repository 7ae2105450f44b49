import type { Json, Patch } from '@contract/patch.ts';
import type { StreamFacts } from '@contract/stream.ts';

/**
 * What the stream tells, by address. `asOf`: until when it is known to be true, local Unix milliseconds. `down`: nothing
 * more comes until there are whole answers again.
 */
export type Update =
  | {
      kind: 'whole';
      address: string;
      version: number;
      asOf: number;
      body: Json;
      facts?: StreamFacts | undefined;
    }
  | {
      kind: 'patch';
      address: string;
      version: number;
      asOf: number;
      changes: Patch;
      facts?: StreamFacts | undefined;
    }
  | { kind: 'same'; address: string; asOf: number }
  | { kind: 'lost'; address: string }
  | { kind: 'down' };
