import type { Encoding } from '../common/encoding.ts';
import type { ErrorDetails, ErrorKind } from '../common/errors.ts';
import type { ThreadFailure } from '../common/thread.ts';
import type { Opening, OrderMark } from './opening.ts';
import type { ReaderSource } from './reads.store.ts';
import type { WorldChange } from './simulation/world.ts';
import type { ThreadedId } from './threaded-ids.ts';

/** What the operator has configured of a simulation, and where its records are read. */
export interface Sources {
  readonly records: ReaderSource;
  readonly seed: string;
  /** Files of recorded events and prices, where there are any. */
  readonly universe: string | undefined;
  readonly btc: string | undefined;
  readonly sol: string | undefined;
}

/** To the thread of reads, which takes them in their order. */
export type ReadsRequest =
  /** Once, before everything else. */
  | ({ readonly kind: 'open' } & Opening & Sources)
  /** Has been committed. */
  | { readonly kind: 'change'; readonly change: WorldChange }
  | { readonly kind: 'orders'; readonly orders: readonly OrderMark[] }
  | { readonly kind: 'clear' }
  | { readonly kind: 'close' }
  | ReadsQuestion;

export interface ReadsQuestion {
  readonly kind: 'ask';
  readonly id: number;
  readonly operation: ThreadedId;
  /** Checked input of the operation. */
  readonly input: { readonly params: unknown; readonly query: unknown };
  /** Address of who asks. */
  readonly client: string | undefined;
  /** Encodings that the answer may come in, as a client names them. */
  readonly accepted: string | undefined;
  /** Simulated Unix seconds: the answer is as of then. */
  readonly now: number;
  /** Milliseconds that only grow, by which whoever asks tells how long ago something was. */
  readonly askedMs: number;
}

/** A refusal as it crosses threads. */
export interface ThreadRefusal extends Pick<ErrorDetails, 'param' | 'retryAfter' | 'details'> {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
  /** For the log. */
  readonly cause: ThreadFailure | undefined;
}

/** From the thread: JSON in an encoding or as it is, a refusal, or a failure of ours. */
export type ReadsReply = { readonly id: number } & (
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly encoding: Encoding | undefined }
  | { readonly refusal: ThreadRefusal }
  | { readonly failure: ThreadFailure }
);
