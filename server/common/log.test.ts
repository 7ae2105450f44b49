import { describe, expect, it } from 'vitest';
import { createLog, secretsOf } from './log.ts';

const ENV = {
  UPSTREAM_API_KEY: 'pk_live_0123456789',
  VAULT_KEY: 'ab'.repeat(32),
  PAPER_CONTROL_TOKEN: 'tok"en\\1',
  DATABASE_URL: 'postgres://trader:hunter%402@db.example/evenline',
  REDIS_URL: 'redis://:swordfish@cache.example:6379',
  SOLANA_RPC_URL: 'https://rpc.example/v2/0123456789abcdef0123/?api-key=sesame-open',
};
const WALLET = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';

function lines(...entries: Record<string, unknown>[]): string {
  const written: string[] = [];
  const log = createLog(secretsOf(ENV), (line) => written.push(line));
  for (const entry of entries) log(entry);
  return written.join('');
}

describe('the log', () => {
  it('is one object a line, whatever is in it', () => {
    const text = lines({ level: 'error', cause: 'a\nb\u0000"c"' }, { level: 'warn' });
    const parsed = text.trimEnd().split('\n');
    expect(parsed).toHaveLength(2);
    expect(JSON.parse(parsed[0] ?? '')).toMatchObject({ level: 'error', cause: 'a\nb\u0000"c"' });
    expect(JSON.parse(parsed[1] ?? '').at).toMatch(/^\d{4}-\d\d-\d\dT/);
  });

  it('keeps no secret, however deep it lies', () => {
    const text = lines({
      cause: Object.values(ENV),
      stack: [`connect to ${ENV.DATABASE_URL} as hunter@2`, 'at swordfish'],
      nested: { url: 'https://rpc.example/v2/0123456789abcdef0123', query: 'sesame-open' },
      header: 'Bearer eyJhbGciOiJIUzI1NiJ9.payload.signature',
    });
    for (const secret of [
      ...['pk_live', 'abab', 'tok', 'hunter', 'swordfish', '0123456789abcdef', 'sesame', 'eyJ'],
    ]) {
      expect(text).not.toContain(secret);
    }
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it('keeps wallets and signatures short, and other words whole', () => {
    const text = lines({ owner: WALLET, signature: WALLET.repeat(2), request_id: crypto.randomUUID() });
    expect(text).toContain('"owner":"4Nd1…DB4T","signature":"4Nd1…DB4T"');
    const word = 'x'.repeat(60);
    expect(lines({ word })).toContain(word);
  });

  it('leaves words alone that a short value would be found in', () => {
    expect(secretsOf({ PAPER_CONTROL_TOKEN: 'at' })).toEqual([]);
    expect(secretsOf({ DATABASE_URL: 'no address' })).toEqual([]);
  });

  it('keeps a key in the path of the platform, and nothing else of its address', () => {
    const path = 'v1/0123456789abcdef%2Bx';
    expect(secretsOf({ UPSTREAM_URL: `http://127.0.0.1:1/${path}` })).toEqual([
      '0123456789abcdef%2Bx',
      '0123456789abcdef+x',
    ]);
    expect(secretsOf({ UPSTREAM_URL: 'http://127.0.0.1:1/prediction/v1' })).toEqual([]);
    expect(secretsOf({ UPSTREAM_URL: 'no address' })).toEqual([]);
  });

  it('keeps a secret of an address that is no text', () => {
    const url = 'https://rpc.example/0123456789abcdef%ff/';
    expect(secretsOf({ SOLANA_RPC_URL: url })).toEqual([url, '0123456789abcdef%ff']);
  });
});
