import type { ErrorDetails, ErrorKind } from '../common/errors.ts';
import type { ThreadFailure } from '../common/thread.ts';
import type { PublicReadId } from './public-reads.ts';
import type { WorldChange, WorldSettings } from './simulation/world.ts';

/** What an exchange says of itself to whoever opens its simulation again. */
export interface Opening {
  /** Unix seconds of the very first start. */
  readonly anchor: number;
  readonly settings: WorldSettings;
  /** Public root that the addresses of outcome tokens follow from. */
  readonly escrow: string;
  /** Outcome tokens of listed rounds that have another address: market and token. */
  readonly formerOutcomes: readonly (readonly [marketId: string, mint: string])[];
  /** Whether its ledger has Bitcoin under its former address too. */
  readonly formerBtc: boolean;
}

/** What the operator has configured of a simulation. */
export interface Sources {
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
  | { readonly kind: 'clear' }
  | ReadsQuestion;

export interface ReadsQuestion {
  readonly kind: 'ask';
  readonly id: number;
  readonly operation: PublicReadId;
  /** Checked input of the operation, and whatever else its handler takes. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Address of who asks. */
  readonly client: string | undefined;
  /** Simulated Unix seconds: the answer is as of then. */
  readonly now: number;
}

/** A refusal as it crosses threads. */
export interface ThreadRefusal extends Pick<ErrorDetails, 'param' | 'retryAfter' | 'details'> {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
}

/** From the thread: JSON, a refusal, or a failure of ours. */
export type ReadsReply = { readonly id: number } & (
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly refusal: ThreadRefusal }
  | { readonly failure: ThreadFailure }
);
