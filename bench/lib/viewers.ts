import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What one page asks over and over. */
export interface ViewerPoll {
  readonly path: string;
  readonly everyMs: number;
}

export interface Step {
  readonly port: number;
  /** Open connections during the step; those of the step before stay. */
  readonly viewers: number;
  /** What pages ask: the viewers share them out in turn. */
  readonly pages: readonly (readonly ViewerPoll[])[];
  readonly warmMs: number;
  readonly measureMs: number;
}

/** What the viewers have seen while it was measured; latencies in milliseconds, from when a poll was due. */
export interface Seen {
  readonly answered: number;
  readonly p50: number;
  readonly p99: number;
  readonly bytes: number;
  /** How often a connection could not be had, was closed, or brought another status than 200, by what happened. */
  readonly failed: Readonly<Record<string, number>>;
  /** Of the viewers' process, in cores. */
  readonly cpu: number;
}

/** Viewers in a process of their own. */
export class Viewers {
  private readonly child: ChildProcess = fork(
    fileURLToPath(new URL('./viewers-process.ts', import.meta.url)),
    {
      execArgv: ['--import', 'tsx'],
    },
  );

  /** Opens what connections are missing, lets the pages ask, and tells what they saw. */
  async watch(step: Step): Promise<Seen> {
    const seen = once(this.child, 'message');
    this.child.send(step);
    const [told] = (await seen) as [Seen];
    return told;
  }

  stop(): void {
    this.child.kill();
  }
}
