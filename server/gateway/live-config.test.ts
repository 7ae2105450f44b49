import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appConfig, chainConfig, DEFAULT_BASES, INTERFACES } from '@contract/config.ts';
import { afterAll, expect, it } from 'vitest';
import { EnvError } from '../common/env-error.ts';
import { readLiveConfig } from './live-config.ts';

const KEY = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const folder = mkdtempSync(join(tmpdir(), 'evenline-live-'));
const file = join(folder, 'live.json');
afterAll(() => rmSync(folder, { recursive: true }));
const read = (content: unknown) => {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readLiveConfig(file);
};

it('is what is documented where there is no file', () => {
  const { bases, browser } = readLiveConfig(undefined);
  expect(bases).toEqual(DEFAULT_BASES);
  expect(browser).toMatchObject({
    mode: 'live',
    paper: null,
    chain: null,
    explorer: null,
    interfaces: { missing: [] },
  });
  expect(read({})).toEqual(readLiveConfig(undefined));
  const ofContainers = fileURLToPath(new URL('../../deploy/live.json', import.meta.url));
  expect(readLiveConfig(ofContainers)).toEqual(readLiveConfig(undefined));
});

it('takes what differs, and leaves the rest', () => {
  const provider = {
    wire: 'provider_a',
    label: 'First',
    settles: 'claim',
    depositMints: [KEY],
    minOrderUsd: '1000000',
    hasLadder: true,
  };
  const { bases, browser } = read({
    bases: { trigger: '/t/v3', tokens: null },
    providers: [provider],
    mints: { stablecoin: KEY },
    explorer: {
      tx: 'https://explorer.example/tx/{signature}',
      address: 'https://explorer.example/address/{address}',
    },
    trigger: { minDepositUsd: '5000000', signInDomains: ['platform.example'], signInName: 'Platform' },
    chain: { authority: KEY, fees: null, guardProgram: KEY },
  });
  expect(bases).toEqual({ ...DEFAULT_BASES, trigger: '/t/v3', tokens: null });
  const config = appConfig.parse(browser);
  expect(config.bases).toEqual(DEFAULT_BASES);
  expect(config.providers).toMatchObject([{ label: 'First', maxOrderUsd: null }]);
  expect(config.mints.stablecoin).toBe(KEY);
  expect(config.trigger).toMatchObject({
    enabled: true,
    minDepositUsd: 5_000_000n,
    signInDomains: ['platform.example'],
    signInName: 'Platform',
  });
  expect(config.chain).toEqual({
    authority: KEY,
    sponsor: null,
    vault: null,
    fees: null,
    parlays: null,
    guardProgram: KEY,
  });
  expect(config.interfaces).toEqual({ missing: ['tokens'] });
});

it('takes the roles of a platform', () => {
  const roles = {
    programs: [{ address: KEY, name: 'Orders' }],
    escrows: [KEY],
    feeAccounts: [KEY],
    vaultAccounts: [KEY],
    lookupTables: [KEY],
    maxPriorityLamports: 200_000,
  };
  expect(appConfig.parse(read({ chain: roles }).browser).chain).toMatchObject(roles);
});

it('reads the documented example, which names every field', () => {
  const example = fileURLToPath(new URL('../../docs/live-config.example.json', import.meta.url));
  const { chain, mints } = appConfig.parse(readLiveConfig(example).browser);
  const onPaper = ['escrow', 'mintAuthority', 'vaults'];
  const named = Object.keys(chainConfig.shape).filter((name) => !onPaper.includes(name));
  expect(Object.keys(chain ?? {}).sort()).toEqual(named.sort());
  const file = JSON.parse(readFileSync(example, 'utf8'));
  expect(Object.keys(file).sort()).toEqual(['bases', 'chain', 'explorer', 'mints', 'providers', 'trigger']);
  expect(Object.keys(file.bases)).toEqual(INTERFACES);
  expect(file.mints).toEqual(mints);
  const ofTriggers = ['enabled', 'minDepositUsd', 'signInDomains', 'signInName', 'tokens'];
  expect(Object.keys(file.trigger).sort()).toEqual(ofTriggers);
});

it('has no triggers where the platform has none', () => {
  expect(read({ trigger: null }).browser.trigger).toBeNull();
  expect(read({ bases: { trigger: null } }).browser.trigger).toBeNull();
});

it.each([
  ['no JSON', '{', 'not valid JSON'],
  ['a list', [], 'must be an object'],
  ['a field nobody knows', { keys: {} }, 'keys'],
  ['a base that is none', { bases: { swap: 'https://elsewhere.example' } }, 'bases.swap'],
  ['a way out of the base', { bases: { swap: '/swap/v2?x=' } }, 'bases.swap'],
  ['an interface nobody knows', { bases: { perps: '/p' } }, 'bases.perps'],
  ['a mint that is none', { mints: { usdc: 'usdc' } }, 'mints.usdc'],
  ['a limit in dollars', { trigger: { minDepositUsd: '5.00' } }, 'trigger.minDepositUsd'],
  ['a domain with more', { trigger: { signInDomains: ['https://platform.example'] } }, 'signInDomains.0'],
  ['a name of two lines', { trigger: { signInName: 'Platform\nNonce' } }, 'trigger.signInName'],
  [
    'an explorer in the clear',
    { explorer: { tx: 'http://x.example/{signature}', address: 'https://x.example/{address}' } },
    'explorer.tx',
  ],
  [
    'a script for an explorer',
    { explorer: { tx: 'javascript:alert(1)//{signature}', address: 'https://x.example/{address}' } },
    'explorer.tx',
  ],
  ['an escrow that is no key', { chain: { escrows: ['escrow'] } }, 'chain.escrows.0'],
  ['a program without a name', { chain: { programs: [{ address: KEY }] } }, 'chain.programs.0.name'],
  [
    'a name that would turn the line around',
    { chain: { programs: [{ address: KEY, name: 'a\u202eb' }] } },
    'chain.programs.0.name',
  ],
  ['a part of a lamport', { chain: { maxPriorityLamports: 0.001 } }, 'chain.maxPriorityLamports'],
  ['a role nobody knows', { chain: { treasury: [KEY] } }, 'treasury'],
  ['half a provider', { providers: [{ wire: 'provider_a' }] }, 'providers.0'],
])('refuses %s in one line that names it', (_, content, name) => {
  let message = '';
  try {
    read(content);
  } catch (error) {
    if (error instanceof EnvError) message = error.message;
  }
  expect(message).toMatch(/^LIVE_CONFIG names [^\n]+$/);
  expect(message).toContain(name);
});
