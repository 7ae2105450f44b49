/** What can be wanted and not be there: an account with all that its holder holds, the holders of a mint, a position, a market by its id or its hashed id, a trigger order. */
export type MemoryKind = 'accounts' | 'holders' | 'positions' | 'markets' | 'triggerOrders';

/**
 * Something has left memory, or was never in it, and only the database can say whether it exists. It is thrown before
 * anything has changed: whoever catches it has it brought in, and begins again.
 */
export class NotInMemoryError extends Error {
  override readonly name = 'NotInMemoryError';
  constructor(
    readonly kind: MemoryKind,
    readonly keys: readonly string[],
  ) {
    super(`Not in memory: ${kind} ${keys.join(', ')}`);
  }
}

/** What a look finds; null where it wants what is not in memory. */
export function ifInMemory<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (error instanceof NotInMemoryError) return null;
    throw error;
  }
}
