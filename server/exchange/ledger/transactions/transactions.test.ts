import { computeUnitLimit } from '@contract/transactions/instruction.ts';
import { memoText } from '@contract/transactions/terms.ts';
import { TransactionInstruction, TransactionMessage } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { associatedTokenAddress, keyOf } from '../addresses.ts';
import { MAX_TRANSACTION_BYTES } from '../decode-signed.ts';
import { derive } from '../derive.ts';
import { transactionBytes } from '../message-bytes.ts';
import { STABLECOIN, USDC } from '../mints.ts';
import { addServiceSignatures, addSignatures, missingSigners } from '../signers.ts';
import { auditLedger, createTestLedger, createTestWallet, landed } from '../testing/ledger.ts';
import { buyTerms, cancelTerms, claimTerms, sellTerms, testOrder } from '../testing/terms.ts';
import { compileTransaction } from './compile.ts';
import { buildOwnerTransaction } from './owner-transactions.ts';
import { ensureTokenAccount, MAX_MEMO_BYTES, memoInstruction, moveTokens } from './parts.ts';
import {
  buildFailOrder,
  buildFillBuy,
  buildFillSell,
  buildPayout,
  buildServiceMemo,
} from './settlement-transactions.ts';

const DEPOSIT = 50_000_000n;
const START = 10_000_000_000n;

/** A world with one order whose escrow is filled. */
function withOrder(payer = createTestWallet()) {
  const world = createTestLedger();
  const { ledger, keys, wallet, fund } = world;
  fund(payer.address);
  const name = testOrder(keys, 7n);
  const order = keys.order(name);
  const party = { owner: wallet.address, payer: payer.address };
  const { blockhash } = ledger.latestBlockhash();
  const create = buildOwnerTransaction(keys, buyTerms(party, name, DEPOSIT), blockhash);
  const missing = missingSigners(addServiceSignatures(create, keys));
  landed(ledger.execute(addSignatures(create, [wallet, payer])));
  const usdc = (owner: string) => ledger.tokenBalance(owner, USDC.address);
  const common = () => ({ mint: USDC, blockhash: ledger.latestBlockhash().blockhash, owner: wallet.address });
  const escrow = { order: order.address, rentReceiver: payer.address };
  const audit = () =>
    auditLedger(ledger, keys, {
      mints: [USDC.address, STABLECOIN.address],
      isEscrowOwner: (owner) => owner === order.address,
    });
  return { ...world, payer, name, order, usdc, common, escrow, missing, audit };
}

describe('orders', () => {
  it('moves exactly the deposit into the escrow, the payer carrying fee and rent', () => {
    const { usdc, wallet, order, missing, payer, ledger, audit } = withOrder();
    expect(missing).toEqual([payer.address, wallet.address]);
    expect(usdc(wallet.address)).toBe(START - DEPOSIT);
    expect(usdc(order.address)).toBe(DEPOSIT);
    expect(ledger.lamports(wallet.address)).toBe(10_000_000_000n);
    const [usdcAudit] = audit().mints;
    expect(usdcAudit).toMatchObject({ escrows: DEPOSIT, difference: 0n });
  });

  it('records a sale without moving anything', () => {
    const { ledger, keys, wallet, usdc } = withOrder();
    const terms = sellTerms({ owner: wallet.address }, testOrder(keys, 8n));
    const tx = buildOwnerTransaction(keys, terms, ledger.latestBlockhash().blockhash);
    const { meta } = landed(ledger.execute(addSignatures(addServiceSignatures(tx, keys), [wallet])));
    expect(meta.logs.join('\n')).toContain(memoText(terms, derive));
    expect(usdc(wallet.address)).toBe(START - DEPOSIT);
  });

  it('closes: everything back, and the rent to whoever paid it', () => {
    const { ledger, keys, wallet, usdc, name, order, payer } = withOrder();
    const rentPayer = ledger.lamports(payer.address);
    const terms = cancelTerms({ owner: wallet.address }, name, DEPOSIT, payer.address);
    const tx = buildOwnerTransaction(keys, terms, ledger.latestBlockhash().blockhash);
    addServiceSignatures(tx, keys, name);
    expect(missingSigners(tx)).toEqual([wallet.address]);
    landed(ledger.execute(addSignatures(tx, [wallet])));
    expect(usdc(wallet.address)).toBe(START);
    expect(usdc(order.address)).toBeNull();
    expect(ledger.lamports(payer.address)).toBe(rentPayer + ledger.rentExemption(165));
  });

  it('cannot be closed without the order key', () => {
    const { ledger, keys, wallet, name, payer } = withOrder();
    const terms = cancelTerms({ owner: wallet.address }, name, DEPOSIT, payer.address);
    const tx = buildOwnerTransaction(keys, terms, ledger.latestBlockhash().blockhash);
    addSignatures(addServiceSignatures(tx, keys), [wallet]);
    expect(ledger.execute(tx)).toMatchObject({ ok: false, err: 'SignatureFailure' });
  });
});

it('builds nothing in the name of the exchange’s own addresses', () => {
  const { ledger, keys, wallet } = createTestLedger();
  const { blockhash } = ledger.latestBlockhash();
  for (const { address } of keys.standing) {
    for (const names of [
      { owner: address, payer: wallet.address },
      { owner: wallet.address, payer: address },
    ]) {
      const order = testOrder(keys, 1n);
      for (const terms of [
        buyTerms(names, order),
        sellTerms(names, order),
        cancelTerms(names, order, 5n),
        claimTerms(names, 5n),
      ]) {
        expect(() => buildOwnerTransaction(keys, terms, blockhash)).toThrow(RangeError);
      }
    }
  }
});

describe('settlement', () => {
  it.each([
    { cost: 48_000_000n, fee: 1_000_000n, refund: 1_000_000n },
    { cost: 50_000_000n, fee: 0n, refund: 0n },
    { cost: 49_000_000n, fee: 1_000_000n, refund: 0n },
  ])('fills a purchase: $cost cost, $fee fee, $refund back', ({ cost, fee, refund }) => {
    const { ledger, keys, wallet, usdc, common, escrow, order, name, payer, audit } = withOrder();
    const vault = usdc(keys.vault.address) ?? 0n;
    const rentPayer = ledger.lamports(payer.address);
    const tx = buildFillBuy(keys, { ...common(), ...escrow, cost, fee, refund, memo: 'order:7:fill' });
    landed(ledger.execute(addServiceSignatures(tx, keys, name)));
    expect(usdc(keys.vault.address)).toBe(vault + cost);
    expect(usdc(keys.fees.address)).toBe(fee);
    expect(usdc(wallet.address)).toBe(START - DEPOSIT + refund);
    expect(usdc(order.address)).toBeNull();
    expect(ledger.lamports(payer.address)).toBe(rentPayer + ledger.rentExemption(165));
    expect(audit().ok).toBe(true);
  });

  it('refuses a fill that does not spend the whole escrow', () => {
    const { ledger, keys, usdc, common, escrow, order, name } = withOrder();
    const tx = buildFillBuy(keys, { ...common(), ...escrow, cost: 1n, fee: 0n, refund: 0n, memo: 'x' });
    expect(ledger.execute(addServiceSignatures(tx, keys, name))).toMatchObject({ ok: false });
    expect(usdc(order.address)).toBe(DEPOSIT);
  });

  it('fails an order: everything back at the exchange’s expense', () => {
    const { ledger, keys, wallet, usdc, common, escrow, name } = withOrder();
    const tx = buildFailOrder(keys, { ...common(), ...escrow, amount: DEPOSIT, memo: 'order:7:fail' });
    landed(ledger.execute(addServiceSignatures(tx, keys, name)));
    expect(usdc(wallet.address)).toBe(START);
  });

  it('pays a sale, a claim and an unclaimed position out of the vault', () => {
    const { ledger, keys, wallet, usdc, common, audit } = withOrder();
    const before = usdc(wallet.address) ?? 0n;
    const sale = buildFillSell(keys, {
      ...common(),
      proceeds: 3_000_000n,
      fee: 20_000n,
      memo: 'order:9:fill',
    });
    landed(ledger.execute(addServiceSignatures(sale, keys)));
    const { blockhash } = ledger.latestBlockhash();
    const claim = buildOwnerTransaction(keys, claimTerms({ owner: wallet.address }, 4_000_000n), blockhash);
    addServiceSignatures(claim, keys);
    expect(missingSigners(claim)).toEqual([wallet.address]);
    landed(ledger.execute(addSignatures(claim, [wallet])));
    const payout = buildPayout(keys, { ...common(), amount: 5_000_000n, memo: 'payout:1' });
    landed(ledger.execute(addServiceSignatures(payout, keys)));
    expect(usdc(wallet.address)).toBe(before + 12_000_000n);
    expect(usdc(keys.fees.address)).toBe(20_000n);
    expect(audit().ok).toBe(true);
  });

  it('pays a wallet that has no token account yet', () => {
    const { ledger, keys, common, usdc } = withOrder();
    const owner = createTestWallet().address;
    const payout = buildPayout(keys, { ...common(), owner, amount: 1n, memo: 'payout:2' });
    landed(ledger.execute(addServiceSignatures(payout, keys)));
    expect(usdc(owner)).toBe(1n);
  });

  it('records what moves no money', () => {
    const { ledger, keys } = withOrder();
    const { blockhash } = ledger.latestBlockhash();
    const tx = addServiceSignatures(buildServiceMemo(keys, { memo: 'order:8:fail', blockhash }), keys);
    expect(landed(ledger.execute(tx)).meta.tokenBalances).toEqual([]);
  });
});

describe('faucet', () => {
  it('gives tokens and SOL', () => {
    const { ledger, wallet } = createTestLedger();
    expect(ledger.tokenBalance(wallet.address, USDC.address)).toBe(START);
    expect(ledger.tokenBalance(wallet.address, STABLECOIN.address)).toBe(START);
    expect(ledger.lamports(wallet.address)).toBe(10_000_000_000n);
  });
});

describe('compilation', () => {
  it('gives the same message as web3.js', () => {
    const [payer, owner, order] = [createTestWallet(), createTestWallet(), createTestWallet()];
    const blockhash = createTestWallet().address;
    const instructions = [
      computeUnitLimit(5),
      ensureTokenAccount(payer.address, order.address, USDC),
      moveTokens(owner.address, order.address, USDC, 5n),
      memoInstruction('hello', [owner.address, order.address]),
    ];
    const ours = compileTransaction(payer.address, blockhash, instructions).message.serialize();
    const theirs = new TransactionMessage({
      payerKey: keyOf(payer.address),
      recentBlockhash: blockhash,
      instructions: instructions.map(
        ({ program, accounts, data }) =>
          new TransactionInstruction({
            programId: keyOf(program),
            keys: accounts.map(({ address, ...role }) => ({ pubkey: keyOf(address), ...role })),
            data: Buffer.from(data),
          }),
      ),
    }).compileToV0Message();
    expect(ours).toEqual(theirs.serialize());
  });

  it('fits in one packet with a payer of its own', () => {
    const world = createTestLedger();
    const wallets = [createTestWallet(), createTestWallet()] as const;
    const party = { owner: wallets[0].address, payer: wallets[1].address };
    const terms = cancelTerms(party, testOrder(world.keys, 1n), DEPOSIT);
    const tx = buildOwnerTransaction(world.keys, terms, world.ledger.latestBlockhash().blockhash);
    expect(transactionBytes(tx).length).toBeLessThanOrEqual(MAX_TRANSACTION_BYTES);
    expect(() => memoInstruction('m'.repeat(MAX_MEMO_BYTES + 1), [])).toThrow(RangeError);
    expect(associatedTokenAddress(wallets[0].address, USDC.address)).not.toBe(wallets[0].address);
  });
});
