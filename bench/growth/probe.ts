import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CpuProfile } from './profile.ts';

/** Asks a server that probe.mjs was loaded into. */
export class Probe {
  private readonly socketPath: string;

  constructor(dir: string) {
    this.socketPath = join(dir, 'probe.sock');
  }

  /** Environment of a server with the probe; `profileStart`: its CPU is profiled from its first line on. */
  env({ profileStart = false } = {}): Record<string, string> {
    this.forget();
    return {
      GROWTH_PROBE: this.socketPath,
      NODE_OPTIONS: `--import=${new URL('./probe.mjs', import.meta.url).href}`,
      ...(profileStart && { GROWTH_PROFILE_START: '1' }),
    };
  }

  /** Takes away what a killed server has left, so that the next one can listen. */
  forget(): void {
    rmSync(this.socketPath, { force: true });
  }

  memory = (): Promise<NodeJS.MemoryUsage> => this.ask<NodeJS.MemoryUsage>('/memory');

  /** Milliseconds of processor time so far. */
  async cpu(): Promise<number> {
    const { user, system } = await this.ask<NodeJS.CpuUsage>('/cpu');
    return (user + system) / 1_000;
  }

  stopProfile = (): Promise<CpuProfile> => this.ask<CpuProfile>('/stop');

  /** Profiles the server's CPU while `work` runs. */
  async profiled(work: () => Promise<unknown>): Promise<CpuProfile> {
    await this.ask('/start');
    try {
      await work();
    } finally {
      // A moment for what is still under way, which belongs to the work.
      await pause(50);
    }
    return this.stopProfile();
  }

  private ask<T>(path: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const asked = request({ socketPath: this.socketPath, path }, async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part as Buffer);
        resolve(JSON.parse(Buffer.concat(parts).toString('utf8')) as T);
      });
      asked.on('error', reject).end();
    });
  }
}
