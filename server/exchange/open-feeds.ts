import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sigmaOf, specOf } from './simulation/asset-specs.ts';
import type { PriceFeed } from './simulation/feeds/feed.ts';
import { createFeeds, type Feeds } from './simulation/feeds/feeds.ts';
import { createRecordedFeed } from './simulation/feeds/recorded-feed.ts';

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function recorded(asset: string, name: string, file: string): PriceFeed {
  try {
    const bytes = readFileSync(file);
    const text = (isGzip(bytes) ? gunzipSync(bytes) : bytes).toString('utf8');
    return createRecordedFeed(text, sigmaOf(specOf(asset)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${name} ${file} cannot be used: ${reason}.`, { cause: error });
  }
}

interface Options {
  seed: string;
  /** Files of recorded prices (CSV, gzipped or not). */
  btc?: string | undefined;
  sol?: string | undefined;
}

/** The feed of every asset: recorded where a file is named, else generated. @throws Error with one clear line. */
export const openFeeds = ({ seed, btc, sol }: Options): Feeds =>
  createFeeds({
    seed,
    given: {
      btc: btc === undefined ? undefined : recorded('btc', 'PAPER_BTC_FEED', btc),
      sol: sol === undefined ? undefined : recorded('sol', 'PAPER_SOL_FEED', sol),
    },
  });
