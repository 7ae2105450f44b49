import { inject } from 'vitest';
import { boot, QUICK_TO_START, type Run } from './boot.ts';

/** Starts the server that the run has built, else that of the sources, which takes twice as much of a core. */
export function runMain(env: NodeJS.ProcessEnv): Run {
  const built = inject('builtServer');
  const flags = [QUICK_TO_START, '--enable-source-maps'];
  return boot({ ...(built !== undefined && { script: built }), flags, env });
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the built server; undefined: run the sources. */
    builtServer: string | undefined;
  }
}
