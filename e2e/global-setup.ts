import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootServer, TEMPLATE } from './boot.ts';

/**
 * Makes one data folder with a database in it for all servers of the run to start from: making it takes a server
 * several times as long as all the rest of its start.
 */
export default async function globalSetup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'evenline-template-'));
  const server = await bootServer({ dataDir: folder });
  await server.stop();
  process.env[TEMPLATE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
