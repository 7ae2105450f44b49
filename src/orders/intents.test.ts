import type { Pubkey } from '@contract/ids.ts';
import { microUsd, tokenAmount } from '@contract/money.ts';
import type { CloseOrderAnswer } from '@contract/prediction/order.ts';
import type { Answer } from '@contract/routes.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import {
  Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { closeOrder, createOrder } from '@/api/orders.writes.ts';
import { claim } from '@/api/positions.writes.ts';
import { craftDeposit } from '@/api/triggers.writes.ts';
import { setConfig } from '@/config.ts';
import { vaultAccounts } from './addresses.ts';
import { cancelIntent } from './cancel-intent.ts';
import { claimIntent, claimParlay } from './claim-intent.ts';
import { depositIntent, type TriggerOrderTerms } from './deposit-intent.ts';
import {
  type Deriver,
  derivedBuy,
  derivedCancel,
  derivedClaim,
  derivedDeposit,
  derivedSale,
  derivedSwap,
  loadDeriver,
  orderDigest,
} from './derived.ts';
import {
  answerTo,
  buying,
  CANCEL,
  CHAIN,
  CLAIM,
  ESCROW,
  MARKET,
  ORDER,
  OWNER,
  POSITION,
  paperConfig,
  STRANGER,
  selling,
  subject,
} from './fixtures.ts';
import { orderIntent } from './order-intent.ts';
import { swapIntent } from './swap-intent.ts';
import { type OrderTerms, orderTerms, saleTerms } from './terms.ts';

vi.mock('@/api/orders.writes.ts');
vi.mock('@/api/positions.writes.ts');
vi.mock('@/api/triggers.writes.ts');

const key = () => Keypair.generate().publicKey.toBase58();
const PAPER = paperConfig(key);
const { usdc } = PAPER.mints;
const labels = { title: 'An order' };
const txMeta = { blockhash: '', lastValidBlockHeight: 1 };

let deriver: Deriver;
beforeEach(async () => {
  setConfig(PAPER);
  const loaded = await loadDeriver();
  if (!loaded) throw new Error('a paper exchange says what transactions follow from');
  deriver = loaded;
});

it('nothing is derived on a live platform, nor where an address is not configured', async () => {
  setConfig({ ...PAPER, chain: null });
  expect(await loadDeriver()).toBeNull();
  for (const name of CHAIN) {
    setConfig({ ...PAPER, chain: { ...PAPER.chain, [name]: null } as never });
    expect(await loadDeriver(), name).toBeNull();
  }
  setConfig({ ...PAPER, mode: 'live' });
  expect(await loadDeriver()).toBeNull();
});

describe('cancelling', () => {
  const accounts = {
    owner: OWNER,
    authority: STRANGER,
    vault: STRANGER,
    marketId: MARKET,
    position: POSITION,
    order: ORDER,
    orderAta: STRANGER,
    ownerTokenAccount: STRANGER,
    settlementMint: usdc,
  };
  beforeEach(() => {
    vi.mocked(closeOrder).mockResolvedValue({
      transaction: 't',
      orderPubkey: ORDER,
      accounts,
      txMeta,
    } as unknown as CloseOrderAnswer);
  });

  it('brings back what the chain says is in the escrow, and says so', async () => {
    const escrow = vi.fn(async () => tokenAmount(6_500_000n));
    const intent = cancelIntent(CANCEL, labels, { escrow });
    const { built, review } = await intent.build();
    expect(escrow).toHaveBeenCalledExactlyOnceWith(STRANGER);
    expect(review).toEqual({ verdict: 'as-shown' });
    expect(built).toMatchObject({
      transaction: 't',
      orderPubkey: null,
      expectation: { owner: OWNER, receives: [{ mint: usdc, amount: 6_500_000n }] },
    });
    expect(built.derived).toEqual(derivedCancel(deriver, CANCEL, { mint: usdc, amount: 6_500_000n }));
    expect(intent.describe(null)).toBe('$6.50 returned');
  });

  it('of a sale brings nothing back', async () => {
    const sale = { ...CANCEL, isBuy: false, deposit: null };
    const intent = cancelIntent(sale, labels, { escrow: async () => tokenAmount(0n) });
    const { built } = await intent.build();
    expect(built.derived).toEqual(derivedCancel(deriver, sale, null));
    expect(intent.describe(null)).toBe('Order cancelled');
  });

  it('is not built where the chain does not say, and is told as what it is where there is none', async () => {
    const escrow = () => Promise.reject(new TypeError('network'));
    await expect(cancelIntent(CANCEL, labels, { escrow }).build()).rejects.toMatchObject({
      kind: 'offline',
    });
    const blind = cancelIntent(CANCEL, labels, { escrow: async () => null });
    expect((await blind.build()).built.expectation.receives).toEqual([]);
    expect(blind.describe(null)).toBe('Order cancelled');
  });
});

describe('claiming', () => {
  const paying = (payout: bigint, position = POSITION) =>
    vi.mocked(claim).mockResolvedValue({
      transaction: 't',
      position: {
        positionPubkey: position,
        marketPubkey: 'm',
        ownerPubkey: OWNER,
        isYes: true,
        contractsMicro: CLAIM.contracts,
        payoutAmountUsd: microUsd(payout),
      },
    } as unknown as Answer<'claimPosition'>);

  it('expects what the service says it pays, and is held to what was shown', async () => {
    paying(120_500_000n);
    const { built, review } = await claimIntent(CLAIM, labels).build();
    expect(review).toEqual({ verdict: 'as-shown' });
    expect(built.expectation).toMatchObject({
      owner: OWNER,
      receives: [{ mint: usdc, amount: 120_500_000n }],
    });
    expect(built.derived).toEqual(
      derivedClaim(deriver, { owner: OWNER, position: POSITION, mint: usdc, payout: 120_500_000n }),
    );
    expect(claimIntent(CLAIM, labels).describe(null)).toBe('$120.50 claimed');
    paying(120_499_999n);
    expect((await claimIntent(CLAIM, labels).build()).review.verdict).toBe('refuse');
  });

  it('tells what was paid, where that is more than was shown and its owner takes it', async () => {
    const parlay = claimParlay(PAPER.mints, { payoutUsd: '120.5' }, POSITION, OWNER);
    for (const intent of [claimIntent(CLAIM, labels), parlay]) {
      paying(130_500_000n);
      expect((await intent.build()).review.verdict).toBe('ask');
      expect(intent.describe(null)).toBe('$130.50 claimed');
    }
  });

  it('of a parlay comes in stablecoin, and is refused where its slip cannot be read', async () => {
    paying(304_000_000n);
    const parlay = claimParlay(PAPER.mints, { payoutUsd: '304' }, POSITION, OWNER);
    const { built, review } = await parlay.build();
    expect([parlay.title, parlay.describe(null), review.verdict]).toEqual([
      'Claim $304.00 · Parlay',
      '$304.00 claimed',
      'as-shown',
    ]);
    expect(built.expectation.receives).toMatchObject([
      { mint: PAPER.mints.stablecoin, amount: 304_000_000n },
    ]);
    const unread = claimParlay(PAPER.mints, { payoutUsd: 'much' }, POSITION, OWNER);
    expect((await unread.build()).review.verdict).toBe('refuse');
  });
});

describe('trading', () => {
  const purchase = orderTerms(buying(), subject, { mint: usdc, byQuantity: false }) as OrderTerms;
  const sale = saleTerms(selling(), subject, usdc);
  const given = (terms: OrderTerms, change: Partial<ReturnType<typeof answerTo>> = {}) => {
    const order = answerTo(terms, change);
    vi.mocked(createOrder).mockResolvedValue({
      transaction: 't',
      txMeta,
      order,
      externalOrderId: 'ext-1',
      requiredSigners: [OWNER],
    } as unknown as Answer<'createOrder'>);
    return order;
  };
  const shown = { owner: OWNER, marketId: MARKET, isYes: true, mint: usdc };

  it('buys and sells what follows from the terms, at the limit of the answer', async () => {
    given(purchase);
    const bought = await orderIntent(purchase, labels).build();
    const buy = { externalOrderId: 'ext-1', limit: purchase.cap };
    expect(bought.review).toEqual({ verdict: 'as-shown' });
    expect(bought.built).toMatchObject({
      orderPubkey: ORDER,
      expectation: { owner: OWNER, pays: [{ mint: usdc, amount: 50_000_000n, destination: ESCROW }] },
    });
    expect(bought.built.derived).toEqual(derivedBuy(deriver, { ...shown, deposit: 50_000_000n }, buy));
    given(sale);
    const sold = await orderIntent(sale, labels).build();
    const sell = { externalOrderId: 'ext-1', limit: sale.cap };
    expect(sold.built.derived).toEqual(derivedSale(deriver, { ...shown, contracts: sale.contracts }, sell));
  });

  it.each([{ externalOrderId: null }, { maxBuyPriceUsd: null }])(
    'derives nothing from an answer without %o',
    async (change) => {
      given(purchase, change);
      expect((await orderIntent(purchase, labels).build()).built.derived).toBeNull();
    },
  );

  it('swaps in the figures of the answer, for the token of the market alone', async () => {
    const terms = { order: purchase, outcomeMint: STRANGER, usdc, takers: { cost: OWNER, fees: OWNER } };
    const order = given(purchase, { orderPubkey: null, orderAtaPubkey: null });
    const words = { ...labels, what: 'Up' };
    const intent = swapIntent(terms, words, () => undefined);
    const { built, review } = await intent.build();
    expect(review).toEqual({ verdict: 'as-shown' });
    expect(built.orderPubkey).toBeNull();
    expect(built.expectation.receives).toMatchObject([{ mint: STRANGER, amount: order.contractsMicro }]);
    expect(built.derived).toEqual(
      derivedSwap(
        deriver,
        { owner: OWNER, marketId: MARKET, mint: usdc, isBuy: true },
        {
          externalOrderId: 'ext-1',
          limit: purchase.cap,
          contracts: order.contractsMicro,
          notional: order.orderCostUsd,
          fee: order.estimatedTotalFeeUsd,
        },
      ),
    );
    expect(intent.describe(null)).toMatch(/^Bought \d+\.\d\d Up @ 6\d/);
    const bid = given(sale, { orderPubkey: null, orderAtaPubkey: null });
    const sold = await swapIntent({ ...terms, order: sale }, words, () => undefined).build();
    expect(sold.built.derived).toEqual(
      derivedSwap(
        deriver,
        { owner: OWNER, marketId: MARKET, mint: usdc, isBuy: false },
        {
          externalOrderId: 'ext-1',
          limit: sale.cap,
          contracts: bid.contractsMicro,
          notional: bid.orderCostUsd,
          fee: bid.estimatedTotalFeeUsd,
        },
      ),
    );
    for (const change of [{ externalOrderId: null }, { minSellPriceUsd: null }]) {
      given(sale, { orderPubkey: null, orderAtaPubkey: null, ...change });
      const unnamed = await swapIntent({ ...terms, order: sale }, words, () => undefined).build();
      expect(unnamed.built.derived).toBeNull();
    }
    const told = vi.fn();
    await expect(swapIntent({ ...terms, outcomeMint: null }, words, told).build()).rejects.toThrow(/no swap/);
    expect(told).toHaveBeenCalledOnce();
  });

  it.each(['paper', 'live'] as const)('swaps no money as the token of an outcome (%s)', async (mode) => {
    setConfig({ ...PAPER, mode });
    given(sale, { orderPubkey: null, orderAtaPubkey: null });
    for (const outcomeMint of Object.values(PAPER.mints)) {
      const terms = { order: sale, outcomeMint, usdc, takers: { cost: OWNER, fees: OWNER } };
      const intent = swapIntent(terms, { ...labels, what: 'Up' }, () => undefined);
      await expect(intent.build()).rejects.toThrow(/names money/);
    }
  });
});

describe('a deposit for a trigger order', () => {
  const vault = { vaultPubkey: POSITION };
  const deposit = { owner: OWNER, mint: usdc, decimals: 6, amount: tokenAmount(5n), isNative: false };
  const order = {
    orderType: 'single',
    inputMint: usdc,
    inputAmount: '5',
    outputMint: ESCROW,
  } as unknown as TriggerOrderTerms;
  const intentOf = (change: Partial<TriggerOrderTerms> = {}) =>
    depositIntent({ deposit, order: { ...order, ...change }, vault }, labels, () => undefined);
  const crafted = (inputTokenAccount: string | null, change: Partial<Answer<'craftDeposit'>> = {}) =>
    vi.mocked(craftDeposit).mockResolvedValue({
      transaction: 't',
      requestId: 'r',
      receiverAddress: POSITION,
      mint: usdc,
      amount: tokenAmount(5n),
      tokenDecimals: 6,
      inputTokenAccount,
      outputTokenAccount: null,
      ...change,
    } as Answer<'craftDeposit'>);
  beforeEach(() => setConfig({ ...PAPER, mode: 'live' }));

  it('goes to the account that the answer names among those of the vault, else to the usual one', async () => {
    const [usual, other] = await vaultAccounts({ ...deposit, vault: POSITION });
    for (const [named, paid] of [
      [other, other],
      [null, usual],
    ] as const) {
      crafted(named ?? null);
      const { built, review } = await intentOf().build();
      expect(review).toEqual({ verdict: 'as-shown' });
      expect(built.expectation.pays).toEqual([{ mint: usdc, amount: 5n, destination: paid }]);
      // What a live platform writes into its memos is its own.
      expect(built.expectation.memoIncludes).toBeNull();
      expect(vi.mocked(craftDeposit).mock.lastCall?.[0]).toEqual({
        inputMint: usdc,
        outputMint: ESCROW,
        userAddress: OWNER,
        amount: '5',
        orderType: 'price',
        orderSubType: 'single',
      });
      expect(built.via).toEqual({
        to: 'trigger-order',
        order: { ...order, userPubkey: OWNER, depositRequestId: 'r' },
      });
    }
    crafted(STRANGER);
    expect((await intentOf().build()).review.verdict).toBe('refuse');
  });

  it('of SOL goes to the vault itself, whatever account the answer names', async () => {
    const sol = { ...deposit, mint: PAPER.mints.sol, decimals: 9, isNative: true };
    const [, wrapped] = await vaultAccounts({ ...sol, vault: POSITION });
    const terms = { ...order, inputMint: sol.mint };
    crafted(wrapped ?? null, { mint: sol.mint, tokenDecimals: 9 });
    const intent = depositIntent({ deposit: sol, order: terms, vault }, labels, () => undefined);
    const { built } = await intent.build();
    expect(built.expectation).toMatchObject({ pays: [], entryFees: { count: 1, each: 5n, to: POSITION } });
  });

  const moving = (data: number[]): string => {
    const meta = (pubkey: string) => ({ pubkey: new PublicKey(pubkey), isSigner: false, isWritable: true });
    const transfer = new TransactionInstruction({
      programId: new PublicKey(PROGRAMS.token),
      keys: [ESCROW, STRANGER, POSITION, OWNER].map(meta),
      data: Buffer.from(data),
    });
    const message = new TransactionMessage({
      payerKey: new PublicKey(OWNER),
      recentBlockhash: OWNER,
      instructions: [transfer],
    }).compileToV0Message();
    return Buffer.from(new VersionedTransaction(message).serialize()).toString('base64');
  };
  // TransferChecked of 5 units, of a mint with 6 decimals; the same without them; and the old transfer, which has none.
  const checked = moving([12, 5, 0, 0, 0, 0, 0, 0, 0, 6]);
  const cut = moving([12, 5, 0, 0, 0, 0, 0, 0, 0]);
  const plain = moving([3, 5, 0, 0, 0, 0, 0, 0, 0]);

  it('of a token that the chain has in other decimals than shown is refused: it would be another amount', async () => {
    setConfig({ ...PAPER, mode: 'live', rpc: false });
    const judged = async (decimals: number, transaction = checked, mint: Pubkey = STRANGER) => {
      crafted(null, { transaction, mint, tokenDecimals: decimals });
      const shown = { ...deposit, mint, decimals };
      const of = { deposit: shown, order: { ...order, inputMint: mint }, vault };
      return (await depositIntent(of, labels, () => undefined).build()).review.verdict;
    };
    expect([await judged(6), await judged(9)]).toEqual(['as-shown', 'refuse']);
    for (const mint of [PAPER.mints.sol, usdc]) {
      const known = mint === usdc ? 6 : 9;
      expect([await judged(known, plain, mint), await judged(7, plain, mint)]).toEqual([
        'as-shown',
        'refuse',
      ]);
    }
    // Where neither it nor a node says what they are, it is for the user to decide.
    for (const silent of [plain, cut]) {
      expect([await judged(6, silent), await judged(9, silent), await judged(0, silent)]).toEqual([
        'ask',
        'ask',
        'ask',
      ]);
    }
  });

  it('is about its token, by which nothing more is placed before its end is known', () => {
    expect(intentOf({ triggerMint: ESCROW }).about).toBe(ESCROW);
  });

  it('is bound to its very order on paper, by a digest of the terms and by its request', async () => {
    setConfig(PAPER);
    const sol = { ...deposit, mint: PAPER.mints.sol, decimals: 9, isNative: true };
    const terms: TriggerOrderTerms = {
      orderType: 'single',
      inputMint: sol.mint,
      inputAmount: '5',
      outputMint: usdc,
      triggerMint: sol.mint,
      expiresAt: 2_000_000_000_000,
      triggerCondition: 'above',
      triggerPriceUsd: 100,
    };
    const intentFor = (change: Partial<TriggerOrderTerms> = {}) =>
      depositIntent({ deposit: sol, order: { ...terms, ...change }, vault }, labels, () => undefined);
    crafted(null, { mint: sol.mint, tokenDecimals: 9 });
    const { built, review } = await intentFor().build();
    expect(review).toEqual({ verdict: 'as-shown' });
    const digest = orderDigest(deriver, { ...terms, userPubkey: OWNER });
    expect(vi.mocked(craftDeposit).mock.lastCall?.[0]).toMatchObject({ orderDigest: digest });
    expect(built.expectation).toMatchObject({
      memoIncludes: 'r',
      entryFees: { count: 1, each: 5n, to: POSITION },
    });
    const shown = { owner: OWNER, mint: sol.mint, amount: 5n, outputMint: usdc, digest };
    expect(built.derived).not.toBeNull();
    expect(built.derived).toEqual(derivedDeposit(deriver, shown, 'r', () => null));
    const other = await intentFor({ triggerPriceUsd: 101 }).build();
    expect(other.built.derived).not.toEqual(built.derived);
  });

  it.each([{ inputMint: ESCROW }, { inputAmount: '6' }])(
    'is of the mint and the amount of its order: not %o',
    async (change) => {
      crafted(null);
      expect((await intentOf(change as Partial<TriggerOrderTerms>).build()).review.verdict).toBe('refuse');
    },
  );
});
