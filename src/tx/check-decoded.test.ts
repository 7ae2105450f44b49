import type { Pubkey } from '@contract/ids.ts';
import { tokenAmount } from '@contract/money.ts';
import {
  AuthorityType,
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createBurnCheckedInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createMintToCheckedInstruction,
  createSetAuthorityInstruction,
  createTransferCheckedInstruction,
  createTransferInstruction,
  NATIVE_MINT,
} from '@solana/spl-token';
import {
  ComputeBudgetProgram,
  Ed25519Program,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDecoded, onPaper } from './check-decoded.ts';
import { associatedTokenAddress, decodeTx, TOKEN_2022_PROGRAM } from './decode.ts';
import { NO_ROLES, type Roles } from './roles.ts';
import type { Expectation } from './types.ts';

const owner = Keypair.generate().publicKey;
const service = Keypair.generate();
const somebody = Keypair.generate();
const vaultKey = Keypair.generate();
const authority = service.publicKey;
const order = Keypair.generate().publicKey;
const mint = Keypair.generate().publicKey;
const stranger = somebody.publicKey;
const known: Roles = { ...NO_ROLES, signers: new Set([authority.toBase58()]) };
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const blockhash = Keypair.generate().publicKey.toBase58();
const ata = (who: PublicKey) => new PublicKey(associatedTokenAddress(who.toBase58(), mint.toBase58()));
const key = (value: PublicKey) => value.toBase58() as Pubkey;

const memo = (text: string) =>
  new TransactionInstruction({
    programId: MEMO,
    keys: [
      { pubkey: owner, isSigner: true, isWritable: false },
      { pubkey: authority, isSigner: true, isWritable: false },
    ],
    data: Buffer.from(text),
  });
const pay = (amount: bigint, to = ata(order)) =>
  createTransferCheckedInstruction(ata(owner), mint, to, owner, amount, 6);
const createEscrow = createAssociatedTokenAccountIdempotentInstruction(owner, ata(order), order, mint);
const honest = (amount: bigint) => [
  ComputeBudgetProgram.setComputeUnitLimit({ units: 120_000 }),
  createEscrow,
  pay(amount),
  memo(`order ${key(order)}`),
];

/** An instruction with one more account behind those it needs. */
const handing = (instruction: TransactionInstruction, pubkey: PublicKey): TransactionInstruction => {
  instruction.keys.push({ pubkey, isSigner: false, isWritable: false });
  return instruction;
};

/** As the service hands it out: signed by everybody but the owner. */
const decode = (
  instructions: TransactionInstruction[],
  payer = owner,
  signing = [service, somebody, vaultKey],
) => {
  const tx = new VersionedTransaction(
    new TransactionMessage({
      payerKey: payer,
      recentBlockhash: blockhash,
      instructions,
    }).compileToV0Message(),
  );
  const needed = tx.message.staticAccountKeys.slice(0, tx.message.header.numRequiredSignatures);
  tx.sign(signing.filter(({ publicKey }) => needed.some((one) => one.equals(publicKey))));
  return decodeTx(tx);
};

const expectation = (amount: bigint): Expectation => ({
  owner: key(owner),
  feePayer: key(owner),
  pays: [{ mint: key(mint), amount: tokenAmount(amount), destination: key(ata(order)) }],
  receives: [],
  maxLamports: 3_000_000n,
  memoIncludes: key(order),
});
const check = (
  instructions: TransactionInstruction[],
  expected = expectation(50_000_000n),
  payer = owner,
) => ({
  differences: checkDecoded(decode(instructions, payer), expected, onPaper(known)).differences.map(
    ({ text }) => text,
  ),
});

describe('what may be signed', () => {
  it('accepts exactly the payment that was shown', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 15n), (amount) => {
        expect(check(honest(amount), expectation(amount))).toEqual({ differences: [] });
      }),
    );
  });

  it('accepts no other amount', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 12n), (shown, asked) => {
        fc.pre(shown !== asked);
        expect(check(honest(asked), expectation(shown)).differences).not.toEqual([]);
      }),
    );
  });

  const amount = 50_000_000n;
  const cases: [string, TransactionInstruction[], RegExp][] = [
    [
      'a payment to somebody else',
      [createEscrow, pay(amount, ata(stranger)), memo(key(order))],
      /sends 50000000 units/,
    ],
    [
      'the payment out of another account',
      [
        createEscrow,
        createTransferCheckedInstruction(ata(stranger), mint, ata(order), owner, amount, 6),
        memo(key(order)),
      ],
      /sends 50000000 units/,
    ],
    [
      'the payment by several who sign, the owner among them',
      [
        createEscrow,
        createTransferCheckedInstruction(ata(owner), mint, ata(order), stranger, amount, 6, [
          authority,
          owner,
        ]),
        memo(key(order)),
      ],
      /with your signature behind .* sends 50000000 units/,
    ],
    [
      'the payment by two who sign, the owner behind another',
      [
        createEscrow,
        createTransferCheckedInstruction(ata(owner), mint, ata(order), stranger, amount, 6, [owner]),
        memo(key(order)),
      ],
      /with your signature behind .* sends 50000000 units/,
    ],
    [
      'the payment with an account of the owner handed to the token’s own program',
      [createEscrow, handing(pay(amount), ata(owner)), memo(key(order))],
      /with your signature behind .* sends 50000000 units/,
    ],
    [
      'a transfer of somebody else that hands it an account of the owner',
      [
        ...honest(amount),
        handing(createTransferInstruction(ata(stranger), ata(order), stranger, 5n), ata(owner)),
      ],
      /with your signature behind .* sends 5 units/,
    ],
    [
      'the payment under the name of another token',
      [
        createEscrow,
        createTransferCheckedInstruction(ata(owner), stranger, ata(order), owner, amount, 6),
        memo(key(order)),
      ],
      /sends 50000000 units/,
    ],
    ['a second payment', [...honest(amount), pay(1n)], /sends 1 units/],
    ['the payment twice', [...honest(amount), pay(amount)], /sends 50000000 units/],
    [
      'an unchecked transfer beside it',
      [...honest(amount), createTransferInstruction(ata(owner), ata(stranger), owner, 5n)],
      /sends 5 units/,
    ],
    ['no payment at all', [memo(key(order))], /is missing/],
    [
      'an approval',
      [...honest(amount), createApproveInstruction(ata(owner), stranger, owner, 1n)],
      /Approve/,
    ],
    [
      'a change of authority',
      [
        ...honest(amount),
        createSetAuthorityInstruction(ata(owner), owner, AuthorityType.AccountOwner, stranger),
      ],
      /SetAuthority/,
    ],
    [
      'closing of the token account',
      [...honest(amount), createCloseAccountInstruction(ata(owner), stranger, owner)],
      /closes your token account/,
    ],
    [
      'closing of the token account to the owner',
      [...honest(amount), createCloseAccountInstruction(ata(owner), owner, owner)],
      /closes your token account/,
    ],
    [
      'SOL sent away',
      [
        ...honest(amount),
        SystemProgram.transfer({ fromPubkey: owner, toPubkey: stranger, lamports: 5_000_000 }),
      ],
      /0\.005 SOL more than shown would go to/,
    ],
    [
      'an account handed to a program',
      [...honest(amount), SystemProgram.assign({ accountPubkey: owner, programId: stranger })],
      /System instruction/,
    ],
    [
      'a priority fee out of proportion',
      [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 100_000_000 }), ...honest(amount)],
      /you pay up to 0\.012 SOL for priority, more than the 0\.001 SOL/,
    ],
    [
      'an unknown program',
      [
        ...honest(amount),
        new TransactionInstruction({ programId: stranger, keys: [], data: Buffer.alloc(0) }),
      ],
      /unknown program/,
    ],
    [
      'a memo that names another order',
      [createEscrow, pay(amount), memo('order elsewhere')],
      /memo does not name/,
    ],
  ];
  it.each(cases)('blocks %s', (_name, instructions, reason) => {
    expect(check(instructions).differences.join('; ')).toMatch(reason);
  });

  it('blocks what costs a lamport more than it may, signatures and rent included', () => {
    // Two signatures, and the rent of the escrow.
    const cost = 2n * 5_000n + 2_039_280n;
    const at = (maxLamports: bigint) => check(honest(amount), { ...expectation(amount), maxLamports });
    expect(at(cost)).toEqual({ differences: [] });
    expect(at(cost - 1n).differences.join('; ')).toMatch(/may cost 0\.00204928 SOL/);
    // Those that it has the network check cost as much each.
    const verify = new TransactionInstruction({
      programId: Ed25519Program.programId,
      keys: [],
      data: Buffer.of(2, 0),
    });
    const checking = check([verify, ...honest(amount)], {
      ...expectation(amount),
      maxLamports: cost + 9_999n,
    });
    expect(checking.differences.join('; ')).toMatch(/may cost 0\.00205928 SOL/);
  });

  it('blocks another fee payer and a missing signature of the owner', () => {
    const { differences } = check([memo(key(order)), pay(amount)], expectation(amount), stranger);
    expect(differences.join('; ')).toMatch(/fee would be paid by/);
    const notes = new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from(key(order)) });
    expect(check([notes], expectation(amount), stranger).differences.join('; ')).toMatch(
      /does not ask for your signature/,
    );
    const unsigned = checkDecoded(
      decode(honest(amount), owner, []),
      expectation(amount),
      onPaper(known),
    ).differences;
    expect(unsigned).toMatchObject([{ kind: 'waits', about: key(authority) }]);
  });
});

describe('an atomic swap of outcome tokens', () => {
  const outcome = Keypair.generate().publicKey;
  const program = new PublicKey(TOKEN_2022_PROGRAM);
  const tokens = (who: PublicKey) =>
    new PublicKey(associatedTokenAddress(who.toBase58(), outcome.toBase58(), TOKEN_2022_PROGRAM));
  const issue = (amount: bigint, to = tokens(owner), by = authority) =>
    createMintToCheckedInstruction(outcome, to, by, amount, 6, [], program);
  const burn = (amount: bigint, account = tokens(owner), by = owner) =>
    createBurnCheckedInstruction(account, outcome, by, amount, 6, [], program);
  const open = createAssociatedTokenAccountIdempotentInstruction(
    owner,
    tokens(owner),
    owner,
    outcome,
    program,
  );
  const movement = (of: PublicKey, amount: bigint, to: PublicKey | null = null) => ({
    mint: key(of),
    amount: tokenAmount(amount),
    destination: to && key(to),
  });
  const buying: Expectation = {
    ...expectation(0n),
    pays: [movement(mint, 9_800_000n, ata(authority)), movement(mint, 200_000n, ata(stranger))],
    receives: [movement(outcome, 19_000_000n)],
    memoIncludes: null,
  };
  const selling: Expectation = {
    ...expectation(0n),
    pays: [{ ...movement(outcome, 19_000_000n), sold: true }],
    receives: [movement(mint, 9_000_000n)],
    memoIncludes: null,
  };
  const bought = [
    open,
    pay(9_800_000n, ata(authority)),
    pay(200_000n, ata(stranger)),
    issue(19_000_000n),
    memo('swap'),
  ];
  const sold = [
    burn(19_000_000n),
    createTransferCheckedInstruction(ata(authority), mint, ata(owner), authority, 9_000_000n, 6),
    memo('swap'),
  ];

  it('accepts the purchase and the sale that were shown', () => {
    expect(check(bought, buying)).toEqual({ differences: [] });
    expect(check(sold, selling)).toEqual({ differences: [] });
  });

  it('says nothing of what somebody else burns of their own', () => {
    const theirs = burn(5n, tokens(authority), authority);
    expect(check([...sold, theirs], selling)).toEqual({ differences: [] });
  });

  it('counts as received what comes from somebody else, and as what it is', () => {
    const NOTHING = /instructions pay you nothing of the 9000000 units/;
    const own = createTransferCheckedInstruction(ata(owner), mint, ata(owner), owner, 9_000_000n, 6);
    const misnamed = createTransferCheckedInstruction(
      ata(authority),
      outcome,
      ata(owner),
      authority,
      9_000_000n,
      6,
    );
    for (const back of [own, misnamed]) {
      expect(check([burn(19_000_000n), back], selling).differences.join('; ')).toMatch(NOTHING);
    }
    const unchecked = createTransferInstruction(ata(authority), ata(owner), authority, 9_000_000n);
    expect(check([burn(19_000_000n), unchecked], selling)).toEqual({ differences: [] });
  });

  it('lets the owner pay for an account of a token that is paid, received or moved, or of SOL, and of no other', () => {
    const opening = (of: PublicKey) =>
      createAssociatedTokenAccountIdempotentInstruction(
        owner,
        new PublicKey(associatedTokenAddress(key(owner), key(of))),
        owner,
        of,
      );
    const asksRent = (expected: Expectation, ...instructions: TransactionInstruction[]) =>
      checkDecoded(decode([memo('swap'), ...instructions]), expected, onPaper(known)).differences.some(
        ({ kind }) => kind === 'rent',
      );
    const none = { ...selling, pays: [], receives: [] };
    expect(asksRent({ ...none, pays: selling.pays }, opening(outcome))).toBe(false);
    expect(asksRent({ ...none, receives: selling.receives }, opening(mint))).toBe(false);
    expect(asksRent(none, opening(outcome), burn(1n))).toBe(true);
    expect(asksRent(none, opening(outcome), issue(1n, tokens(authority)))).toBe(false);
    const moved = createTransferCheckedInstruction(ata(authority), mint, ata(owner), authority, 1n, 6);
    expect(asksRent(none, opening(mint), moved)).toBe(false);
    expect(asksRent(none, opening(NATIVE_MINT))).toBe(false);
  });

  it('lets the owner pay for the account of who is paid where the owner pays into it', () => {
    const others = createTransferCheckedInstruction(ata(authority), mint, ata(order), authority, 5n, 6);
    const kinds = (...instructions: TransactionInstruction[]) =>
      checkDecoded(
        decode([createEscrow, ...instructions, memo(key(order))]),
        expectation(5n),
        onPaper(known),
      ).differences.map(({ kind }) => kind);
    expect(kinds(pay(5n))).toEqual([]);
    expect(kinds(others)).toEqual(['missing-payment', 'rent']);
  });

  it('adds up what was promised of one token, and counts none that is issued into an account of another', () => {
    const parts = { ...selling, receives: [movement(mint, 4_000_000n), movement(mint, 5_000_000n)] };
    expect(check(sold, parts)).toEqual({ differences: [] });
    const misplaced = [...bought.slice(0, 3), issue(19_000_000n, ata(owner)), memo('swap')];
    expect(check(misplaced, buying).differences.join('; ')).toMatch(/pay you nothing of the 19000000 units/);
  });

  it('has whoever issues what was promised sign for it, without another name', () => {
    const issuer = vaultKey.publicKey;
    const issued = [...bought.slice(0, 3), issue(19_000_000n, tokens(owner), issuer), memo('swap')];
    expect(check(issued, buying)).toEqual({ differences: [] });
  });

  const burnMoney = (amount: bigint) => createBurnInstruction(ata(owner), mint, owner, amount);
  const wrong: [string, TransactionInstruction[], Expectation, RegExp][] = [
    ['fewer tokens than promised', [...bought.slice(0, 3), issue(18_999_999n)], buying, /issues 18999999/],
    [
      'tokens for somebody else',
      [...bought.slice(0, 3), issue(19_000_000n, tokens(stranger))],
      buying,
      /issues 19000000 units .*to/,
    ],
    [
      'tokens issued by the owner',
      [...bought.slice(0, 3), issue(19_000_000n, tokens(owner), owner)],
      buying,
      /issues/,
    ],
    [
      'as much money issued',
      [...bought.slice(0, 3), createMintToCheckedInstruction(mint, ata(owner), authority, 19_000_000n, 6)],
      buying,
      /issues 19000000/,
    ],
    ['tokens issued twice', [...bought, issue(19_000_000n)], buying, /issues 19000000/],
    ['a burn in a purchase', [...bought, burn(1n)], buying, /destroys 1 units/],
    ['more burnt than sold', [burn(19_000_001n)], selling, /destroys 19000001/],
    ['the burn twice', [...sold, burn(19_000_000n)], selling, /destroys 19000000/],
    ['a burn of money', [...sold, burnMoney(5n)], selling, /destroys 5/],
    [
      'a burn by a delegate beyond the sale',
      [...sold, burn(1n, tokens(owner), authority)],
      selling,
      /destroys 1/,
    ],
    [
      'the burn out of another account',
      [burn(19_000_000n, tokens(stranger)), ...sold.slice(1)],
      selling,
      /destroys 19000000/,
    ],
    [
      'the burn by several who sign, the owner among them',
      [
        createBurnCheckedInstruction(
          tokens(owner),
          outcome,
          stranger,
          19_000_000n,
          6,
          [authority, owner],
          program,
        ),
        ...sold.slice(1),
      ],
      selling,
      /with your signature behind .* destroys 19000000/,
    ],
    ['no burn at all', [memo('swap')], selling, /is missing/],
    ['as much money burnt', [burnMoney(19_000_000n), ...sold.slice(1)], selling, /destroys 19000000/],
    [
      'a payment burnt instead of paid',
      [open, burnMoney(9_800_000n), ...bought.slice(2)],
      buying,
      /destroys 9800000/,
    ],
    [
      'a payment burnt that names no receiver',
      [open, burnMoney(9_800_000n), ...bought.slice(2)],
      { ...buying, pays: buying.pays.map((payment) => ({ ...payment, destination: null })) },
      /destroys 9800000/,
    ],
  ];
  it.each(wrong)('blocks %s', (_name, instructions, expected, reason) => {
    expect(check(instructions, expected).differences.join('; ')).toMatch(reason);
  });

  const gift = (amount: bigint, of = mint) =>
    createTransferCheckedInstruction(ata(stranger), of, ata(owner), stranger, amount, 6);
  it.each<[string, TransactionInstruction[], Expectation]>([
    ['of nothing', [...sold, gift(0n)], selling],
    ['of what was not promised', [...bought, gift(5n)], buying],
    ['of no new tokens', [...bought, issue(0n, tokens(owner), stranger)], buying],
    ['of new tokens for somebody else', [...bought, issue(5n, tokens(stranger), stranger)], buying],
  ])('has nobody sign for a gift %s', (_name, instructions, expected) => {
    expect(check(instructions, expected).differences.join('; ')).toMatch(/is signed by .* as well/);
  });
});

describe('the entry fees of free parlays', () => {
  const each = 1_000_000n;
  const fee = (lamports: bigint | number = each, to = authority, from = owner) =>
    SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: BigInt(lamports) });
  const entering: Expectation = {
    owner: key(owner),
    feePayer: key(owner),
    pays: [],
    receives: [],
    maxLamports: 2n * each + 60_000n,
    entryFees: { count: 2, each, to: key(authority) },
    memoIncludes: 'binding',
  };
  const solOf = (who: PublicKey) => new PublicKey(associatedTokenAddress(key(who), NATIVE_MINT.toBase58()));
  const honestEntry = [fee(), fee(), memo('free:binding:1')];

  it('are so many transfers of so much to one key, under the memo of the request', () => {
    expect(check(honestEntry, entering)).toEqual({ differences: [] });
    expect(check([fee(each, owner), ...honestEntry], entering).differences).toEqual([]);
  });

  it('may be wrapped, where the owner sends them and nobody else does', () => {
    const send = (by: PublicKey) => createTransferInstruction(solOf(owner), solOf(authority), by, each);
    const kinds = (by: PublicKey) =>
      checkDecoded(decode([send(by), send(by), memo('binding')]), entering, onPaper(known)).differences.map(
        ({ kind }) => kind,
      );
    expect(kinds(owner)).toEqual(['wraps']);
    expect(kinds(authority)).toEqual(['spends', 'spends', 'wraps', 'entry-fees']);
  });

  const wrong: [string, TransactionInstruction[], RegExp, Partial<Expectation>?][] = [
    ['one fee too few', [fee(), memo('binding')], /does not pay 2 times/],
    ['one fee too many', [fee(), ...honestEntry], /does not pay 2 times/],
    ['none at all', [memo('binding')], /but nothing/],
    ['a fee that is larger', [fee(), fee(each + 1n), memo('binding')], /does not pay 2 times/],
    ['a fee that is smaller', [fee(), fee(each - 1n), memo('binding')], /does not pay 2 times/],
    ['a fee to somebody else', [fee(), fee(each, stranger), memo('binding')], /go to/],
    [
      'a fee in plain SOL to the receiver’s account of wrapped SOL',
      [fee(), fee(each, solOf(authority)), memo('binding')],
      /0\.001 SOL would go to/,
    ],
    [
      'fees to two others, each told with what it would get',
      [fee(each, stranger), fee(each, order), memo('binding')],
      new RegExp(`0\\.001 SOL would go to .*${key(stranger)}.*; 0\\.001 SOL would go to .*${key(order)}`),
    ],
    [
      'fees to a key that nobody but the service names',
      honestEntry,
      /0\.002 SOL would go to \S+ \(\w+\): this address is named by the answer of the service alone/,
      { entryFees: { count: 2, each, to: null } },
    ],
    [
      'fees to several keys where none is known',
      [fee(), fee(each, stranger), memo('binding')],
      /goes to several keys/,
      { entryFees: { count: 2, each, to: null } },
    ],
    ['the memo of another request', [fee(), fee(), memo('free:other:1')], /memo does not name/],
    ['a token beside them', [...honestEntry, pay(5n)], /sends 5 units/, { pays: [] }],
    [
      'a fee that is not theirs',
      [fee(), memo('binding'), fee(each, authority, stranger)],
      /does not pay 2 times/,
    ],
  ];
  it.each(wrong)('block %s', (_name, instructions, reason, more = {}) => {
    expect(check(instructions, { ...entering, ...more }).differences.join('; ')).toMatch(reason);
  });
});

describe('a fee that the service pays', () => {
  const amount = 10_000_000n;
  const sponsored: Expectation = { ...expectation(amount), sponsor: key(authority) };
  const staking = [pay(amount), memo(key(order))];

  it('may come from the sponsor that was named, or from the owner', () => {
    expect(check(staking, sponsored, authority)).toEqual({ differences: [] });
    expect(check(staking, sponsored, owner)).toEqual({ differences: [] });
    const opening = createAssociatedTokenAccountIdempotentInstruction(authority, ata(order), order, mint);
    const free = { ...sponsored, maxLamports: 0n };
    expect(check([opening, ...staking], free, authority)).toEqual({ differences: [] });
    // Nothing here needs this one: but its rent is not the owner's either.
    const gift = createAssociatedTokenAccountIdempotentInstruction(authority, ata(stranger), stranger, mint);
    expect(check([gift, ...staking], free, authority)).toEqual({ differences: [] });
  });

  it('comes from nobody else, and waits for no stranger', () => {
    expect(check(staking, sponsored, stranger).differences.join()).toMatch(/fee would be paid by/);
    expect(check(staking, expectation(amount), authority).differences.join()).toMatch(/fee would be paid by/);
    const unsigned = checkDecoded(decode(staking, authority, []), sponsored, onPaper(known)).differences;
    expect(unsigned).toMatchObject([{ kind: 'waits', about: key(authority) }]);
  });

  it('comes from no sponsor of the platform where none was named, on paper', () => {
    const roles = { ...known, sponsor: key(authority) };
    const found = checkDecoded(decode(staking, authority), expectation(amount), onPaper(roles));
    expect(found.differences).toMatchObject([{ kind: 'fee-payer', about: key(authority) }]);
  });

  it('lets the owner pay no more than before', () => {
    const away = SystemProgram.transfer({ fromPubkey: owner, toPubkey: stranger, lamports: 3_000_001 });
    expect(check([...staking, away], sponsored, authority).differences.join()).toMatch(
      /may cost 0\.003000001 SOL/,
    );
  });
});

describe('who signs beside the owner', () => {
  const amount = 10_000_000n;
  const staking = [pay(amount), memo(key(order))];
  const kinds = (more: TransactionInstruction[], expected: Expectation, payer = owner) =>
    checkDecoded(decode([...staking, ...more], payer), expected, onPaper(known)).differences.map(
      ({ kind }) => kind,
    );
  const rent = SystemProgram.transfer({ fromPubkey: stranger, toPubkey: order, lamports: 1 });

  it('is told of a stranger, and not of the sponsor that was named, whoever pays the fee', () => {
    expect(kinds([rent], expectation(amount))).toEqual(['extra-signer']);
    expect(kinds([rent], { ...expectation(amount), sponsor: key(stranger) })).toEqual([]);
  });

  it('is told of a stranger who gives wrapped SOL where none was promised, and of none who gives what was', () => {
    const solOf = (who: PublicKey) => new PublicKey(associatedTokenAddress(key(who), NATIVE_MINT.toBase58()));
    const gift = createTransferInstruction(solOf(stranger), solOf(owner), stranger, 5n);
    expect(kinds([gift], expectation(amount))).toEqual(['extra-signer']);
    expect(kinds([gift], { ...expectation(amount), receivesLamports: 5n })).toEqual(['income']);
  });

  it('is told of the owner, whoever else is to pay the fee', () => {
    const notes = new TransactionInstruction({ programId: MEMO, keys: [], data: Buffer.from(key(order)) });
    const expected: Expectation = { ...expectation(amount), pays: [], feePayer: key(authority) };
    const found = checkDecoded(decode([notes], authority), expected, onPaper(known)).differences;
    expect(found.map(({ kind }) => kind)).toEqual(['unsigned']);
  });

  it('is told once of a stranger who pays the fee', () => {
    expect(kinds([], expectation(amount), stranger)).toEqual(['fee-payer']);
  });
});

describe('the memo', () => {
  const amount = 10_000_000n;
  const kinds = (...memos: TransactionInstruction[]) =>
    checkDecoded(decode([pay(amount), ...memos]), expectation(amount), onPaper(known)).differences.map(
      ({ kind }) => kind,
    );
  it('has to be there where one was asked for, and be the only one', () => {
    expect(kinds(memo(key(order)))).toEqual([]);
    expect(kinds()).toEqual(['memo']);
    expect(kinds(memo('a'), memo('b'))).toEqual(['memo', 'second-memo']);
    expect(kinds(memo('a'), memo(key(order)))).toEqual(['second-memo']);
  });
  it('is signed by no stranger, be it the first or another', () => {
    const signed = memo('signed');
    signed.keys.push({ pubkey: stranger, isSigner: true, isWritable: false });
    expect(kinds(memo(key(order)), signed)).toEqual(['extra-signer', 'second-memo', 'memo-signer']);
    expect(kinds(signed, memo(key(order)))).toEqual(['extra-signer', 'second-memo', 'memo-signer']);
  });
});

describe('SOL that is wrapped', () => {
  const AMOUNT = 200_000_000;
  const wrapped = new PublicKey(associatedTokenAddress(owner.toBase58(), NATIVE_MINT.toBase58()));
  const open = (payer = owner, account = wrapped, who = owner) =>
    createAssociatedTokenAccountIdempotentInstruction(payer, account, who, NATIVE_MINT);
  const put = (from = owner, to = wrapped) =>
    SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: AMOUNT });
  const spend = (lamports: number, from = wrapped) =>
    createTransferInstruction(from, ata(order), owner, lamports);
  const close = (to = owner) => createCloseAccountInstruction(wrapped, to, owner);

  it.each<[string, TransactionInstruction]>([
    ['by somebody else', createCloseAccountInstruction(wrapped, owner, stranger)],
    [
      'by the owner with others behind them',
      createCloseAccountInstruction(wrapped, owner, owner, [stranger]),
    ],
  ])('does not come back by an account that is closed %s', (_name, closing) => {
    const told = check([open(), put(), closing]).differences.join('; ');
    expect(told).toMatch(/closes your token account/);
    expect(told).toMatch(/leaves 0\.20203928 SOL/);
  });

  const PASSES = 'it moves SOL through your account of wrapped SOL';

  it.each<[string, TransactionInstruction[], string | RegExp | undefined]>([
    ['stays with the rent of an account that is opened for it', [open(), put()], /leaves 0\.20203928 SOL/],
    ['stays without it in one that was there', [put()], /leaves 0\.2 SOL/],
    ['leaves the rent of an account that nothing comes into', [open()], /leaves 0\.00203928 SOL/],
    ['leaves that rent where more is spent', [open(), put(), spend(AMOUNT + 5)], /leaves 0\.00203928 SOL/],
    ['stays but for what is spent', [put(), spend(AMOUNT - 1)], /leaves 0\.000000001 SOL/],
    ['stays in spite of a closing to somebody else', [put(), close(stranger)], /leaves 0\.2 SOL/],
    ['is spent', [put(), spend(AMOUNT)], PASSES],
    ['is spent with what was there before', [put(), spend(AMOUNT + 5)], PASSES],
    ['comes back', [open(), put(), close()], PASSES],
    ['was there before', [spend(5)], PASSES],
    ['is another’s', [put(stranger)], undefined],
    ['is opened for by another', [open(stranger)], undefined],
    ['is no SOL of that account', [put(owner, order), open(owner, ata(order), order)], undefined],
    ['is what another account spends', [spend(5, ata(owner))], undefined],
  ])('%s', (_name, instructions, said) => {
    const told = check(instructions).differences.filter((text) => text.includes('wrapped SOL'));
    if (said === undefined) expect(told).toEqual([]);
    else expect(told).toContainEqual(typeof said === 'string' ? said : expect.stringMatching(said));
    if (said === PASSES) expect(told.join()).not.toMatch(/leaves/);
  });
});

describe('SOL that comes back', () => {
  const vault = vaultKey.publicKey;
  const expected: Expectation = {
    owner: key(owner),
    feePayer: key(owner),
    pays: [],
    receives: [],
    maxLamports: 60_000n,
    receivesLamports: 2_000_000_000n,
    memoIncludes: 'order-1',
  };
  const back = (lamports: number, to = owner) =>
    SystemProgram.transfer({ fromPubkey: vault, toPubkey: to, lamports });
  const judge = (...instructions: TransactionInstruction[]) =>
    checkDecoded(decode([...instructions, memo('withdraw:order-1')]), expected, onPaper(known)).differences;

  it('is exactly what was promised, in one transfer or several', () => {
    expect(judge(back(2_000_000_000))).toEqual([]);
    expect(judge(back(1_500_000_000), back(500_000_000))).toEqual([]);
  });

  it('may come wrapped, into an account that is closed to its owner, by a key that is not the owner\u2019s', () => {
    const solOf = (who: PublicKey) => new PublicKey(associatedTokenAddress(key(who), NATIVE_MINT.toBase58()));
    const wrapped = solOf(owner);
    const send = (from: PublicKey, to: PublicKey, by: PublicKey) =>
      createTransferInstruction(from, to, by, 2_000_000_000);
    const unwrap = createCloseAccountInstruction(wrapped, owner, owner);
    const isMissed = (...instructions: TransactionInstruction[]) =>
      judge(...instructions).some(({ kind }) => kind === 'income');
    const given = send(solOf(vault), wrapped, vault);
    expect(isMissed(given, unwrap)).toBe(false);
    expect(isMissed(given)).toBe(true);
    expect(isMissed(send(solOf(vault), solOf(order), vault), unwrap)).toBe(true);
    expect(isMissed(send(wrapped, wrapped, vault), unwrap)).toBe(true);
    expect(isMissed(send(solOf(stranger), wrapped, owner), unwrap)).toBe(true);
  });

  it('is neither less, nor for anybody else, nor the owner\u2019s own', () => {
    expect(judge(back(1_999_999_999))).toHaveLength(1);
    expect(judge(back(2_000_000_001)).map(({ kind }) => kind)).toEqual(['income']);
    expect(judge(back(2_000_000_000, stranger)).map(({ kind }) => kind)).toEqual(['extra-signer', 'income']);
    expect(judge()).toHaveLength(1);
    const nothing = SystemProgram.transfer({ fromPubkey: stranger, toPubkey: owner, lamports: 0 });
    expect(judge(back(2_000_000_000), nothing).map(({ kind }) => kind)).toEqual(['extra-signer']);
    const circle = SystemProgram.transfer({ fromPubkey: owner, toPubkey: owner, lamports: 2_000_000_000 });
    expect(judge(circle)).toHaveLength(1);
  });
});
