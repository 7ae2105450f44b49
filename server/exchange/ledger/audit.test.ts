import fc from 'fast-check';
import { expect, it } from 'vitest';
import { auditMints } from './audit.ts';
import { STABLECOIN, USDC } from './mints.ts';
import { addServiceSignatures, addSignatures } from './signers.ts';
import { auditLedger, createTestLedger } from './testing/ledger.ts';
import { buyTerms, testOrder } from './testing/terms.ts';
import { buildOwnerTransaction } from './transactions/owner-transactions.ts';
import {
  buildFailOrder,
  buildFillBuy,
  buildFillSell,
  buildPayout,
} from './transactions/settlement-transactions.ts';

const amount = fc.bigInt({ min: 1n, max: 4_000_000_000n });
const step = fc.oneof(
  fc.record({ kind: fc.constant('fill' as const), amount, parts: fc.tuple(fc.nat(100), fc.nat(100)) }),
  fc.record({ kind: fc.constant('fail' as const), amount }),
  fc.record({ kind: fc.constant('open' as const), amount }),
  fc.record({ kind: fc.constant('sell' as const), amount }),
  fc.record({ kind: fc.constant('payout' as const), amount }),
);

it('conserves every mint to the unit, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const { ledger, keys, wallet } = createTestLedger();
      const open = new Set<string>();
      let expectedEscrow = 0n;
      for (const [index, one] of steps.entries()) {
        const nonce = BigInt(index + 1);
        const name = testOrder(keys, nonce);
        const order = name.pubkey;
        const common = {
          owner: wallet.address,
          mint: USDC,
          order,
          rentReceiver: wallet.address,
          memo: `step:${index}`,
          blockhash: ledger.latestBlockhash().blockhash,
        };
        if (one.kind === 'sell') {
          const sale = buildFillSell(keys, { ...common, proceeds: one.amount, fee: 1n });
          ledger.execute(addServiceSignatures(sale, keys));
          continue;
        }
        if (one.kind === 'payout') {
          ledger.execute(addServiceSignatures(buildPayout(keys, { ...common, amount: one.amount }), keys));
          continue;
        }
        const terms = buyTerms({ owner: wallet.address }, name, one.amount);
        const create = buildOwnerTransaction(keys, terms, common.blockhash);
        const created = ledger.execute(addSignatures(addServiceSignatures(create, keys), [wallet]));
        if (!created.ok) continue;
        if (one.kind === 'open') {
          open.add(order);
          expectedEscrow += one.amount;
          continue;
        }
        if (one.kind === 'fail') {
          const fail = buildFailOrder(keys, { ...common, amount: one.amount, memo: `fail:${index}` });
          expect(ledger.execute(addServiceSignatures(fail, keys, name)).ok).toBe(true);
          continue;
        }
        const cost = (one.amount * BigInt(one.parts[0])) / 200n;
        const fee = (one.amount * BigInt(one.parts[1])) / 200n;
        const refund = one.amount - cost - fee;
        const fill = buildFillBuy(keys, { ...common, cost, fee, refund, memo: `fill:${index}` });
        expect(ledger.execute(addServiceSignatures(fill, keys, name)).ok).toBe(true);
      }
      const { mints, ok } = auditLedger(ledger, keys, {
        mints: [USDC.address, STABLECOIN.address],
        isEscrowOwner: (owner) => open.has(owner),
      });
      expect(ok).toBe(true);
      expect(mints[0]?.escrows).toBe(expectedEscrow);
    }),
    { numRuns: 15 },
  );
});

it('finds what is held nowhere, and what is held of a mint that was never issued', () => {
  const places = (['wallets', 'escrows', 'vaults', 'fees'] as const).map((place, at) => ({
    ...{ mint: 'whole', place },
    amount: 10n ** BigInt(at),
  }));
  const lost = { mint: 'lost', place: 'wallets' as const, amount: 3n };
  const made = { mint: 'made up', place: 'fees' as const, amount: 1n };
  const issued = new Map([
    ['whole', 1_111n],
    ['lost', 5n],
  ]);
  const { mints, ok } = auditMints(issued, [...places, lost, made]);
  expect(ok).toBe(false);
  expect(mints.map(({ mint, difference }) => [mint, difference])).toEqual([
    ['whole', 0n],
    ['lost', 2n],
    ['made up', -1n],
  ]);
  expect(auditMints(new Map([['whole', 1_111n]]), places).ok).toBe(true);
});
