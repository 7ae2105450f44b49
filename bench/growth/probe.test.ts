import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Probe } from './probe.ts';

it('is in the measured process alone: what that starts itself runs beside it', () => {
  const dir = mkdtempSync(join(tmpdir(), 'evenline-probe-'));
  try {
    const script = `
      const { status, stderr } = require('node:child_process').spawnSync(process.execPath, ['-e', '']);
      process.stdout.write(status + String(stderr));`;
    const env = { ...process.env, ...new Probe(dir).env() };
    const { stdout } = spawnSync(process.execPath, ['-e', script], { env, encoding: 'utf8' });
    expect(stdout).toBe('0');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
