import type { Json, Patch } from '@contract/patch.ts';
import type { StreamFacts } from '@contract/stream.ts';

/**
 * What the stream tells, by address. `age`: milliseconds for which it has been true by now. `down`: nothing more comes
 * until there are whole answers again.
 */
export type Update =
  | {
      kind: 'whole';
      address: string;
      version: number;
      age: number;
      body: Json;
      facts?: StreamFacts | undefined;
    }
  | {
      kind: 'patch';
      address: string;
      version: number;
      age: number;
      changes: Patch;
      facts?: StreamFacts | undefined;
    }
  | { kind: 'same'; address: string; age: number }
  | { kind: 'lost'; address: string }
  | { kind: 'down' };
