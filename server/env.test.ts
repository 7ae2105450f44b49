import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { EnvError } from './common/env-error.ts';
import { readEnv } from './env.ts';

const folder = mkdtempSync(join(tmpdir(), 'evenline-env-'));
const file = join(folder, 'universe.json');
writeFileSync(file, '{}');
afterAll(() => rmSync(folder, { recursive: true }));

/** The message of the refusal; fails when nothing is refused. */
function refusal(source: Record<string, string>): string {
  try {
    readEnv(source);
  } catch (error) {
    if (error instanceof EnvError) return error.message;
    throw error;
  }
  throw new Error('accepted');
}

describe('readEnv', () => {
  test('has a default for everything', () => {
    expect(readEnv({})).toEqual({
      host: '127.0.0.1',
      port: 8787,
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      upstreamUrl: undefined,
      upstreamApiKey: undefined,
      upstreamRps: 1,
      upstreamWindow: 60,
      upstreamReserve: 20,
      history: true,
      historyMaxMb: 2_000,
      historySweep: 0,
      redisUrl: undefined,
      liveConfig: undefined,
      solanaRpcUrl: undefined,
      solanaWsUrl: undefined,
      rpcRps: 10,
      trustProxy: 0,
      clientRps: 20,
      maxConnections: 8_192,
      allowedOrigins: [],
      publicHosts: [],
      hstsSeconds: 0,
      logAll: false,
      paperSeed: 'evenline',
      paperStart: undefined,
      paperSpeed: 1,
      paperUniverse: undefined,
      paperBtcFeed: undefined,
      paperFillDelayMs: 400,
      paperTransactionDays: 30,
      paperControlToken: undefined,
    });
  });

  test('takes an empty value as unset', () => {
    expect(readEnv({ PORT: '', PAPER_SEED: '  ', DATABASE_URL: '', UPSTREAM_URL: '' })).toEqual(readEnv({}));
  });

  test('reads every variable', () => {
    expect(
      readEnv({
        HOST: '::',
        PORT: '0',
        DATA_DIR: '/var/lib/evenline',
        DATABASE_URL: 'postgres://trader:pw@db/evenline',
        UPSTREAM_API_KEY: 'key',
        UPSTREAM_RPS: '0.5',
        UPSTREAM_WINDOW: '10',
        UPSTREAM_RESERVE: '0',
        HISTORY: 'off',
        HISTORY_MAX_MB: '300',
        HISTORY_SWEEP: '10',
        REDIS_URL: 'redis://:pw@cache:6379',
        LIVE_CONFIG: file,
        RPC_RPS: '25',
        TRUST_PROXY: '1',
        CLIENT_RPS: '0',
        MAX_CONNECTIONS: '20000',
        ALLOWED_ORIGINS: 'https://desk.example, http://localhost:5173',
        PUBLIC_HOSTS: 'paper.example, [::1]:8787',
        HSTS_SECONDS: '31536000',
        LOG_REQUESTS: 'all',
        SOLANA_RPC_URL: 'https://rpc.example/?key=1',
        SOLANA_WS_URL: 'wss://rpc.example/?key=1',
        PAPER_SEED: 'another year',
        PAPER_START: '2026-06-01T12:00:00Z',
        PAPER_SPEED: '0.5',
        PAPER_UNIVERSE: file,
        PAPER_BTC_FEED: file,
        PAPER_FILL_DELAY_MS: '0',
        PAPER_TRANSACTION_DAYS: '365',
        PAPER_CONTROL_TOKEN: 'let-me-in',
      }),
    ).toEqual({
      host: '::',
      port: 0,
      dataDir: '/var/lib/evenline',
      databaseUrl: 'postgres://trader:pw@db/evenline',
      upstreamApiKey: 'key',
      upstreamRps: 0.5,
      upstreamWindow: 10,
      upstreamReserve: 0,
      history: false,
      historyMaxMb: 300,
      historySweep: 10,
      redisUrl: 'redis://:pw@cache:6379',
      liveConfig: file,
      rpcRps: 25,
      trustProxy: 1,
      clientRps: 0,
      maxConnections: 20_000,
      allowedOrigins: ['https://desk.example', 'http://localhost:5173'],
      publicHosts: ['paper.example', '[::1]:8787'],
      hstsSeconds: 31_536_000,
      logAll: true,
      solanaRpcUrl: 'https://rpc.example/?key=1',
      solanaWsUrl: 'wss://rpc.example/?key=1',
      paperSeed: 'another year',
      paperStart: 1_780_315_200,
      paperSpeed: 0.5,
      paperUniverse: file,
      paperBtcFeed: file,
      paperFillDelayMs: 0,
      paperTransactionDays: 365,
      paperControlToken: 'let-me-in',
    });
  });

  test.each(['127.0.0.1', 'localhost', '0.0.0.0', '::1', 'desk.example'])('accepts the host %s', (host) => {
    expect(readEnv({ HOST: host }).host).toBe(host);
  });

  test.each([
    ['HOST', 'http://localhost'],
    ['HOST', 'local host'],
    ['PORT', '65536'],
    ['LOG_REQUESTS', 'some'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', '1e3'],
    ['PAPER_SEED', 'x'.repeat(65)],
    ['UPSTREAM_RPS', '0'],
    ['UPSTREAM_RPS', '1001'],
    ['UPSTREAM_WINDOW', '0'],
    ['UPSTREAM_WINDOW', '3601'],
    ['UPSTREAM_RESERVE', '91'],
    ['RPC_RPS', 'many'],
    ['HISTORY', 'yes'],
    ['HISTORY_MAX_MB', '299'],
    ['HISTORY_MAX_MB', '2e3'],
    ['HISTORY_SWEEP', '81'],
    ['TRUST_PROXY', 'yes'],
    ['CLIENT_RPS', '0.5'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'https://desk.example/'],
    ['PUBLIC_HOSTS', 'https://desk.example'],
    ['PUBLIC_HOSTS', 'Desk.example'],
    ['MAX_CONNECTIONS', '0'],
    ['MAX_CONNECTIONS', '1e4'],
    ['HSTS_SECONDS', '-1'],
    ['LIVE_CONFIG', join(folder, 'absent.json')],
    ['PAPER_START', '2026-06-01'],
    ['PAPER_START', '2026-02-30T12:00:00Z'],
    ['PAPER_START', '2026-06-01T12:00:00+02:00'],
    ['PAPER_SPEED', '0'],
    ['PAPER_SPEED', 'fast'],
    ['PAPER_SPEED', '-1'],
    ['PAPER_SPEED', 'Infinity'],
    ['PAPER_SPEED', '10001'],
    ['PAPER_FILL_DELAY_MS', '0.5'],
    ['PAPER_FILL_DELAY_MS', '600001'],
    ['PAPER_TRANSACTION_DAYS', '0'],
    ['PAPER_TRANSACTION_DAYS', '1.5'],
    ['PAPER_UNIVERSE', join(folder, 'absent.json')],
    ['PAPER_UNIVERSE', folder],
    ['PAPER_BTC_FEED', join(folder, 'absent.csv')],
  ])('refuses %s=%s in one line that names both', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toContain(`${name} is ${JSON.stringify(value)}, but must be `);
    expect(message).not.toContain('\n');
  });

  test.each([
    ['DATABASE_URL', 'mysql://trader:hunter2@db/evenline'],
    ['DATABASE_URL', 'hunter2'],
    ['SOLANA_RPC_URL', 'wss://rpc.example/hunter2'],
    ['UPSTREAM_API_KEY', 'hunter2 with spaces'],
    ['UPSTREAM_URL', 'ftp://platform.example/hunter2'],
    ['UPSTREAM_URL', 'https://user:hunter2@platform.example'],
    ['UPSTREAM_URL', 'https://platform.example/?key=hunter2'],
    ['UPSTREAM_URL', 'https://platform.example/hunter2?'],
    ['UPSTREAM_URL', 'https://platform.example/hunter2#'],
    ['SOLANA_RPC_URL', 'https://rpc.example/?key=hunter2#fragment'],
    ['SOLANA_RPC_URL', 'https://user:hunter2%@rpc.example'],
    ['SOLANA_WS_URL', 'wss://rpc.example/?key=hunter2#fragment'],
    ['REDIS_URL', 'http://cache/hunter2'],
    ['REDIS_URL', 'redis://:hunter2%@cache'],
    ['REDIS_URL', 'redis://:hunter2@cache/evenline'],
    ['REDIS_URL', 'redis:hunter2'],
    ['DATABASE_URL', 'postgres://trader:hunter2%ff@db.example/evenline'],
    ['REDIS_URL', 'redis://:hunter2%ff@cache'],
    ['PAPER_CONTROL_TOKEN', 'hunter2\u00e9'],
  ])('refuses a wrong %s without showing it', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message.startsWith(`${name} `)).toBe(true);
    expect(message).not.toContain('hunter2');
  });

  test.each([
    'https://platform.example/v1',
    'https://platform.example/v1//',
    'HTTPS://Platform.Example:443/v1/',
  ])('reads one address of a platform from all its spellings: %s', (spelling) => {
    expect(readEnv({ UPSTREAM_URL: spelling }).upstreamUrl).toBe('https://platform.example/v1');
  });

  test('knows a live platform by its address, and takes no setting of the paper exchange beside it', () => {
    const live = { UPSTREAM_URL: 'https://platform.example' };
    expect(readEnv({ ...live, PAPER_SEED: ' ' }).upstreamUrl).toBe('https://platform.example');
    expect(refusal({ ...live, PAPER_SEED: 'x' })).toBe(
      'PAPER_SEED is for the paper exchange, which UPSTREAM_URL turns off: unset one of the two.',
    );
  });
});

describe('every setting', () => {
  const settings: string[] = [];
  readEnv(new Proxy({}, { get: (_, name) => void settings.push(String(name)) }));
  const textOf = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const named = (path: string, line: RegExp): string[] =>
    [...textOf(path).matchAll(line)].map(([, name = '']) => name);

  test('is in the example, and nothing else is', () => {
    expect(named('.env.example', /^#([A-Z_]+)=/gm).sort()).toEqual([...settings].sort());
  });

  // The image sets the first three. What names files of its own, or opens the test control, is for one machine.
  test.each([
    ['live', /^(HOST|PORT|DATA_DIR|VAULT_KEY|PAPER_.+)$/],
    [
      'paper',
      /^(HOST|PORT|DATA_DIR|(UPSTREAM|HISTORY|REDIS|SOLANA|RPC|LIVE)(_.+)?|PAPER_(.+_FEED|UNIVERSE|CONTROL_TOKEN))$/,
    ],
  ])('that counts in %s mode reaches its containers', (mode, others) => {
    const heeded = settings.filter((name) => !others.test(name));
    expect(named(`deploy/${mode}.compose.yaml`, /^ {6}([A-Z_]+): /gm)).toEqual(
      expect.arrayContaining(heeded),
    );
  });
});
