import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GUARD_PROGRAM } from '@contract/config.ts';
import { BTC_MINT, SOL_MINT, STABLECOIN_MINT, USDC_MINT } from '@contract/mints.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token';
import {
  AddressLookupTableProgram,
  BPF_LOADER_DEPRECATED_PROGRAM_ID,
  BPF_LOADER_PROGRAM_ID,
  ComputeBudgetProgram,
  Ed25519Program,
  type PublicKey,
  Secp256k1Program,
  StakeProgram,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_RECENT_BLOCKHASHES_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  SYSVAR_STAKE_HISTORY_PUBKEY,
  SystemProgram,
  VoteProgram,
} from '@solana/web3.js';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';

/*
 * Every address that stands in the tree, and where it comes from. What a library exports is compared with it; the rest
 * was read in its source and typed a second time.
 */
const NETWORK = 'solana-sdk-ids';
const WEB3 = (key: PublicKey) => ({ address: key.toBase58(), source: '@solana/web3.js' });
const SPL = (key: PublicKey) => ({ address: key.toBase58(), source: '@solana/spl-token' });
const FIXTURE = 'a test';
const EXAMPLE = 'an example: 32 bytes that nobody holds the key of';

interface Known {
  readonly name: string;
  readonly address: string;
  readonly source: string;
}
const named = (name: string, { address, source }: Omit<Known, 'name'>): Known => ({ name, address, source });
const typed = (name: string, address: string, source: string): Known => ({ name, address, source });

const STANDING: readonly Known[] = [
  typed('USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'its issuer, mainnet'),
  typed(
    'stablecoin',
    'JuprjznTrTSp2UFa3ZBUFgwdAmtZCq4MQCwysN55USD',
    'the prediction interface, mint of a parlay',
  ),
  typed(
    'wrapped Bitcoin',
    '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh',
    'the bridge that issues it, mainnet',
  ),
  typed('former Bitcoin', '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqgDzcqmJh', 'ledgers of a mistyped address'),
  named('wrapped SOL', SPL(NATIVE_MINT)),
  named('System', WEB3(SystemProgram.programId)),
  named('Token', SPL(TOKEN_PROGRAM_ID)),
  named('Token-2022', SPL(TOKEN_2022_PROGRAM_ID)),
  named('Associated Token', SPL(ASSOCIATED_TOKEN_PROGRAM_ID)),
  named('Compute Budget', WEB3(ComputeBudgetProgram.programId)),
  typed('Memo', 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'spl-memo'),
  typed('Memo v1', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo', 'spl-memo'),
  typed('Lighthouse', 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95', 'lighthouse-sdk'),
  named('Stake', WEB3(StakeProgram.programId)),
  named('Vote', WEB3(VoteProgram.programId)),
  named('Address Lookup Table', WEB3(AddressLookupTableProgram.programId)),
  named('BPF Loader 1', WEB3(BPF_LOADER_DEPRECATED_PROGRAM_ID)),
  named('BPF Loader 2', WEB3(BPF_LOADER_PROGRAM_ID)),
  typed('Upgradeable BPF Loader', 'BPFLoaderUpgradeab1e11111111111111111111111', NETWORK),
  typed('Loader v4', 'LoaderV411111111111111111111111111111111111', NETWORK),
  typed('Native Loader', 'NativeLoader1111111111111111111111111111111', NETWORK),
  typed('Config', 'Config1111111111111111111111111111111111111', NETWORK),
  typed('Feature', 'Feature111111111111111111111111111111111111', NETWORK),
  typed('Sysvar', 'Sysvar1111111111111111111111111111111111111', NETWORK),
  typed('ZK Token Proof', 'ZkTokenProof1111111111111111111111111111111', NETWORK),
  typed('ZK ElGamal Proof', 'ZkE1Gama1Proof11111111111111111111111111111', NETWORK),
  named('Ed25519', WEB3(Ed25519Program.programId)),
  named('Secp256k1', WEB3(Secp256k1Program.programId)),
  typed('Secp256r1', 'Secp256r1SigVerify1111111111111111111111111', NETWORK),
  named('Clock', WEB3(SYSVAR_CLOCK_PUBKEY)),
  named('Rent', WEB3(SYSVAR_RENT_PUBKEY)),
  named('Recent Blockhashes', WEB3(SYSVAR_RECENT_BLOCKHASHES_PUBKEY)),
  named('Stake History', WEB3(SYSVAR_STAKE_HISTORY_PUBKEY)),
];

/** Addresses of tests and examples: what they are for is said where they stand. */
const MADE_UP: readonly Known[] = [
  typed('wallet of tests', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', FIXTURE),
  typed('somebody', '4Nd1mYQ5wW6oGj9SxM6qjAcfX8S4Gk1jN6w7vE9U2pQx', FIXTURE),
  typed('32 bytes of 0xff', 'JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG', FIXTURE),
  typed('a root', 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9', FIXTURE),
  typed('a child', '7SuCrE3WjGNXHaV43nRfESkeSpxyUq8AiUnaVsNB7VkW', FIXTURE),
  typed('a child of another text', '5W8PYDucR2xLfCbWNMCWXZbWGem9nTnvE99puDFVVR51', FIXTURE),
  typed('digest of nothing', 'GKot5hBsd81kMupNCXHaqbhv3huEbxAFMLnpcX2hniwn', FIXTURE),
  typed('a position', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', FIXTURE),
  typed('a neighbour of Memo', 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHs', FIXTURE),
  ...[
    'AxnsewBeG3Wh3nBv82mr8xkWPdDRsXfghcTuygChUPnY',
    'BTwQswcyUEgUG8NDa5VnoUEz8ayh1bdC8zx3FsRzCAUV',
    'EtEmVanw6m7Vd8gb2mNsEWNmfJXpAGj7PxmNqydmrJEV',
    'FPVuAcpFxbHvfeaWMVNwdwg6upx86UwKuMwFoJbM5Abz',
    'FtNFq6rjpcNd3yzcU6Uygey3kj3rzudwiRgAWwursMm8',
    'F2smxgHrYkQj7hWvsHoNxZ8L2tiKQ4FzEq6nA6yKURAg',
    'GFxYSwvscgEtzsVHabByTqqmVq3zs7NqJvqnCXtbiFU1',
    '2Mo1uLY8r5LmB2UB2rur8XsJd4oZ11twnNdFJaTX2tqX',
    'HnPe13YdzNiyGbsLH5yJack99XK3PxTz4xrUThvsTwCx',
    '89QXTYBmqCKDqBSn4u1D6vnVdm6C8XEu8gqBMqAnDjNL',
    '7kuxYAs6gK3RhxEu9JD36Vyp8RLEP6ThFaQtdbPUc5ze',
    'GdVJ8NK5cbJ22epdmA12zN2TLUHMQ8LXxNuUozurkFYE',
  ].map((address) => typed(`an address of the platform, ${address.slice(0, 4)}`, address, EXAMPLE)),
];

/** Where there are texts that must be no address: their test says that they are refused. */
const REFUSED_ON_PURPOSE = new Set(['contract/ids.test.ts']);

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['contract', 'server', 'src', 'e2e', 'bench', 'scripts', 'public', 'docs', 'deploy'];
const TEXT = /\.(?:ts|tsx|mjs|js|json|md|html|yaml|sql|css)$|Caddyfile$/;
/** What nobody writes by hand, and this table itself. */
const LEFT_OUT = /^server\/(?:db\/migrations\/meta\/|addresses\.test\.ts$)/;
/** A run of base58 as long as an address can be, that is no part of something longer. */
const LOOKS_LIKE_ONE = /(?<![\w+/=-])[1-9A-HJ-NP-Za-km-z]{32,44}(?![\w+/=-])/g;
/** Addresses change their case, or have digits. */
const isWord = (text: string): boolean => /^[A-Z]?[a-z]+$|^[A-Z]+$/.test(text);

const isOfTests = (file: string): boolean =>
  /\.test\.tsx?$|testing|fixtures|test-data|^e2e\/|^bench\//.test(file);

interface Found {
  readonly file: string;
  readonly text: string;
}
function addressesInTree(): Found[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => TEXT.test(file) && !LEFT_OUT.test(file)),
  ).flatMap((file) =>
    [...readFileSync(ROOT + file, 'utf8').matchAll(LOOKS_LIKE_ONE)]
      .map(([text]) => ({ file, text }))
      .filter(({ text }) => !isWord(text)),
  );
}

describe('an address', () => {
  it.each([...STANDING, ...MADE_UP])('is 32 bytes: $name, $address ($source)', ({ address }) => {
    const bytes = bs58.decode(address);
    expect(bytes).toHaveLength(32);
    expect(bs58.encode(bytes)).toBe(address);
  });

  it('is what its constant is called', () => {
    const of = (name: string) => STANDING.find((known) => known.name === name)?.address;
    expect({ USDC_MINT, STABLECOIN_MINT, BTC_MINT, SOL_MINT, GUARD_PROGRAM }).toEqual({
      USDC_MINT: of('USDC'),
      STABLECOIN_MINT: of('stablecoin'),
      BTC_MINT: of('wrapped Bitcoin'),
      SOL_MINT: of('wrapped SOL'),
      GUARD_PROGRAM: of('Lighthouse'),
    });
    expect(PROGRAMS).toEqual({
      system: of('System'),
      token: of('Token'),
      token2022: of('Token-2022'),
      associatedToken: of('Associated Token'),
      computeBudget: of('Compute Budget'),
      memo: of('Memo'),
    });
  });

  it('stands nowhere in the tree without standing here', () => {
    const found = addressesInTree();
    const standing = new Set(STANDING.map(({ address }) => address));
    const madeUp = new Set(MADE_UP.map(({ address }) => address));
    const seen = new Set(found.map(({ text }) => text));
    expect([...standing].filter((address) => !seen.has(address))).toEqual([]);
    const unknown = found.filter(({ file, text }) => {
      if (standing.has(text) || REFUSED_ON_PURPOSE.has(file)) return false;
      return !(madeUp.has(text) && (isOfTests(file) || file === 'docs/live-config.example.json'));
    });
    expect(unknown).toEqual([]);
  });
});
