import type { RouteId } from '@contract/routes.ts';

/** An answer that the platform gave, the same for everybody. */
export interface PublicAnswer {
  readonly id: RouteId;
  /** What of its path was asked for. */
  readonly params: Readonly<Record<string, string>>;
  /** As it came: text of JSON; and as a value, where it was read already. */
  readonly body: Uint8Array;
  readonly json?: unknown;
  /** When it was true, Unix milliseconds. */
  readonly at: number;
}
