// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => vi.resetModules());

async function serverUrlWith(said: string | undefined) {
  delete document.documentElement.dataset.gateway;
  if (said !== undefined) document.documentElement.dataset.gateway = said;
  return (await import('./config.ts')).serverUrl;
}

it.each([undefined, '', '  ', 'gateway.example', 'javascript:alert(1)', 'ftp://gateway.example'])(
  'asks the address of the page when gateway.js says %j',
  async (said) => {
    const serverUrl = await serverUrlWith(said);
    expect(serverUrl('/config.json')).toBe('/config.json');
  },
);

it.each([
  ['https://gateway.example', 'https://gateway.example/rpc'],
  [' https://gateway.example/ ', 'https://gateway.example/rpc'],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/rpc'],
  ['https://example.com/desk//?x#y', 'https://example.com/desk/rpc'],
])('asks the gateway that gateway.js names: %s', async (said, asked) => {
  const serverUrl = await serverUrlWith(said);
  expect(serverUrl('/rpc')).toBe(asked);
  expect(serverUrl('https://elsewhere.example/x')).toBe('https://elsewhere.example/x');
});
