/** Another process writes to this database, or may do so: nothing in memory can be trusted any more. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** A batch of which nothing is written, nor ever will be: it failed before its commit was asked for. */
export class NotCommittedError extends Error {
  override readonly name = 'NotCommittedError';
}
