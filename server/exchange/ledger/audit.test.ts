import fc from 'fast-check';
import { expect, it } from 'vitest';
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
