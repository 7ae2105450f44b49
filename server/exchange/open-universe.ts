import { readFileSync } from 'node:fs';
import { createRecordedUniverse, createUniverse, type Universe } from './simulation/universe.ts';

/** The recorded universe of a file, or the generated one. @throws Error with one clear line for a bad file. */
export function openUniverse(options: { seed: string; file: string | undefined; anchor: number }): Universe {
  const { seed, file, anchor } = options;
  if (file === undefined) return createUniverse({ seed, anchor });
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
