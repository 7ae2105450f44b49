import { orderAddress, outcomeAddress, positionAddress } from '@contract/transactions/addresses.ts';
import { ownerTransaction } from '@contract/transactions/owner-transactions.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { derive } from '@/tx/derive.ts';
import {
  type Deriver,
  derivedBuy,
  derivedCancel,
  derivedDeposit,
  derivedParlay,
  derivedSale,
  derivedSwap,
  derivedWithdrawal,
  freeParlaysNonce,
} from './derived.ts';
import { ESCROW, MARKET, MINTS, OWNER, STRANGER, USDC } from './fixtures.ts';

/** A public key that others can follow from. */
const ROOT = Keypair.fromSeed(new Uint8Array(32).fill(1)).publicKey.toBase58();

const deriver: Deriver = {
  derive,
  platform: { authority: OWNER, vault: OWNER, fees: OWNER, parlays: OWNER, mintAuthority: OWNER },
  sponsor: OWNER,
  escrow: ROOT,
  vaults: ROOT,
  mints: { ...MINTS, sol: MINTS.usdc },
};
const facts = () => ({ program: PROGRAMS.token, decimals: 6 });
const traded = { owner: OWNER, marketId: MARKET, isYes: true, mint: USDC, deposit: 5n };
const parlay = { owner: OWNER, legMarketIds: ['a', 'b'], mint: USDC, stake: 5n };
const asset = { mint: USDC, amount: 5n };

describe('a name that an answer gives', () => {
  const derived: [string, (name: string) => unknown][] = [
    ['an order', (name) => derivedBuy(deriver, traded, { externalOrderId: name, limit: 1n })],
    ['a parlay', (name) => derivedParlay(deriver, parlay, { parlayId: name, nonce: 1n, payout: 9n })],
    [
      'a deposit',
      (name) =>
        derivedDeposit(deriver, { ...asset, owner: OWNER, outputMint: USDC, digest: 'd' }, name, facts),
    ],
    [
      'a withdrawal',
      (name) => derivedWithdrawal(deriver, { owner: OWNER, order: 'o', assets: [asset] }, name, facts),
    ],
    [
      'an order that is withdrawn from',
      (name) => derivedWithdrawal(deriver, { owner: OWNER, order: name, assets: [asset] }, 'r', facts),
    ],
  ];
  it.each(derived)('%s: is a name and no text for the owner to sign', (_what, made) => {
    for (const name of ['PY-1', '0b5c1a52-8f5e-4a3b-9a53-5c41f1a0d5a7', 'f'.repeat(64)])
      expect(made(name), name).not.toBeNull();
    for (const text of ['', 'f'.repeat(65), 'I owe you', 'a:b', 'a\nb', 'a\u2028b', 'a\n'])
      expect(made(text), text).toBeNull();
  });
});

describe('what follows from the terms', () => {
  const swap = (isBuy: boolean, figures: { contracts: bigint; notional: bigint; fee: bigint }) =>
    derivedSwap(
      deriver,
      { owner: OWNER, marketId: MARKET, mint: USDC, isBuy },
      { externalOrderId: 'a', limit: 1n, ...figures },
    );

  it('of a sale takes no more of a fee than the sale brings; of a purchase it is the fee', () => {
    const at = (fee: bigint) => ({ contracts: 7n, notional: 5n, fee });
    expect(swap(false, at(9n))).toEqual(swap(false, at(5n)));
    expect(swap(false, at(4n))).not.toEqual(swap(false, at(5n)));
    expect(swap(true, at(9n))).not.toEqual(swap(true, at(5n)));
    expect(swap(true, at(5n))).not.toEqual(swap(false, at(5n)));
  });

  it('of an order is another one with every figure and name of it', () => {
    const buy = (shown: object, built: object) =>
      derivedBuy(deriver, { ...traded, ...shown }, { externalOrderId: 'a', limit: 1n, ...built });
    const own = buy({}, {});
    expect(own).not.toBeNull();
    for (const other of [{ marketId: 'MK-2' }, { isYes: false }, { mint: STRANGER }, { deposit: 6n }])
      expect(buy(other, {})).not.toEqual(own);
    for (const other of [{ externalOrderId: 'b' }, { limit: 2n }]) expect(buy({}, other)).not.toEqual(own);
  });

  it('of a sale is another one with every figure and name of it, and moves nothing', () => {
    const sell = (shown: object, built: object) =>
      derivedSale(
        deriver,
        { owner: OWNER, marketId: MARKET, isYes: true, mint: USDC, contracts: 5n, ...shown },
        { externalOrderId: 'a', limit: 1n, ...built },
      );
    const own = sell({}, {});
    expect(own?.payer).toBe(OWNER);
    expect(own?.instructions.map(({ program }) => program)).toEqual([PROGRAMS.memo]);
    for (const other of [
      { owner: STRANGER },
      { marketId: 'MK-2' },
      { isYes: false },
      { mint: STRANGER },
      { contracts: 6n },
    ])
      expect(sell(other, {}), Object.keys(other)[0]).not.toEqual(own);
    for (const other of [{ externalOrderId: 'b' }, { limit: 2n }]) expect(sell({}, other)).not.toEqual(own);
  });

  it('of a cancellation brings back an escrow where there is one', () => {
    const cancel = (escrowed: { mint: string; amount: bigint } | null) =>
      derivedCancel(deriver, { owner: OWNER, externalOrderId: 'a' }, escrowed);
    const all = [cancel(null), cancel({ mint: USDC, amount: 5n }), cancel({ mint: USDC, amount: 6n })];
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(3);
  });

  it('is about the position of that owner, in that market, on that side', () => {
    const { platform } = deriver;
    const order = {
      owner: OWNER,
      payer: OWNER,
      externalOrderId: 'a',
      marketId: MARKET,
      mint: { address: USDC, decimals: 6, program: PROGRAMS.token },
      integrator: null,
      integratorBps: 0,
      limit: 1n,
    };
    for (const isYes of [true, false]) {
      const terms = {
        ...order,
        intent: 'buy' as const,
        position: positionAddress(OWNER, MARKET, isYes, derive),
        isYes,
        order: orderAddress(ROOT, 'a', derive),
        deposit: 5n,
        contracts: null,
      };
      const built = { externalOrderId: 'a', limit: 1n };
      expect(derivedBuy(deriver, { ...traded, isYes }, built)).toEqual(
        ownerTransaction(terms, platform, derive),
      );
    }
    const swapped = {
      ...order,
      intent: 'swap-buy' as const,
      position: positionAddress(OWNER, MARKET, true, derive),
      isYes: true,
      outcome: { address: outcomeAddress(ROOT, MARKET, derive), decimals: 6, program: PROGRAMS.token2022 },
      contracts: 7n,
      notional: 5n,
      fee: 2n,
    };
    expect(swap(true, swapped)).toEqual(ownerTransaction(swapped, platform, derive));
    const placed = {
      ...parlay,
      intent: 'parlay' as const,
      payer: OWNER,
      parlayId: 'p',
      nonce: 1n,
      payout: 9n,
      position: positionAddress(OWNER, 'p', true, derive),
      mint: order.mint,
      locked: { ...order.mint, address: MINTS.stablecoin },
    };
    const { parlayId, nonce, payout } = placed;
    expect(derivedParlay(deriver, parlay, { parlayId, nonce, payout })).toEqual(
      ownerTransaction(placed, platform, derive),
    );
  });

  it('moves SOL as lamports, and any other mint as the token it is', () => {
    const at: Deriver = { ...deriver, mints: { ...MINTS, sol: ESCROW } };
    const moved = (mint: string) => {
      const one = { mint, amount: 5n };
      return [
        derivedDeposit(at, { ...one, owner: OWNER, outputMint: STRANGER, digest: 'd' }, 'r', facts),
        derivedWithdrawal(at, { owner: OWNER, order: 'o', assets: [one] }, 'r', facts),
      ].map((made) => made?.instructions.map(({ program }) => program));
    };
    const { system, associatedToken, token, memo } = PROGRAMS;
    expect(moved(ESCROW)).toEqual([
      [system, memo],
      [system, memo],
    ]);
    expect(moved(USDC)).toEqual([
      [associatedToken, token, memo],
      [associatedToken, token, memo],
    ]);
  });

  it('of a deposit is nothing where its token is not known', () => {
    const shown = { ...asset, mint: STRANGER, owner: OWNER, outputMint: USDC, digest: 'd' };
    expect(derivedDeposit(deriver, shown, 'r', facts)).not.toBeNull();
    expect(derivedDeposit(deriver, shown, 'r', () => null)).toBeNull();
  });

  it('of a withdrawal is nothing where a token of it is not known', () => {
    const assets = [asset, { mint: STRANGER, amount: 7n }];
    const known = (mint: string) => (mint === STRANGER ? null : facts());
    const of = (factsOf: typeof known) =>
      derivedWithdrawal(deriver, { owner: OWNER, order: 'o', assets }, 'r', factsOf);
    expect(of(facts)).not.toBeNull();
    expect(of(known)).toBeNull();
  });

  it('of free parlays is told apart by the number in its memo, where one holds it', () => {
    expect(freeParlaysNonce(['other', 'evenline:free-parlays:42:x'])).toBe(42n);
    expect(freeParlaysNonce(['evenline:free:42:x'])).toBeNull();
  });
});
