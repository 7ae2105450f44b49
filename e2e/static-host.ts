import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveLocally } from '../server/testing/boot.ts';

const CLIENT = fileURLToPath(new URL('../dist/client', import.meta.url));
const DEPLOY = fileURLToPath(new URL('../docs/deploy.md', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The policy that docs/deploy.md tells whoever hosts plain files to send. */
function documentedPolicy(gateway: string): string {
  const policy = /Content-Security-Policy "([^"]+)"/.exec(readFileSync(DEPLOY, 'utf8'))?.[1];
  if (policy === undefined) throw new Error('docs/deploy.md names no policy');
  return policy
    .replaceAll('https://gateway.example', gateway)
    .replaceAll('wss://gateway.example', gateway.replace(/^http/, 'ws'));
}

export interface StaticHost {
  readonly url: string;
  /** Edits gateway.js, as whoever deploys does. */
  nameGateway(url: string): void;
  stop(): void;
}

/** A host of plain files: the built desk as it lies there, but for the line of gateway.js that names the gateway. */
export async function hostStatically(): Promise<StaticHost> {
  let gateway = '';
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://host');
    const path = extname(pathname) === '' ? '/index.html' : pathname;
    try {
      const bytes = readFileSync(CLIENT + path);
      // Its comment holds the empty text as well: the setting is its last.
      const body = path === '/gateway.js' ? bytes.toString().replace(/''(?=;\s*$)/, `'${gateway}'`) : bytes;
      res.writeHead(200, {
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        'content-security-policy': documentedPolicy(gateway),
      });
      res.end(body);
    } catch {
      res.writeHead(404).end();
    }
  });
  const url = await serveLocally(server);
  return {
    url,
    nameGateway: (named) => {
      gateway = named;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
