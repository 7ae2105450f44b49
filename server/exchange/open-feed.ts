import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createGeneratedFeed, type PriceFeed } from './simulation/feeds/feed.ts';
import { createRecordedFeed } from './simulation/feeds/recorded-feed.ts';

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

interface FeedOptions {
  seed: string;
  file: string | undefined;
}

function recorded(name: string, file: string): PriceFeed {
  try {
    const bytes = readFileSync(file);
    return createRecordedFeed((isGzip(bytes) ? gunzipSync(bytes) : bytes).toString('utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${name} ${file} cannot be used: ${reason}.`, { cause: error });
  }
}

/** The recorded prices of a file (CSV, gzipped or not), or generated ones. @throws Error with one clear line. */
export const openFeed = ({ seed, file }: FeedOptions): PriceFeed =>
  file === undefined ? createGeneratedFeed('btc', seed) : recorded('PAPER_BTC_FEED', file);

/** The same for SOL. */
export const openSolFeed = ({ seed, file }: FeedOptions): PriceFeed =>
  file === undefined ? createGeneratedFeed('sol', seed) : recorded('PAPER_SOL_FEED', file);
