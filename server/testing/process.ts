import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The server in a process of its own. */
export interface Run {
  readonly child: ChildProcess;
  /** Everything printed so far. */
  readonly text: () => string;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts the server on a free port with this environment and nothing else. */
export function runMain(env: Record<string, string>): Run {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: { PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  return { child, ended, text: () => Buffer.concat(chunks).toString() };
}

/** What a run has printed that matches. @throws Error with all it printed when it ends first. */
export async function printed({ child, ended, text }: Run, pattern: RegExp): Promise<RegExpExecArray> {
  const over = ended.then(() => true);
  for (;;) {
    const found = pattern.exec(text());
    if (found) return found;
    const seen = new AbortController();
    const more = [child.stdout, child.stderr].map((stream) =>
      once(stream ?? child, 'data', { signal: seen.signal }).then(
        () => false,
        () => false, // no longer waited for
      ),
    );
    const dead = await Promise.race([over, ...more]);
    seen.abort();
    if (dead) throw new Error(`ended early:\n${text()}`);
  }
}

/** The address that a run serves at. */
export async function addressOf(run: Run): Promise<string> {
  const [, address = ''] = await printed(run, /running at (\S+) \((?:paper|live) mode\)/);
  return address;
}
