import { VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { associatedTokenAddress, PROGRAMS } from './addresses.ts';
import { BLOCKHASH_LIFE } from './blockhashes.ts';
import { createGenesis } from './genesis.ts';
import type { StoredAccount } from './ledger.ts';
import { createLitesvmLedger, SLOT_SECONDS } from './litesvm-ledger.ts';
import { transactionBytes } from './message-bytes.ts';
import { STABLECOIN, USDC } from './mints.ts';
import { addServiceSignatures, addSignatures } from './signers.ts';
import { createTestClock, createTestLedger, createTestWallet, landed } from './testing/ledger.ts';
import { buyTerms, testOrder } from './testing/terms.ts';
import { buildOwnerTransaction } from './transactions/owner-transactions.ts';
import { buildFailOrder } from './transactions/settlement-transactions.ts';

type World = ReturnType<typeof createTestLedger>;

function buy({ ledger, keys, wallet }: World, nonce = 1n, amount = 5_000_000n) {
  const terms = buyTerms({ owner: wallet.address }, testOrder(keys, nonce), amount);
  const tx = buildOwnerTransaction(keys, terms, ledger.latestBlockhash().blockhash);
  return addServiceSignatures(tx, keys);
}
const signedBuy = (world: World, nonce = 1n, amount = 5_000_000n) =>
  addSignatures(buy(world, nonce, amount), [world.wallet]);

const copyOf = (tx: VersionedTransaction) => VersionedTransaction.deserialize(transactionBytes(tx));

describe('genesis', () => {
  it('puts the mints at their addresses with a supply that matches the vault', () => {
    const { ledger, keys } = createTestLedger();
    for (const { address, decimals } of [USDC, STABLECOIN]) {
      expect(ledger.decimalsOf(address)).toBe(decimals);
      expect(ledger.tokenBalance(keys.vault.address, address)).toBeGreaterThan(10n ** 17n);
      expect(ledger.tokenBalance(keys.fees.address, address)).toBe(0n);
      const held = ledger.holdersOf(address).reduce((sum, { amount }) => sum + amount, 0n);
      expect(ledger.supplyOf(address)).toBe(held);
    }
  });

  it('does nothing the second time', () => {
    const { ledger, keys } = createTestLedger();
    expect(createGenesis(ledger, keys)).toEqual([]);
  });

  it('makes what it needs where a stranger has sent SOL to the address', () => {
    const clock = createTestClock();
    const ledger = createLitesvmLedger({ clock, genesisWall: clock.wall() });
    const { keys } = createTestLedger();
    const stakes = associatedTokenAddress(keys.parlays.address, STABLECOIN.address, STABLECOIN.program);
    for (const pubkey of [STABLECOIN.address, stakes]) {
      ledger.put({
        pubkey,
        lamports: 1_000_000n,
        owner: PROGRAMS.system,
        executable: false,
        rentEpoch: 0n,
        data: new Uint8Array(),
      });
    }
    createGenesis(ledger, keys);
    expect(ledger.decimalsOf(STABLECOIN.address)).toBe(STABLECOIN.decimals);
    expect(ledger.tokenAccountAmount(stakes)).toBe(0n);
  });

  it('refills a wallet of the exchange that has spent more than half of its SOL', () => {
    const { ledger, keys } = createTestLedger();
    const sponsor = ledger.account(keys.sponsor.address);
    if (!sponsor) throw new Error('there is no sponsor');
    ledger.put({ ...sponsor, lamports: sponsor.lamports / 3n });
    const changes = createGenesis(ledger, keys);
    expect(changes.map(({ pubkey }) => pubkey)).toEqual([sponsor.pubkey]);
    expect(ledger.lamports(sponsor.pubkey)).toBeGreaterThanOrEqual(sponsor.lamports);
  });
});

describe('execute', () => {
  it('changes the accounts and says how', () => {
    const world = createTestLedger();
    const { ledger, keys, wallet } = world;
    const before = ledger.tokenBalance(wallet.address, USDC.address) ?? 0n;
    const result = landed(ledger.execute(signedBuy(world)));
    expect(ledger.tokenBalance(wallet.address, USDC.address)).toBe(before - 5_000_000n);
    expect(ledger.tokenBalance(keys.orderAddress('1'), USDC.address)).toBe(5_000_000n);
    expect(result.changes.map(({ pubkey }) => pubkey).sort()).toEqual(
      [
        wallet.address,
        associatedTokenAddress(wallet.address, USDC.address),
        associatedTokenAddress(keys.orderAddress('1'), USDC.address),
      ].sort(),
    );
    for (const { pubkey, after } of result.changes) expect(ledger.account(pubkey)).toEqual(after);
    const [paid] = result.meta.preBalances;
    expect(BigInt(paid ?? 0) - ledger.lamports(wallet.address)).toBe(
      BigInt(result.meta.fee) + ledger.rentExemption(165),
    );
    expect(result.meta.tokenBalances.map(({ before: was, after }) => [was, after])).toContainEqual([
      null,
      '5000000',
    ]);
  });

  it('refuses a replay, within the process and after the signature was loaded from storage', () => {
    const world = createTestLedger();
    const tx = signedBuy(world);
    const first = landed(world.ledger.execute(tx));
    expect(world.ledger.execute(copyOf(tx))).toMatchObject({ ok: false, err: 'AlreadyProcessed' });
    expect(bs58.decode(first.signature)).toHaveLength(64);
  });

  it('refuses a replay for as long as its blockhash lives, whatever lands meanwhile', () => {
    const world = createTestLedger();
    const { ledger, clock } = world;
    const tx = signedBuy(world);
    landed(ledger.execute(tx));
    for (let nonce = 2n; nonce < 5n; nonce++) {
      clock.advance((BLOCKHASH_LIFE / 3) * SLOT_SECONDS);
      landed(ledger.execute(signedBuy(world, nonce)));
      expect(ledger.execute(copyOf(tx))).toMatchObject({ ok: false, err: 'AlreadyProcessed' });
    }
    expect(ledger.isBlockhashValid(tx.message.recentBlockhash), 'nothing else keeps it out').toBe(true);
  });

  it('takes what was signed with the last blockhash that lives, though there are newer ones', () => {
    const world = createTestLedger();
    const { ledger, clock } = world;
    const tx = signedBuy(world);
    clock.advance(BLOCKHASH_LIFE * SLOT_SECONDS + 0.01);
    expect(ledger.latestBlockhash().blockhash).not.toBe(tx.message.recentBlockhash);
    landed(ledger.execute(tx));
  });

  it('refuses a blockhash that is too old or not ours, and accepts one at the end of its life', () => {
    const world = createTestLedger();
    const tx = signedBuy(world);
    world.clock.advance(BLOCKHASH_LIFE * SLOT_SECONDS + 0.01);
    expect(world.ledger.isBlockhashValid(tx.message.recentBlockhash)).toBe(true);
    world.clock.advance(SLOT_SECONDS);
    expect(world.ledger.isBlockhashValid(tx.message.recentBlockhash)).toBe(false);
    expect(world.ledger.execute(tx)).toMatchObject({ ok: false, err: 'BlockhashNotFound' });
    const foreign = copyOf(signedBuy(world));
    foreign.message.recentBlockhash = createTestWallet().address;
    expect(world.ledger.execute(foreign)).toMatchObject({ ok: false, err: 'BlockhashNotFound' });
  });

  it('refuses half-signed, wrongly signed and tampered transactions at no cost', () => {
    const world = createTestLedger();
    const { ledger, wallet } = world;
    const lamports = ledger.lamports(wallet.address);
    expect(ledger.execute(buy(world))).toMatchObject({ ok: false, err: 'SignatureFailure' });

    const wrong = buy(world);
    wrong.signatures[0] = createTestWallet().sign(wrong.message.serialize());
    expect(ledger.execute(wrong)).toMatchObject({ ok: false, err: 'SignatureFailure' });

    const tampered = copyOf(signedBuy(world));
    const transfer = tampered.message.compiledInstructions[3];
    if (transfer !== undefined) transfer.data[1] = 99;
    expect(ledger.execute(tampered)).toMatchObject({ ok: false, err: 'SignatureFailure' });
    expect(ledger.lamports(wallet.address)).toBe(lamports);
  });

  it('names insufficient funds and takes no fee; the same signature may then succeed', () => {
    const world = createTestLedger();
    const { ledger, wallet, fund } = world;
    const tx = signedBuy(world, 1n, 15_000_000_000n);
    const lamports = ledger.lamports(wallet.address);
    expect(ledger.execute(tx)).toMatchObject({ ok: false, error: 'Insufficient funds' });
    expect(ledger.lamports(wallet.address)).toBe(lamports);
    expect(ledger.strays(), 'nor has the VM kept the fee').toEqual([]);
    world.clock.advance(SLOT_SECONDS);
    fund(wallet.address);
    expect(ledger.execute(tx).ok).toBe(true);
  });

  it('names missing SOL', () => {
    const world = createTestLedger();
    const poor = createTestWallet();
    const tx = signedBuy({ ...world, wallet: poor });
    expect(world.ledger.execute(tx)).toMatchObject({
      ok: false,
      error: 'Insufficient SOL for the network fee',
    });
  });
});

describe('rollback', () => {
  it('restores every account, newest first, and lets the same signatures land again', () => {
    const world = createTestLedger();
    const { ledger, wallet, keys } = world;
    const watched = [
      wallet.address,
      associatedTokenAddress(wallet.address, USDC.address),
      associatedTokenAddress(keys.orderAddress('1'), USDC.address),
      associatedTokenAddress(keys.orderAddress('2'), USDC.address),
    ];
    const before = watched.map((pubkey) => ledger.account(pubkey));
    const txs = [signedBuy(world, 1n), signedBuy(world, 2n)];
    const executed = txs.map((tx) => landed(ledger.execute(tx)));
    ledger.rollback(executed);
    expect(watched.map((pubkey) => ledger.account(pubkey))).toEqual(before);
    expect(ledger.tokenAccountsOf(keys.orderAddress('1'))).toEqual([]);
    const again = txs.map((tx) => landed(ledger.execute(tx)));
    expect(again.map(({ changes }) => changes)).toEqual(executed.map(({ changes }) => changes));
  });

  it('gives drained blockhashes back to the next commit', () => {
    const { ledger, clock } = createTestLedger();
    const drained = ledger.drainNewBlockhashes();
    expect(drained.length).toBeGreaterThan(0);
    expect(ledger.drainNewBlockhashes()).toEqual([]);
    ledger.requeueBlockhashes(drained);
    clock.advance(1);
    const { blockhash } = ledger.latestBlockhash();
    const again = ledger.drainNewBlockhashes();
    expect(again.slice(0, -1)).toEqual(drained);
    expect(again.at(-1)?.blockhash).toBe(blockhash);
  });
});

describe('restart', () => {
  it('stands where the stored rows left off', () => {
    const world = createTestLedger();
    const { ledger, clock, genesisWall, genesis, funded, wallet, keys } = world;
    const done = signedBuy(world, 1n);
    const executed = landed(ledger.execute(done));
    const waiting = signedBuy(world, 2n);
    const rows = new Map<string, StoredAccount>();
    for (const { pubkey, after } of [...genesis, ...funded.changes, ...executed.changes]) {
      if (after === null) rows.delete(pubkey);
      else rows.set(pubkey, after);
    }

    const restarted = createLitesvmLedger({ clock, genesisWall });
    restarted.load({
      accounts: rows.values(),
      blockhashes: ledger.drainNewBlockhashes(),
      signatures: [executed],
    });
    expect(createGenesis(restarted, keys)).toEqual([]);
    for (const pubkey of rows.keys()) expect(restarted.account(pubkey)).toEqual(ledger.account(pubkey));
    expect(restarted.holdersOf(USDC.address)).toEqual(ledger.holdersOf(USDC.address));
    expect(restarted.slot()).toBe(ledger.slot());
    expect(restarted.genesisHash).toBe(ledger.genesisHash);
    expect(restarted.execute(done)).toMatchObject({ ok: false, err: 'AlreadyProcessed' });
    landed(restarted.execute(waiting));
    expect(restarted.tokenBalance(wallet.address, USDC.address)).toBe(9_990_000_000n);
  });
});

describe('simulate', () => {
  it('shows an unsigned transaction’s accounts afterwards and changes nothing', () => {
    const world = createTestLedger();
    const { ledger, wallet } = world;
    const account = associatedTokenAddress(wallet.address, USDC.address);
    const before = ledger.account(account);
    const result = ledger.simulate(buy(world), { sigVerify: false, accounts: [account, wallet.address] });
    expect(result.err).toBeNull();
    expect(result.computeUnits).toBeGreaterThan(0);
    expect(result.accounts[0]?.data).not.toEqual(before?.data);
    expect(ledger.account(account)).toEqual(before);
    landed(ledger.execute(signedBuy(world)));
    expect(ledger.account(account)).toEqual(result.accounts[0]);
    expect(ledger.account(wallet.address)).toEqual(result.accounts[1]);
  });

  it('shows no account where the transaction closes it', () => {
    const world = createTestLedger();
    const { ledger, keys, wallet } = world;
    landed(ledger.execute(signedBuy(world)));
    const order = testOrder(keys, 1n);
    const escrow = associatedTokenAddress(order.pubkey, USDC.address);
    const refund = addServiceSignatures(
      buildFailOrder(keys, {
        ...{ owner: wallet.address, order: order.pubkey, mint: USDC, rentReceiver: wallet.address },
        ...{ amount: 5_000_000n, memo: 'fail', blockhash: ledger.latestBlockhash().blockhash },
      }),
      keys,
      order,
    );
    expect(ledger.simulate(refund, { sigVerify: true, accounts: [escrow] })).toMatchObject({
      err: null,
      accounts: [null],
    });
    expect(ledger.tokenAccountAmount(escrow)).toBe(5_000_000n);
  });

  it('checks signatures only when asked, and goes on checking them afterwards', () => {
    const world = createTestLedger();
    const tx = buy(world);
    expect(world.ledger.simulate(tx, { sigVerify: true }).err).toBe('SignatureFailure');
    expect(world.ledger.simulate(tx, { sigVerify: false }).err).toBeNull();
    expect(world.ledger.execute(tx)).toMatchObject({ ok: false, err: 'SignatureFailure' });
    const forged = addSignatures(buy(world), [world.wallet]);
    forged.signatures[0] = createTestWallet().sign(forged.message.serialize());
    expect(world.ledger.execute(forged)).toMatchObject({ ok: false, err: 'SignatureFailure' });
    expect(world.ledger.simulate(signedBuy(world), { sigVerify: true }).err).toBeNull();
  });

  it('reports an expired blockhash unless it is to be replaced', () => {
    const world = createTestLedger();
    const tx = buy(world);
    world.clock.advance((BLOCKHASH_LIFE + 2) * SLOT_SECONDS);
    expect(world.ledger.simulate(tx, { sigVerify: false }).err).toBe('BlockhashNotFound');
    expect(world.ledger.simulate(tx, { sigVerify: false, replaceBlockhash: true }).err).toBeNull();
  });

  it('reports failures in the words of the chain', () => {
    const world = createTestLedger();
    const result = world.ledger.simulate(buy(world, 1n, 10n ** 12n), {
      sigVerify: false,
      accounts: [USDC.address],
    });
    expect(result.err).toEqual({ InstructionError: [3, { Custom: 1 }] });
    expect(result).toMatchObject({ error: 'Insufficient funds', accounts: [null] });
  });
});
