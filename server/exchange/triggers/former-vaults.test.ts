import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { vaultLabel } from '@contract/transactions/addresses.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { NOW } from '../../testing/stub-app.ts';
import type { ExchangeStore } from '../exchange.store.ts';
import { childAddress } from '../ledger/child-address.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { BTC, SOL, STABLECOIN, USDC } from '../ledger/mints.ts';
import { createTestWallet } from '../ledger/testing/ledger.ts';
import { createAccountsStore } from '../rpc/accounts.store.ts';
import { signed } from '../testing/exchange.ts';
import { createTokenMarket } from '../tokens/tokens.ts';
import { Keyring, VaultKeyError } from './keyring.ts';
import { dollars, IN_SLICES, TriggerHarness } from './testing/triggers.ts';

const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
/** The key of the vaults of the harness's exchange. */
const VAULT_KEY = new Uint8Array(32).fill(5);

/** A vault with a key of its own, sealed in its row: what a ring made before keys followed from its root. */
function formerVault(wallet: string): ReturnType<Keyring['create']> {
  const seed = createHash('sha256').update(`former vault of ${wallet}`).digest();
  const signer = createTestWallet(seed);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', VAULT_KEY, nonce);
  cipher.setAAD(Buffer.from(`evenline:vault:${wallet}:${signer.address}`));
  const body = Buffer.concat([cipher.update(seed), cipher.final()]);
  return { signer, sealed: new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), body])) };
}

let database: Database;
let t: TriggerHarness;
/** Commits that still succeed. */
let commitsLeft: number;

const wrapStore = (store: ExchangeStore): ExchangeStore => ({
  ...store,
  commits: {
    ...store.commits,
    commit: (...args) => {
      commitsLeft -= 1;
      return commitsLeft < 0 ? Promise.reject(new Error('disk full')) : store.commits.commit(...args);
    },
  },
});

beforeEach(async () => {
  commitsLeft = Number.POSITIVE_INFINITY;
  database = await freshDatabase();
  t = await TriggerHarness.open(database, { wrapStore });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
});

async function formerTrader(): Promise<PlatformSigner> {
  const create = vi.spyOn(Keyring.prototype, 'create').mockImplementation(formerVault);
  const wallet = await t.trader();
  create.mockRestore();
  return wallet;
}

const addressOf = async (wallet: PlatformSigner) => (await t.vault(wallet)).vaultPubkey;
const presentVault = ({ address }: PlatformSigner) =>
  childAddress(t.h.exchange.chain.vaults, vaultLabel(address));

/** All that lies at an address. */
const contents = (owner: string) =>
  t.h.look((ledger) => ({
    lamports: ledger.lamports(owner),
    tokens: ledger
      .tokenAccountsOf(owner)
      .map(({ mint, program, amount }) => ({ mint, program, amount }))
      .sort((one, other) => (one.mint < other.mint ? -1 : 1)),
  }));
const NOTHING = { lamports: 0n, tokens: [] };
const audited = async () => expect(await t.h.exchange.audit()).toMatchObject({ ok: true });

/** Buys each mint for 100 USDC, and answers what the wallet has of it. */
async function bought(wallet: PlatformSigner, mints: readonly string[]): Promise<Map<string, string>> {
  for (const outputMint of mints) {
    await t.order(wallet, {
      ...{ inputMint: USDC.address, inputAmount: '100000000', outputMint },
      triggerPriceUsd: dollars(98),
    });
  }
  await t.moveSol(97);
  await t.moveSol(100);
  return new Map(mints.map((mint) => [mint, `${t.ledger.tokenBalance(wallet.address, mint)}`]));
}

function listedMints(): string[] {
  const listed = createTokenMarket({ seed: 'test' }).recent(NOW, 100);
  return [true, false].map((isNew) => {
    const found = listed.find((one) => one.usdPrice && (one.tokenProgram === TOKEN_2022) === isNew);
    if (!found) throw new Error('no such token is listed');
    return found.id;
  });
}

describe('a vault from before addresses followed from a root', () => {
  it('is moved at the next start with all it holds and all that names it, and never again', async () => {
    const ann = await formerTrader();
    const bob = await t.trader();
    const [former, bobsVault] = [await addressOf(ann), await addressOf(bob)];
    expect(former).not.toBe(presentVault(ann));
    expect(bobsVault).toBe(presentVault(bob));

    const mints = [BTC.address, ...listedMints()];
    for (const mint of mints.slice(1)) await t.h.exchange.control.setUsd(mint, '0.002');
    const amounts = await bought(ann, mints);
    const sales: string[] = [];
    for (const [inputMint, inputAmount] of amounts) {
      sales.push(await t.order(ann, { inputMint, inputAmount, triggerPriceUsd: dollars(80) }));
    }
    const falls = await t.order(ann, { trailingBps: 1_000 });
    const dollar = { inputMint: STABLECOIN.address, inputAmount: '70000000', outputMint: SOL.address };
    const stays = await t.order(ann, { ...dollar, triggerPriceUsd: dollars(20) });
    const leaves = await t.order(ann, { ...dollar, inputMint: USDC.address, triggerPriceUsd: dollars(20) });
    const others = await t.order(bob);
    const rate = await t.rateOrder(ann);
    const escrow = await contents(rate);
    await t.moveSol(110);
    await t.h.pass(10);
    await t.h.exchange.tick();

    const withdrawal = await t.cancel(ann, leaves);
    const lamportsBuild = await t.craft(ann);
    const tokenBuild = await t.craft(ann, dollar);
    const [held, balances] = [await contents(former), (await t.vault(ann)).balances];
    expect(held.tokens.map(({ mint }) => mint)).toEqual([...mints, USDC.address, STABLECOIN.address].sort());
    const sponsored = t.ledger.lamports(t.h.exchange.chain.sponsor);
    const story = await t.read(ann, falls);

    await t.h.start();
    const vault = presentVault(ann);
    expect(t.h.exchange.stats().commits).toBe(1);
    expect(await t.vault(ann)).toMatchObject({ vaultPubkey: vault, balances });
    expect(await contents(vault)).toEqual(held);
    expect(await contents(former)).toEqual(NOTHING);
    // Two transactions for five token accounts and one for the lamports, of three signatures each.
    expect(sponsored - t.ledger.lamports(t.h.exchange.chain.sponsor)).toBe(45_000n);
    expect(await t.read(ann, falls)).toEqual({ ...story, vaultPubkey: vault });
    expect(await t.read(ann, stays)).toMatchObject({ orderState: 'open', vaultPubkey: vault });
    expect(await t.read(bob, others)).toMatchObject({ vaultPubkey: bobsVault });
    expect(await contents(rate)).toEqual(escrow);
    await audited();

    await t.h.start();
    expect(t.h.exchange.stats().commits).toBe(0);
    expect(await contents(vault)).toEqual(held);
    expect(await addressOf(ann)).toBe(vault);

    // What was built for the former vault moves nothing any more.
    const wallet = await contents(ann.address);
    const refused = { kind: 'invalid', message: expect.stringMatching(/Nothing moved; build it again/) };
    await expect(t.confirm(ann, withdrawal)).rejects.toMatchObject(refused);
    await expect(t.create(ann, t.body(ann, lamportsBuild))).rejects.toMatchObject(refused);
    await expect(t.create(ann, t.body(ann, tokenBuild, dollar))).rejects.toMatchObject(refused);
    expect(await t.h.execute(signed(lamportsBuild.transaction, ann))).toMatchObject({ status: 'Failed' });
    expect(await contents(former)).toEqual(NOTHING);
    expect(await contents(ann.address)).toEqual(wallet);

    await t.moveSol(98.9);
    expect(await t.read(ann, falls)).toMatchObject({ orderState: 'filled', outputAmount: '197800000' });
    await t.confirm(ann, await t.cancel(ann, leaves));
    await t.confirm(ann, await t.cancel(ann, stays));
    const later = await t.order(ann, { triggerPriceUsd: dollars(85) });
    await t.moveSol(79);
    const active = { user: ann.address, orderStatus: 'active' as const };
    expect((await t.services.getTriggerOrders({ query: active })).orders).toMatchObject([{ orderKey: rate }]);
    for (const id of [...sales, later]) expect(await t.read(ann, id)).toMatchObject({ orderState: 'filled' });
    expect(await t.vault(ann)).toMatchObject({ balances: [] });
    expect(t.h.log).toEqual([]);
    await audited();
  });

  it('is moved with what orders have left that a start no longer brings into memory', async () => {
    const ann = await formerTrader();
    const ids = [await t.order(ann), await t.order(ann)];
    await t.moveSol(100, 86_400);
    for (const id of ids) expect(await t.read(ann, id)).toMatchObject({ orderState: 'expired' });

    await t.h.start();
    const vault = presentVault(ann);
    for (const id of ids) {
      expect(await t.read(ann, id)).toMatchObject({ orderState: 'expired', vaultPubkey: vault });
      await t.confirm(ann, await t.cancel(ann, id));
    }
    expect(await t.vault(ann)).toMatchObject({ balances: [] });
    await audited();
  });

  it('is moved with accounts in which nothing is left, though they do not come to memory with it', async () => {
    const ann = await formerTrader();
    const [mint = ''] = listedMints();
    await t.h.exchange.control.setUsd(mint, '0.002');
    const [inputAmount = ''] = (await bought(ann, [mint])).values();
    const id = await t.order(ann, { inputMint: mint, inputAmount, triggerPriceUsd: dollars(80) });
    await t.moveSol(79);
    expect(await t.read(ann, id)).toMatchObject({ orderState: 'filled' });
    const former = await addressOf(ann);
    const { spentOf, at } = createAccountsStore(database.db);
    const spent = await spentOf(former);
    expect(spent).toHaveLength(1);

    await t.h.start();
    expect(await at(spent)).toEqual([]);
    expect(await spentOf(presentVault(ann))).toHaveLength(1);
    expect(await contents(former)).toEqual(NOTHING);
    expect(t.h.log).toEqual([]);
    await audited();
  });

  it('is moved in the middle of a fill, which goes on', async () => {
    const ann = await formerTrader();
    const id = await t.order(ann, {
      ...{ ...IN_SLICES, orderType: 'otoco' },
      ...{ tpPriceUsd: dollars(120), slPriceUsd: dollars(30) },
    });
    await t.moveSol(50);
    expect(await t.read(ann, id)).toMatchObject({ orderState: 'executing' });
    const balances = (await t.vault(ann)).balances;

    await t.h.start();
    expect(await t.vault(ann)).toMatchObject({ vaultPubkey: presentVault(ann), balances });
    for (let slice = 0; slice < 3; slice += 1) await t.moveSol(50, 2);
    expect(await t.read(ann, id)).toMatchObject({ orderState: 'filled', remainingInputAmount: '0' });
    const [pair] = (await t.list(ann, { state: 'active' })).orders;
    expect(pair).toMatchObject({ orderType: 'oco', vaultPubkey: presentVault(ann) });
    await t.confirm(ann, await t.cancel(ann, pair?.id ?? ''));
    expect(await t.vault(ann)).toMatchObject({ balances: [] });
    await audited();
  });

  it('has moved or has not when a start breaks off, and the next one does the rest', async () => {
    const wallets = [await formerTrader(), await formerTrader()];
    const before = [];
    for (const wallet of wallets) {
      const id = await t.order(wallet);
      const former = await addressOf(wallet);
      before.push({ wallet, id, former, held: await contents(former) });
    }

    commitsLeft = 1;
    await expect(t.h.start()).rejects.toMatchObject({ kind: 'unavailable' });
    commitsLeft = Number.POSITIVE_INFINITY;
    await t.h.start();
    expect(t.h.exchange.stats().commits).toBe(1);
    for (const { wallet, former, held } of before) {
      expect(await contents(presentVault(wallet))).toEqual(held);
      expect(await contents(former)).toEqual(NOTHING);
    }
    await audited();
    await t.moveSol(89);
    for (const { wallet, id } of before) {
      expect(await t.read(wallet, id)).toMatchObject({ orderState: 'filled', outputAmount: '178000000' });
    }
    await audited();
  });

  it('stays as it was when it cannot be moved, and holds up no other', async () => {
    const [ann, bob] = [await formerTrader(), await formerTrader()];
    const [id, former] = [await t.order(ann), await addressOf(ann)];
    vi.spyOn(Keyring.prototype, 'isFormer').mockImplementationOnce(() => {
      throw new VaultKeyError('not this key');
    });
    await t.h.start();
    expect(t.h.log).toMatchObject([
      { level: 'error', vault: former, cause: [expect.stringMatching(/not this key/)] },
    ]);
    expect([await addressOf(ann), await addressOf(bob)]).toEqual([former, presentVault(bob)]);

    await t.h.start();
    expect(await addressOf(ann)).toBe(presentVault(ann));
    await t.moveSol(89);
    expect(await t.read(ann, id)).toMatchObject({ orderState: 'filled' });
    await audited();
  });
});
