import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PROGRAMS } from './programs.ts';
import { canonicalTerms, memoText, type OwnerTerms, priceOrderDigest } from './terms.ts';

const derive = { digest: (text: string) => createHash('sha256').update(text).digest('base64url') };
const USDC = { address: 'usdc', decimals: 6, program: PROGRAMS.token };
const party = { owner: 'owner', payer: 'payer' };
const order = {
  ...party,
  externalOrderId: 'abc',
  marketId: 'M',
  position: 'position',
  isYes: true,
  mint: USDC,
  integrator: 'integrator',
  integratorBps: 5,
  limit: 600_000n,
};

const ALL: readonly OwnerTerms[] = [
  { intent: 'buy', ...order, order: 'order', deposit: 50n, contracts: 7n },
  { intent: 'sell', ...order, order: 'order', contracts: 12n },
  { intent: 'cancel', ...party, order: 'order', escrow: { mint: USDC, amount: 5n, rentReceiver: 'payer' } },
  { intent: 'claim', ...party, position: 'position', mint: USDC, payout: 9n },
  {
    intent: 'swap-sell',
    ...order,
    outcome: { ...USDC, address: 'up' },
    contracts: 3n,
    notional: 2n,
    fee: 1n,
  },
  {
    intent: 'parlay',
    ...party,
    parlayId: 'PY-1',
    nonce: 4n,
    position: 'position',
    legMarketIds: ['a', 'b', 'c', 'd', 'e'],
    mint: USDC,
    locked: { ...USDC, address: 'stable' },
    stake: 10n,
    payout: 90n,
  },
  { intent: 'free-parlays', owner: 'owner', nonce: 1n, parlays: [['a', 'b']], fee: 1n, recipient: 'fees' },
  {
    intent: 'deposit',
    ...party,
    requestId: 'r',
    vault: 'vault',
    mint: USDC,
    isNative: false,
    amount: 5n,
    outputMint: 'out',
    order: 'digest',
  },
  {
    intent: 'withdrawal',
    ...party,
    order: 'id',
    requestId: 'r',
    vault: 'vault',
    assets: [{ mint: USDC, isNative: false, amount: 5n }],
    rentReceiver: 'payer',
  },
];

/** Every way in which one value of the terms can be another one. */
function* changes(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield `${value}x`;
  else if (typeof value === 'bigint') yield value + 1n;
  else if (typeof value === 'number') yield value + 1;
  else if (typeof value === 'boolean') yield !value;
  else if (Array.isArray(value)) {
    yield [...value].reverse();
    yield value.slice(1);
    for (const [index, item] of value.entries()) {
      for (const other of changes(item)) yield value.with(index, other);
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      if (name === 'decimals' || name === 'program') continue;
      for (const other of changes(field)) yield { ...value, [name]: other };
    }
  }
}

describe('terms', () => {
  it.each(ALL)('$intent: no field can be another without the text being another', (terms) => {
    const text = canonicalTerms(terms);
    let seen = 0;
    for (const other of changes(terms)) {
      if (JSON.stringify(other, plainBigint) === JSON.stringify(terms, plainBigint)) continue;
      expect(canonicalTerms(other as object)).not.toBe(text);
      seen += 1;
    }
    expect(seen).toBeGreaterThan(4);
  });

  it('read the same in whatever order their fields are named', () => {
    for (const terms of ALL) {
      const turned = Object.fromEntries(Object.entries(terms).reverse());
      expect(canonicalTerms(turned)).toBe(canonicalTerms(terms));
    }
  });

  it('give memos that fit, and that name what they are about', () => {
    for (const terms of ALL) {
      const memo = memoText(terms, derive);
      expect(memo.startsWith(`evenline:${terms.intent}:`)).toBe(true);
      expect(memo.length).toBeLessThanOrEqual(180);
    }
  });

  it('of an order that waits for a price are no others', () => {
    const terms = { orderType: 'single', triggerPriceUsd: 5n, expiresAt: 1 };
    expect(priceOrderDigest({ ...terms, expiresAt: 2 }, derive)).not.toBe(priceOrderDigest(terms, derive));
  });
});

const plainBigint = (_name: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value);
