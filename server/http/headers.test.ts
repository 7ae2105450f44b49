import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SECURITY_HEADERS } from './headers.ts';

const DEPLOY = new URL('../../docs/deploy.md', import.meta.url);

it('are all told to whoever hosts the desk as plain files, with both ways to the gateway', () => {
  const lines = readFileSync(DEPLOY, 'utf8').matchAll(/add_header ([\w-]+) "?([^"\n]+?)"? always;/g);
  const documented = Object.fromEntries(
    [...lines].map(([, name = '', value]) => [name.toLowerCase(), value]),
  );
  // A policy that allows https:// of a host does not allow wss:// of it.
  const policy = SECURITY_HEADERS['content-security-policy']?.replace(
    "connect-src 'self'",
    "connect-src 'self' https://gateway.example wss://gateway.example",
  );
  expect(documented).toMatchObject({ ...SECURITY_HEADERS, 'content-security-policy': policy });
});
