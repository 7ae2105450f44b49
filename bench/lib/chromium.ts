import { spawnSync } from 'node:child_process';
import type { LaunchOptions } from '@playwright/test';

/** The system's Chromium, as the browser tests start it. */
export function chromiumLaunch(): LaunchOptions {
  const search = 'command -v chromium || command -v chromium-browser || command -v google-chrome';
  const found =
    process.env.CHROMIUM_PATH || spawnSync('sh', ['-c', search], { encoding: 'utf8' }).stdout.trim();
  return {
    ...(found ? { executablePath: found } : {}),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  };
}
