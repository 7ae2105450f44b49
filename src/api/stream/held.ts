import type { AnswerFacts } from '@/state/backend-status.ts';
import type { Answered } from '../transport.ts';

/** An answer that the stream has told, as a request would have brought it. */
export interface HeldAnswer {
  answered: Answered;
  facts: AnswerFacts;
}

/** Where reads look before they ask; nothing is there until the stream stands. */
export interface Held {
  take(address: string): HeldAnswer | undefined;
}

let held: Held | undefined;
/** Which addresses each query was last made of, by its hash. */
const addresses = new Map<string, readonly string[]>();

export const hold = (stands: Held | undefined): void => {
  held = stands;
};
export const takeHeld = (address: string): HeldAnswer | undefined => held?.take(address);
export const addressesOf = (queryHash: string): readonly string[] => addresses.get(queryHash) ?? [];
export const noteAddresses = (queryHash: string, made: readonly string[]): void => {
  addresses.set(queryHash, made);
};
export const forgetAddresses = (queryHash: string): void => {
  addresses.delete(queryHash);
};
