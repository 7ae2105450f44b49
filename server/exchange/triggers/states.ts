/** A fill is under way and will not be followed by another one: soon the rest can be withdrawn. */
export const STOPPING = 'stopping';
/** Fills have stopped: the withdrawal waits for its owner's signature. */
export const READY = 'ready_to_cancel';
