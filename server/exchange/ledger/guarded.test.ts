import { GUARD_PROGRAM } from '@contract/config.ts';
import {
  AddressLookupTableProgram,
  MessageV0,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_INSTRUCTIONS_PUBKEY,
  SystemProgram,
  type TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { associatedTokenAddress, keyOf, PROGRAMS } from './addresses.ts';
import { decodeSigned } from './decode-signed.ts';
import { hashUnderGuards } from './guarded.ts';
import { createLitesvmLedger } from './litesvm-ledger.ts';
import { USDC } from './mints.ts';
import { addServiceSignatures, addSignatures, messageHash, toBase64 } from './signers.ts';
import { guardOf, recompiled } from './testing/guards.ts';
import { auditLedger, createTestLedger, createTestWallet, landed } from './testing/ledger.ts';
import { buyTerms, testOrder } from './testing/terms.ts';
import { buildOwnerTransaction } from './transactions/owner-transactions.ts';

const ENTRY = {
  intent: 'free-parlays',
  nonce: 1n,
  parlays: [['a'], ['b']],
  fee: 1_000_000n,
} as const;

function withEntries() {
  const world = createTestLedger();
  const { keys, ledger, wallet } = world;
  const { blockhash } = ledger.latestBlockhash();
  const terms = { ...ENTRY, owner: wallet.address, recipient: keys.fees.address };
  return { ...world, built: buildOwnerTransaction(keys, terms, blockhash) };
}
const append =
  (...guards: TransactionInstruction[]) =>
  (instructions: TransactionInstruction[]) => [...instructions, ...guards];

describe('the stand-in for the program of guards', () => {
  it.each([1, 2])('lets a transaction with %i guards behind it do what it does', (count) => {
    const { built, ledger, keys, wallet } = withEntries();
    const before = ledger.lamports(keys.fees.address);
    const guards = [guardOf(wallet.address), guardOf(keys.fees.address)].slice(0, count);
    const tx = addSignatures(recompiled(built, append(...guards)), [wallet]);
    expect(ledger.simulate(tx, { sigVerify: true }).err).toBeNull();
    const { changes, meta } = landed(ledger.execute(tx));
    expect(ledger.lamports(keys.fees.address)).toBe(before + 2n * ENTRY.fee);
    expect(meta.logs.filter((line) => line === `Program ${GUARD_PROGRAM} success`)).toHaveLength(count);
    expect(changes.map(({ pubkey }) => pubkey).sort()).toEqual([wallet.address, keys.fees.address].sort());
    const ours = { mints: [USDC.address], isEscrowOwner: () => false };
    expect(auditLedger(ledger, keys, ours).ok).toBe(true);
  });

  it('is there again after a restart, from no stored account', () => {
    const { genesis, clock, genesisWall } = withEntries();
    expect(genesis.map(({ pubkey }) => pubkey)).not.toContain(GUARD_PROGRAM);
    const again = createLitesvmLedger({ clock, genesisWall });
    expect(again.account(GUARD_PROGRAM)).toMatchObject({ executable: true });
  });

  it('lets nothing move while the mint of an account that it looks at is not in memory', () => {
    const { built, ledger, keys, wallet, clock, genesisWall } = withEntries();
    const lately = createLitesvmLedger({ clock, genesisWall, complete: false });
    lately.load({ accounts: [], blockhashes: ledger.drainNewBlockhashes(), signatures: [] });
    const tokens = ledger.tokenAccountsOf(wallet.address).map(({ pubkey }) => pubkey);
    const admit = (asked: readonly string[], others: readonly string[] = []) =>
      lately.admit({ asked, accounts: [...asked, ...others].flatMap((key) => ledger.account(key) ?? []) });
    admit([wallet.address], tokens);
    admit([keys.fees.address]);
    const usdc = associatedTokenAddress(wallet.address, USDC.address);
    const tx = addSignatures(recompiled(built, append(guardOf(usdc))), [wallet]);
    const [paid, received] = [lately.lamports(wallet.address), lately.lamports(keys.fees.address)];

    expect(() => lately.execute(tx)).toThrow(`Not in memory: accounts ${USDC.address}`);
    expect(lately.lamports(wallet.address)).toBe(paid);
    expect(lately.lamports(keys.fees.address)).toBe(received);
    admit([USDC.address]);
    const { meta } = landed(lately.execute(tx));
    expect(lately.lamports(keys.fees.address)).toBe(received + 2n * ENTRY.fee);
    expect(meta.tokenBalances).toMatchObject([{ mint: USDC.address, decimals: 6 }]);
  });

  it('takes whatever it is called with', () => {
    const { built, ledger, wallet } = withEntries();
    const far = [
      SystemProgram.programId,
      SYSVAR_CLOCK_PUBKEY,
      SYSVAR_INSTRUCTIONS_PUBKEY,
      AddressLookupTableProgram.programId,
      keyOf(GUARD_PROGRAM),
      keyOf(PROGRAMS.token),
      createTestWallet().publicKey,
      wallet.publicKey,
    ];
    const keysOf = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        pubkey: far[index % far.length] ?? SYSVAR_CLOCK_PUBKEY,
        isSigner: false,
        isWritable: false,
      }));
    for (const [accounts, bytes] of [
      [0, 1],
      [8, 2],
      [100, 200],
      [255, 20],
      [5, 500],
    ] as const) {
      const guard = guardOf(wallet.address, [2, ...Array<number>(bytes).fill(bytes)]);
      guard.keys = keysOf(accounts);
      const tx = addSignatures(recompiled(built, append(guard)), [wallet]);
      const { err } = ledger.simulate(tx, { sigVerify: true });
      expect([null, 'InvalidAccountIndex', 'SanitizeFailure'], `${accounts} accounts`).toContain(err);
    }
  });
});

describe('the message under guards', () => {
  it('is the built one, however its accounts are sorted', () => {
    const { built, wallet, keys } = withEntries();
    const hash = messageHash(built);
    const guards = [guardOf(keys.vault.address), guardOf(wallet.address)];
    const tx = recompiled(built, append(...guards));
    expect(hashUnderGuards(tx)).toBe(hash);
    expect(hashUnderGuards(recompiled(built, append(guardOf(wallet.address))))).toBe(hash);

    const { message } = tx;
    const end = message.staticAccountKeys.length;
    const first = end - message.header.numReadonlyUnsignedAccounts;
    /** Read-only accounts the other way round. */
    const place = (at: number) => (at < first ? at : first + end - 1 - at);
    const sorted = new VersionedTransaction(
      new MessageV0({
        header: message.header,
        staticAccountKeys: message.staticAccountKeys.map(
          (key, at) => message.staticAccountKeys[place(at)] ?? key,
        ),
        recentBlockhash: message.recentBlockhash,
        compiledInstructions: message.compiledInstructions.map(
          ({ programIdIndex, accountKeyIndexes, data }) => ({
            programIdIndex: place(programIdIndex),
            accountKeyIndexes: accountKeyIndexes.map(place),
            data,
          }),
        ),
        addressTableLookups: [],
      }),
    );
    expect(messageHash(sorted)).not.toBe(messageHash(tx));
    expect(hashUnderGuards(sorted)).toBe(hash);
    const decoded = decodeSigned(toBase64(addSignatures(sorted, [wallet])));
    expect(decoded.ok && hashUnderGuards(decoded.tx)).toBe(hash);
  });

  const stranger = createTestWallet().address;
  type Change = (instructions: TransactionInstruction[], own: string) => TransactionInstruction[];
  it.each<[string, Change]>([
    ['no guard', (own) => own],
    ['three guards', (own, me) => [...own, guardOf(me), guardOf(me), guardOf(me)]],
    ['a guard in front', (own, me) => [guardOf(me), ...own]],
    ['a memory write', (own, me) => [...own, guardOf(me, [0, 1, 2])]],
    ['a memory close', (own, me) => [...own, guardOf(me, [1])]],
    ['an unknown kind', (own, me) => [...own, guardOf(me, [18])]],
    ['no data', (own, me) => [...own, guardOf(me, [])]],
    ['another program', (own, me) => [...own, guardOf(me, [5, 0], stranger)]],
    [
      'a writable account',
      (own) => {
        const guard = guardOf(stranger);
        return [
          ...own,
          { ...guard, keys: guard.keys.map((key) => ({ ...key, isWritable: true })) } as typeof guard,
        ];
      },
    ],
    ['another instruction gone', (own, me) => [...own.slice(0, -1), guardOf(me)]],
  ])('is not looked for under %s, or is none that was built', (_, change) => {
    const { built, wallet } = withEntries();
    expect(hashUnderGuards(recompiled(built, (own) => change(own, wallet.address)))).not.toBe(
      messageHash(built),
    );
  });

  it('is none where the exchange signs too', () => {
    const { keys, ledger, wallet } = createTestLedger();
    const terms = buyTerms({ owner: wallet.address }, testOrder(keys, 1n));
    const built = buildOwnerTransaction(keys, terms, ledger.latestBlockhash().blockhash);
    const tx = recompiled(built, append(guardOf(wallet.address)));
    expect(hashUnderGuards(addSignatures(addServiceSignatures(tx, keys), [wallet]))).toBeNull();
  });
});
