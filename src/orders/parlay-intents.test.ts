import type { MarketId } from '@contract/ids.ts';
import { microUsd } from '@contract/money.ts';
import { PARLAY_STAKE } from '@contract/prediction/parlay-limits.ts';
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
import { createParlays, prepareFreeParlays } from '@/api/parlays.writes.ts';
import { setConfig } from '@/config.ts';
import { stakeAccount } from './addresses.ts';
import { type Deriver, derivedFreeParlays, derivedParlay, loadDeriver } from './derived.ts';
import { OWNER, POSITION, paperConfig, STRANGER, USDC } from './fixtures.ts';
import { freeParlaysIntent, paidParlayIntent } from './parlay-intents.ts';
import type { BuiltItem } from './review-parlay.ts';
import type { FreeParlaysTerms, ParlayTerms } from './terms.ts';

vi.mock('@/api/parlays.writes.ts');

const key = () => Keypair.generate().publicKey.toBase58();
const PAPER = paperConfig(key);
const labels = { title: 'A parlay' };
const legs = ['a', 'b', 'c', 'd', 'e'] as unknown as MarketId[];
const terms: ParlayTerms = {
  owner: OWNER,
  mint: USDC,
  legMarketIds: legs,
  stake: microUsd(PARLAY_STAKE),
  offered: microUsd(300_000_000n),
};
const built = {
  status: 'ok' as const,
  transaction: 't',
  parlayId: `PY-${'0123456789abcdef'.repeat(2).slice(0, 29)}`,
  nonce: 7,
  positionPubkey: POSITION,
  orderPubkey: POSITION,
  ownerPubkey: OWNER,
  legMarketIds: legs,
  stakeUsd: microUsd(PARLAY_STAKE),
  payoutUsd: microUsd(300_000_000n),
  txMeta: { blockhash: '', lastValidBlockHeight: 1 },
} satisfies BuiltItem;
const answering = (...parlays: BuiltItem[]) =>
  vi.mocked(createParlays).mockResolvedValue({ parlays } as Answer<'createParlays'>);

let deriver: Deriver;
beforeEach(async () => {
  vi.mocked(createParlays).mockClear();
  setConfig(PAPER);
  const loaded = await loadDeriver();
  if (!loaded) throw new Error('nothing to derive with');
  deriver = loaded;
});

describe('a paid parlay', () => {
  const intentOf = (more: { built?: BuiltItem; now?: bigint | null } = {}) =>
    paidParlayIntent(terms, labels, {
      config: PAPER,
      ...(more.built && { built: more.built }),
      offerNow: async () => (more.now == null ? null : microUsd(more.now)),
      refusal: (code, message) => `${code}: ${message}`,
    });

  it('asks for its legs, pays its stake, and is what follows from its terms and the payout of the answer', async () => {
    answering(built);
    const made = await intentOf().build();
    expect(vi.mocked(createParlays).mock.lastCall?.[0]).toEqual({
      parlays: [{ ownerPubkey: OWNER, legMarketIds: legs, mint: USDC }],
    });
    const { parlayId, payoutUsd: payout } = built;
    expect(made.review).toEqual({ verdict: 'as-shown' });
    expect(made.built.expectation).toMatchObject({
      owner: OWNER,
      sponsor: PAPER.chain?.sponsor,
      pays: [{ mint: USDC, amount: PARLAY_STAKE, destination: await stakeAccount(PAPER, USDC) }],
      receives: [],
      memoIncludes: parlayId,
    });
    expect(made.built.derived).not.toBeNull();
    expect(made.built.derived).toEqual(derivedParlay(deriver, terms, { parlayId, nonce: 7n, payout }));
    expect(made.built.via).toMatchObject({ to: 'parlay', parlay: { parlayId, nonce: 7 } });
  });

  it('takes what was built for it once, and asks for another one after that', async () => {
    const other = { ...built, nonce: 8 };
    answering(other);
    const intent = intentOf({ built });
    expect((await intent.build()).built.via).toMatchObject({ parlay: { nonce: 7 } });
    expect(createParlays).not.toHaveBeenCalled();
    expect((await intent.build()).built.via).toMatchObject({ parlay: { nonce: 8 } });
  });

  it('derives nothing from an answer without a payout, and judges it by the one of now', async () => {
    const { payoutUsd: _, ...unsaid } = built;
    answering(unsaid);
    const fallen = await intentOf({ now: 200_000_000n }).build();
    expect(fallen.built.derived).toBeNull();
    expect(fallen.review.verdict).toBe('ask');
    expect((await intentOf({ now: 300_000_000n }).build()).review.verdict).toBe('as-shown');
    answering(built);
    setConfig({ ...PAPER, mode: 'live' });
    expect((await intentOf().build()).built.derived).toBeNull();
  });

  it('is not built where it is refused, or where nothing is said about it', async () => {
    answering({ status: 'error', code: 'LEG_CLOSED', message: 'a leg has closed' } as BuiltItem);
    await expect(intentOf().build()).rejects.toMatchObject({
      kind: 'refused',
      code: 'LEG_CLOSED',
      message: 'LEG_CLOSED: a leg has closed',
    });
    answering();
    await expect(intentOf().build()).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('free parlays', () => {
  const free: FreeParlaysTerms = {
    owner: OWNER,
    parlays: [
      { legMarketIds: legs, offered: microUsd(90_000_000n) },
      { legMarketIds: legs.toReversed(), offered: microUsd(80_000_000n) },
    ],
    fee: 1_000_000n,
    recipient: STRANGER,
  };
  const withMemo = (text: string): string => {
    const owner = new PublicKey(OWNER);
    const memo = new TransactionInstruction({
      programId: new PublicKey(PROGRAMS.memo),
      keys: [{ pubkey: owner, isSigner: true, isWritable: false }],
      data: Buffer.from(text),
    });
    const message = new TransactionMessage({ payerKey: owner, recentBlockhash: OWNER, instructions: [memo] });
    const bytes = new VersionedTransaction(message.compileToV0Message()).serialize();
    return Buffer.from(bytes).toString('base64');
  };
  const prepared = (text: string) =>
    vi.mocked(prepareFreeParlays).mockResolvedValue({
      paymentTransaction: withMemo(text),
    } as Answer<'prepareFreeParlays'>);
  const intentOf = (of = free) =>
    freeParlaysIntent(of, labels, async () => of.parlays.map(({ offered }) => offered));

  it('pay one entry each, and are told apart by the number of the answer alone', async () => {
    prepared('evenline:free-parlays:42:x');
    const { built: made, review } = await intentOf().build();
    const parlays = free.parlays.map(({ legMarketIds }) => [...legMarketIds]);
    const request = { ownerPubkey: OWNER, parlays: parlays.map((legMarketIds) => ({ legMarketIds })) };
    expect(vi.mocked(prepareFreeParlays).mock.lastCall?.[0]).toEqual(request);
    expect(review).toEqual({ verdict: 'as-shown' });
    expect(made.via).toEqual({ to: 'free-parlays', request });
    expect(made.expectation.entryFees).toEqual({ count: 2, each: 1_000_000n, to: STRANGER });
    expect(made.derived).not.toBeNull();
    expect(made.derived).toEqual(derivedFreeParlays(deriver, { ...free, parlays }, 42n));
    prepared('I owe you');
    expect((await intentOf().build()).built.derived).toBeNull();
    prepared('evenline:free-parlays:42:x');
    setConfig({ ...PAPER, mode: 'live' });
    expect((await intentOf().build()).built.derived).toBeNull();
  });

  it('are told of by how many they are', () => {
    expect(intentOf().describe(null)).toBe('All 2 placed');
    expect(intentOf({ ...free, parlays: free.parlays.slice(0, 1) }).describe(null)).toBe('Placed');
  });
});
