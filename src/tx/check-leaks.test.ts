import { tokenAmount } from '@contract/money.ts';
import {
  AuthorityType,
  createApproveCheckedInstruction,
  createApproveInstruction,
  createBurnCheckedInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createMintToCheckedInstruction,
  createMintToInstruction,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
  createTransferCheckedWithFeeInstruction,
  createTransferInstruction,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token';
import {
  ComputeBudgetProgram,
  Keypair,
  MessageV0,
  SystemProgram,
  type TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { parseTransaction } from './parse-transaction.ts';
import { NATIVE_PROGRAMS, SIGNATURE_PROGRAMS } from './programs.ts';
import {
  asDerived,
  ata,
  built,
  call,
  escrow,
  expectation,
  honest,
  key,
  live,
  me,
  memo,
  mint,
  nameless,
  native,
  open,
  PAID,
  paper,
  pay,
  platform,
  reasonsOf,
  service,
  sol,
  sponsor,
  stranger,
  unsent,
  venue,
  wrapped,
} from './testing-check.ts';
import type { Expectation } from './types.ts';

const shared = Keypair.generate().publicKey;
const other = ata(stranger);
const spare = Keypair.generate().publicKey;

describe('the programs of the network that no order needs', () => {
  const addresses = [...NATIVE_PROGRAMS.keys(), ...SIGNATURE_PROGRAMS.keys()];
  it.each(addresses)(
    '%s are blocked, on paper and in live, even where they are configured',
    async (program) => {
      const tx = built([pay(PAID), call(program, [1, 0], [me])]);
      const at = {
        ...platform,
        roles: { ...platform.roles, programs: new Map([[program, 'Orders']]) },
      };
      for (const found of [await paper(tx), await live(tx), await live(tx, honest(), at)]) {
        expect(found).toMatchObject({ verdict: 'differs' });
        expect(reasonsOf(found)).not.toMatch(/unknown/);
      }
    },
  );

  it('are called by what they are', async () => {
    const found = await live(
      built([pay(PAID), call('Stake11111111111111111111111111111111111111', [4], [me])]),
    );
    expect(reasonsOf(found)).toBe(
      'it calls the Stake program, which rules over staked SOL: nothing that you asked for needs it',
    );
  });

  it('may check signatures for a program of the platform, for the fee that is told', async () => {
    const at = {
      ...platform,
      roles: { ...platform.roles, programs: new Map([[key(venue), 'Orders']]) },
    };
    const check = call('Ed25519SigVerify111111111111111111111111111', [2, 0]);
    const tx = built([pay(PAID), check, call(venue, [1])]);
    const found = await live(tx, honest(), at);
    expect(found).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(found)).toMatch(/check 2 signatures \(Ed25519\), for 0\.000005 SOL each/);
    expect(await live(tx)).toMatchObject({ verdict: 'differs' });
    expect(await paper(tx)).toMatchObject({ verdict: 'differs' });
  });
});

describe('a program that is configured', () => {
  const at = { ...platform, roles: { ...platform.roles, programs: new Map([[key(venue), 'Orders']]) } };
  it('is told as the platform’s, one that is not as unknown, with its whole address', async () => {
    const tx = built([pay(PAID), call(venue, [1])]);
    expect(reasonsOf(await live(tx, honest(), at))).toMatch(
      new RegExp(
        `^it calls Orders, \\S+ \\(${key(venue)}\\), a program of this platform: .* seen in a simulation`,
      ),
    );
    expect(reasonsOf(await live(tx))).toMatch(
      new RegExp(`^it calls \\S+ \\(${key(venue)}\\), a program that this desk does not know`),
    );
    expect(await paper(tx)).toMatchObject({ verdict: 'differs' });
  });
});

describe('the owner among those who sign for a shared account', () => {
  const behind = [service.publicKey, me];
  const program = TOKEN_2022_PROGRAM_ID;
  const moves: [string, TransactionInstruction][] = [
    ['sends', createTransferInstruction(ata(shared), other, shared, 5n, behind)],
    [
      'sends the amount shown',
      createTransferCheckedInstruction(ata(shared), mint, ata(escrow), shared, PAID, 6, behind),
    ],
    ['sends your own', createTransferCheckedInstruction(ata(me), mint, ata(escrow), shared, PAID, 6, behind)],
    ['destroys', createBurnInstruction(ata(shared), mint, shared, 5n, behind)],
    ['destroys checked', createBurnCheckedInstruction(ata(shared), mint, shared, 5n, 6, behind, program)],
    ['issues', createMintToInstruction(mint, other, shared, 5n, behind)],
    ['issues checked', createMintToCheckedInstruction(mint, other, shared, 5n, 6, behind)],
    ['closes', createCloseAccountInstruction(ata(shared), me, shared, behind)],
    ['approves', createApproveInstruction(ata(shared), stranger, shared, 5n, behind)],
    ['approves checked', createApproveCheckedInstruction(ata(shared), mint, stranger, shared, 5n, 6, behind)],
    [
      'hands over',
      createSetAuthorityInstruction(ata(shared), shared, AuthorityType.AccountOwner, stranger, behind),
    ],
    [
      'sends with a fee',
      createTransferCheckedWithFeeInstruction(ata(shared), mint, other, shared, 5n, 6, 1n, behind, program),
    ],
  ];
  it.each(moves)('%s: blocked', async (_name, instruction) => {
    const tx = built([pay(PAID), instruction]);
    for (const found of [await paper(tx), await live(tx)]) {
      expect(found).toMatchObject({ verdict: 'differs' });
      expect(reasonsOf(found)).toMatch(/with your signature behind|Approve|SetAuthority|transfer fees/);
    }
  });
});

describe('what was promised at landing', () => {
  const claim: Expectation = {
    ...expectation,
    pays: [],
    receives: [{ mint: key(mint), amount: tokenAmount(PAID), destination: null }],
  };
  const paid = honest(-PAID);
  const give = (amount: bigint, from = escrow) =>
    createTransferCheckedInstruction(ata(from), mint, ata(me), from, amount, 6);
  // The escrow's owner signs by a program or by itself; here the accomplice stands for it.
  const lines: [string, TransactionInstruction[]][] = [
    ['is in no instruction', [give(0n, stranger)]],
    ['is less', [give(PAID - 1n, stranger)]],
    ['is more', [give(PAID + 1n, stranger)]],
    [
      'goes to somebody else',
      [createTransferCheckedInstruction(other, mint, ata(escrow), stranger, PAID, 6)],
    ],
    ['is the owner’s own', [createTransferCheckedInstruction(ata(me), mint, ata(me), me, PAID, 6)]],
  ];
  it.each(lines)('%s: blocked, whatever a simulation shows', async (_name, instructions) => {
    const tx = built(instructions, { expectation: claim });
    expect(await paper(tx, paid)).toMatchObject({ verdict: 'differs' });
    expect(await live(tx, paid)).toMatchObject({ verdict: 'differs' });
  });

  it('is in the instructions: one or several', async () => {
    expect(await live(built([give(PAID, stranger)], { expectation: claim }), paid)).toMatchObject({
      verdict: 'matches',
    });
    const gifts = [give(PAID - 1n, stranger), give(1n, stranger)];
    const parts = built(gifts, { expectation: claim, ...asDerived(gifts) });
    expect(await paper(parts, paid)).toMatchObject({ verdict: 'matches' });
  });

  it('stays open where a program may pay it inside itself', async () => {
    const tx = built([call(venue, [1], [ata(me)])], { expectation: claim });
    const unseen = await live(tx, paid, { ...platform, rpc: false });
    expect(reasonsOf(unseen)).toMatch(/instructions pay you nothing of the 50 USDC that you are to receive/);
    expect(await live(tx, paid)).toMatchObject({ verdict: 'unchecked' });
    expect(await live(tx, honest(0n))).toMatchObject({ verdict: 'differs' });
  });
});

const price = (microLamports: number) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
const units = (limit: number) => ComputeBudgetProgram.setComputeUnitLimit({ units: limit });

describe('small leaks', () => {
  const leaks: [string, TransactionInstruction[], RegExp][] = [
    [
      'SOL to a stranger',
      [sol(900_000, stranger)],
      /0\.0009 SOL more than shown would go to \S+ \(\w+\): .*vouches/,
    ],
    [
      'SOL to the platform',
      [sol(900_000, escrow)],
      /also sends 0\.0009 SOL to \S+ \(\w+\), an address of the platform/,
    ],
    [
      'the rent of a stranger’s account',
      [open(stranger)],
      /you pay 0\.00203928 SOL or more of rent for a token account of \S+ \(\w+\)/,
    ],
    [
      'the rent of the platform’s accounts that are not paid',
      [open(escrow, spare)],
      /rent for a token account of \S+ \(\w+\)/,
    ],
    [
      'the rent of accounts of your own that nothing needs',
      [open(me, spare)],
      /rent for a token account of yours that nothing here needs/,
    ],
    [
      'the rent of an escrow for somebody else',
      [createCloseAccountInstruction(ata(escrow), stranger, stranger)],
      /its rent, 0\.00203928 SOL or more, goes to \S+ \(\w+\), not to you/,
    ],
    ['a second memo', [memo('one'), memo('two\u202e\n')], /under one more memo: “two��”/],
    ['a memo that somebody else signs', [memo('one', me, stranger)], /its memo is signed by/],
    [
      'a signer who sends you a speck of SOL',
      [sol(1, me, stranger)],
      /is signed by \S+ \(\w+\) as well, which costs you 0\.000005 SOL/,
    ],
    [
      'a signer who sends you nothing',
      [createTransferInstruction(other, ata(me), stranger, 0n)],
      /is signed by \S+ \(\w+\) as well, which costs you 0\.000005 SOL/,
    ],
    [
      'one more signer',
      [createTransferInstruction(other, ata(escrow), stranger, 0n)],
      /is signed by \S+ \(\w+\) as well, which costs you 0\.000005 SOL/,
    ],
    ['a priority fee', [units(200_000), price(500_000)], /you pay up to 0\.0001 SOL for priority/],
  ];
  it.each(leaks)('%s: told with its amount in live, blocked on paper', async (_name, more, words) => {
    const tx = built([pay(PAID), ...more]);
    const found = await live(tx);
    expect(found).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(found)).toMatch(words);
    expect(await paper(tx)).toMatchObject({ verdict: 'differs' });
  });

  it('are none where the configuration names the escrow that is opened', async () => {
    expect(await live(built([open(escrow), pay(PAID)]))).toMatchObject({ verdict: 'matches' });
    const opening = [open(escrow), pay(PAID)];
    expect(await paper(built(opening, asDerived(opening)))).toMatchObject({ verdict: 'matches' });
    const found = await live(built([open(escrow), pay(PAID)]), honest(), nameless);
    expect(reasonsOf(found)).toMatch(/0\.00203928 SOL or more of rent/);
  });

  it('are vouched for as SOL where it goes to a wallet of the platform, not to its account of wrapped SOL', async () => {
    const [wallet, account] = [escrow, ata(escrow, native)];
    const stray = (to: typeof escrow) => live(built([pay(PAID), sol(900_000, to)]));
    expect(reasonsOf(await stray(account))).toMatch(/nobody but the service vouches for it/);
    expect(reasonsOf(await stray(wallet))).toMatch(/an address of the platform$/);
    const entering: Expectation = {
      ...expectation,
      pays: [],
      entryFees: { count: 1, each: 900_000n, to: null },
    };
    const fee = (to: typeof escrow) =>
      live(built([sol(900_000, to)], { expectation: entering }), honest(0n, 0n, 905_000));
    expect(reasonsOf(await fee(account))).toMatch(/nobody but the service vouches for it/);
    expect(await fee(wallet)).toMatchObject({ verdict: 'matches' });
  });

  it('are told as often as they are there', async () => {
    const found = await live(built([pay(PAID), sol(900_000, stranger), sol(900_000, stranger)]));
    expect(reasonsOf(found)).toMatch(/0\.0009 SOL more than shown .* \(2 times\)$/);
  });

  it('of a closed escrow go back to the owner', async () => {
    const back = built([pay(PAID), createCloseAccountInstruction(ata(escrow), me, service.publicKey)]);
    expect(await live(back)).toMatchObject({ verdict: 'matches' });
  });

  it('under a sponsor: a priority fee is told, and who pays it', async () => {
    const expected = { ...expectation, sponsor: key(sponsor.publicKey) };
    const tx = built([pay(PAID), price(500_000)], { expectation: expected }, sponsor.publicKey);
    expect(reasonsOf(await live(tx))).toMatch(/\(\w+\) pays up to 0\.0001 SOL for priority/);
    expect(await paper(tx)).toMatchObject({ verdict: 'differs' });
  });
});

describe('the message itself', () => {
  /** Changed after it was compiled, then signed by everybody but the owner. */
  const changed = (edit: (message: MessageV0) => ConstructorParameters<typeof MessageV0>[0]) => {
    const tx = parseTransaction(built([pay(PAID), memo('x', me)]).transaction);
    if (!(tx?.message instanceof MessageV0)) throw new Error('not a message of version 0');
    return unsent(new VersionedTransaction(new MessageV0(edit(tx.message))));
  };
  const shapes: [string, ReturnType<typeof changed>, RegExp, 'differs' | 'unchecked'][] = [
    [
      'a key twice',
      changed((m) => ({ ...m, staticAccountKeys: [...m.staticAccountKeys.slice(0, -1), me] })),
      /names an account twice/,
      'differs',
    ],
    [
      'a key that nothing uses',
      changed((m) => ({
        ...m,
        header: { ...m.header, numReadonlyUnsignedAccounts: m.header.numReadonlyUnsignedAccounts + 1 },
        staticAccountKeys: [...m.staticAccountKeys, stranger],
      })),
      /which none of its instructions uses/,
      'unchecked',
    ],
    [
      'an account that is not there',
      changed((m) => ({
        ...m,
        compiledInstructions: m.compiledInstructions.map((one) => ({
          ...one,
          accountKeyIndexes: [...one.accountKeyIndexes, 99],
        })),
      })),
      /uses an account that it does not name/,
      'differs',
    ],
    [
      'the wallet as a program',
      changed((m) => ({
        ...m,
        compiledInstructions: m.compiledInstructions.map((one) => ({ ...one, programIdIndex: 0 })),
      })),
      /calls a program that it does not name/,
      'differs',
    ],
  ];
  it.each(shapes)('%s', async (_name, tx, words, verdict) => {
    const found = await live(tx);
    expect(reasonsOf(found)).toMatch(words);
    expect(found).toMatchObject({ verdict });
    expect(await paper(tx)).toMatchObject({ verdict: 'differs' });
  });

  it('says who must sign, not the answer: who has not is waited for in vain', async () => {
    const hidden = Keypair.generate().publicKey;
    const tx = built([pay(PAID), memo('x', me, hidden)]);
    for (const found of [await live(tx), await paper(tx)]) {
      expect(found).toMatchObject({ verdict: 'differs' });
      expect(reasonsOf(found)).toMatch(new RegExp(`waits for a signature of \\S+ \\(${key(hidden)}\\)`));
    }
  });

  it('is signed for with signatures that are valid', async () => {
    const tx = parseTransaction(built([pay(PAID), memo('x', me, stranger)]).transaction);
    if (!tx) throw new Error('not a transaction');
    tx.signatures = tx.signatures.map((signature) => signature.map((byte) => byte ^ 1));
    const forged = { ...built([]), transaction: Buffer.from(tx.serialize()).toString('base64') };
    expect(reasonsOf(await live(forged))).toMatch(/waits for a signature/);
  });
});

describe('a priority fee', () => {
  const cases: [string, TransactionInstruction[], string][] = [
    ['of a limit', [units(300_000), price(1_000_000)], '0.0003'],
    ['without a limit counts 200,000 units an instruction', [price(1_000_000), sol(0, me)], '0.0004'],
    ['never counts more than 1,400,000 units', [units(4_000_000_000), price(500_000)], '0.0007'],
    [
      'of several limits and prices is that of the highest',
      [units(300_000), units(1), price(1_000_000), price(1)],
      '0.0003',
    ],
    ['is rounded up to the next lamport', [units(1), price(1)], '0.000000001'],
  ];
  it.each(cases)('%s', async (_name, more, amount) => {
    const found = await live(built([pay(PAID), ...more]));
    expect(found).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(found)).toContain(`you pay up to ${amount} SOL for priority`);
  });

  it('of nothing is not spoken of', async () => {
    expect(await live(built([pay(PAID), price(0)]))).toMatchObject({ verdict: 'matches' });
    expect(await paper(built([pay(PAID), price(0)]))).toMatchObject({ verdict: 'matches' });
  });

  it('is blocked above the cap of the configuration, and not below it', async () => {
    const at = (maxPriorityLamports: bigint) => ({
      ...platform,
      roles: { ...platform.roles, maxPriorityLamports },
    });
    const tx = built([pay(PAID), units(200_000), price(5_000_000)]);
    expect(await live(tx, honest(PAID, PAID, 1_005_000), at(1_000_000n))).toMatchObject({
      verdict: 'unchecked',
    });
    const dear = await live(tx, honest(), at(999_999n));
    expect(dear).toMatchObject({ verdict: 'differs' });
    expect(reasonsOf(dear)).toMatch(/0\.001 SOL for priority, more than the 0\.000999999 SOL/);
  });

  it('does not count against what an order may cost', async () => {
    const tight = { ...expectation, maxLamports: 5_000n };
    const tx = built([pay(PAID), units(200_000), price(500_000)], { expectation: tight });
    expect(await live(tx, honest(PAID, PAID, 105_000))).toMatchObject({ verdict: 'unchecked' });
  });
});

describe('instructions that are not what they seem', () => {
  const short: [string, TransactionInstruction][] = [
    ['a transfer', call('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', [3, 1], [ata(me), other, me])],
    ['SOL', call(SystemProgram.programId, [2, 0, 0, 0, 1], [me, stranger])],
    ['a price', call(ComputeBudgetProgram.programId, [3, 1])],
    ['the price of old', call(ComputeBudgetProgram.programId, [0, 0, 0, 0, 0, 255, 255, 255, 255])],
  ];
  it.each(short)('%s: blocked', async (_name, instruction) => {
    const tx = built([pay(PAID), instruction]);
    expect(await live(tx)).toMatchObject({ verdict: 'differs' });
    expect(await paper(tx)).toMatchObject({ verdict: 'differs' });
  });

  it('an account of a program that is no token program could be of any size', async () => {
    const instruction = open(escrow);
    instruction.keys = instruction.keys.map((one, index) => (index === 5 ? { ...one, pubkey: venue } : one));
    for (const found of [await live(built([instruction, pay(PAID)])), await paper(built([instruction]))]) {
      expect(found).toMatchObject({ verdict: 'differs' });
      expect(reasonsOf(found)).toMatch(/which is no token program/);
    }
  });

  it('accounts handed to a token’s own program are told', async () => {
    const transfer = pay(PAID);
    transfer.keys.push({ pubkey: venue, isSigner: false, isWritable: false });
    const found = await live(built([transfer]));
    expect(found).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(found)).toMatch(/hands 1 more accounts to the transfer of 50 USDC/);
    expect(await paper(built([transfer]))).toMatchObject({ verdict: 'differs' });
  });

  it('a nonce that is advanced would never run out', async () => {
    const nonce = SystemProgram.nonceAdvance({ noncePubkey: stranger, authorizedPubkey: me });
    expect(reasonsOf(await live(built([nonce, pay(PAID)])))).toMatch(/would never run out/);
  });

  it('what is wrapped for a stranger is SOL for a stranger', async () => {
    const tx = built([pay(PAID), createCloseAccountInstruction(wrapped, stranger, me)]);
    expect(await live(tx)).toMatchObject({ verdict: 'differs' });
  });
});
