import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { killRecorder } from './testing/killed-recorder.ts';

it('a gateway that is killed while it records has written whole answers, and a gap after them', {
  timeout: 300_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evenline-recording-'));
  try {
    await killRecorder({ DATA_DIR: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
