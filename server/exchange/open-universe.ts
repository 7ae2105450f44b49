import { readFileSync } from 'node:fs';
import type { Feeds } from './simulation/feeds/feeds.ts';
import { createRecordedUniverse, createUniverse, type Universe } from './simulation/universe.ts';

interface Options {
  seed: string;
  file: string | undefined;
  anchor: number;
  /** Prices of what generated events ask about. */
  feeds: Feeds;
}

/** The recorded universe of a file, or the generated one. @throws Error with one clear line for a bad file. */
export function openUniverse({ seed, file, anchor, feeds }: Options): Universe {
  if (file === undefined) return createUniverse({ seed, anchor, feeds });
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`PAPER_UNIVERSE: ${file} is not readable JSON.`, { cause: error });
  }
  try {
    return createRecordedUniverse({ file: content, seed, anchor });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`PAPER_UNIVERSE ${file} cannot be used: ${reason}`, { cause: error });
  }
}
