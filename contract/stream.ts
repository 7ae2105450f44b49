import type { Json, Patch } from './patch.ts';

/*
 * The stream: one WebSocket on which a desk names the addresses that it shows (GETs of the interfaces, path and query),
 * and is told each in full and then whenever its answer has changed. Messages of the server hold one piece a line, as
 * text; a long one comes as a binary message of its own, gzip of the same line.
 */

/** Where the server speaks it. */
export const STREAM_PATH = '/desk/stream';
/** Addresses of one connection, and characters of one. */
export const MAX_WATCHED = 64;
export const MAX_ADDRESS = 1_000;
/** While a connection stands, something comes at least so often, in milliseconds. */
export const STREAM_BEAT_MS = 1_000;

/** What a client sends: what it wants to be told of from now on, and of what no more. */
export interface StreamAsk {
  readonly watch?: readonly string[] | undefined;
  readonly drop?: readonly string[] | undefined;
}

/** What an answer told beside its content: the headers of the interfaces about budget and pauses, by name. */
export type StreamFacts = Readonly<Record<string, string>>;

/**
 * An answer in full, or what has changed in it since the version before. `age`: milliseconds for which it has been true
 * when it was sent. `topic` is the server's number of an address.
 */
export interface WholePiece {
  readonly whole: number;
  readonly address: string;
  readonly version: number;
  readonly age: number;
  readonly body: Json;
  readonly facts?: StreamFacts | undefined;
}
export interface PatchPiece {
  readonly patch: number;
  readonly version: number;
  readonly age: number;
  readonly changes: Patch;
  readonly facts?: StreamFacts | undefined;
}
/**
 * The beat. Nothing has changed: the answers of these topics, by their age in milliseconds, are still what was sent last.
 * `at`: the server's clock when it was said, Unix milliseconds. How much later than others a beat comes is how late
 * everything on the connection is, which its reader adds to each age.
 */
export interface SamePiece {
  readonly at?: number | undefined;
  readonly same: readonly (readonly [number, readonly number[]])[];
}
/** There is no answer to tell at the moment: whoever needs one asks for it, and hears why. */
export interface LostPiece {
  readonly lost: string;
}
export type StreamPiece = WholePiece | PatchPiece | SamePiece | LostPiece;
