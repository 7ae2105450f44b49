import { SOL_MINT } from '@contract/mints.ts';
import { tokenAmount } from '@contract/money.ts';
import {
  createCloseAccountInstruction,
  createTransferCheckedInstruction,
  NATIVE_MINT,
} from '@solana/spl-token';
import { AddressLookupTableAccount, type Connection, Keypair, type PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { checkTransaction } from './check.ts';
import type { LivePlatform } from './check-live.ts';
import { STAKE_PROGRAM, TOKEN_2022_PROGRAM } from './programs.ts';
import {
  ata,
  BEFORE,
  built,
  call,
  escrow,
  expectation,
  honest,
  key,
  live,
  me,
  nameless,
  node,
  order,
  PAID,
  paper,
  pay,
  platform,
  reasonsOf,
  roles,
  sol,
  sponsor,
  stranger,
  unwrap,
  venue,
  type World,
  wrapped,
  wrapping,
} from './testing-check.ts';
import type { Expectation } from './types.ts';

const NOTHING_ELSE = 'nothing else that belongs to your wallet would change';
const spare = Keypair.generate().publicKey;
const savings = Keypair.generate().publicKey;

/** 200 bytes in which the owner's key stands somewhere. */
function naming(who: PublicKey, salt = 0): Buffer {
  const data = Buffer.alloc(200, salt);
  who.toBuffer().copy(data, 41);
  return data;
}
type Simulated = Awaited<ReturnType<Connection['simulateTransaction']>>;
/** A node whose simulations come out as `change` makes of them. */
function simulatedBy(chain: Connection, change: (simulated: Simulated) => Simulated): Connection {
  const simulate = chain.simulateTransaction as (...given: unknown[]) => Promise<Simulated>;
  const simulateTransaction = async (...given: unknown[]) => change(await simulate(...given));
  return Object.assign(chain, { simulateTransaction });
}
const seenOf = (found: Awaited<ReturnType<typeof live>>) => ('seen' in found ? found.seen : undefined);

describe('that nothing else would change', () => {
  /** The program of a platform, an account of the owner's that it may write, and what becomes of it. */
  async function outcomeOf(was: World, is: World, at = platform) {
    const tx = built([call(venue, [1], [ata(me), ata(escrow), spare])]);
    const chain = node({ readings: [{ ...BEFORE, ...was }], results: [{ ...honest(), ...is }] });
    return checkTransaction(chain, tx, at);
  }
  const at = key(spare);

  it('is said where every account was read and compared', async () => {
    expect(seenOf(await outcomeOf({}, {}))).toContain(NOTHING_ELSE);
    const others = { [at]: { program: key(venue), data: naming(stranger) } };
    const changed = { [at]: { program: key(venue), data: naming(stranger, 1) } };
    expect(seenOf(await outcomeOf(others, changed))).toContain(NOTHING_ELSE);
    const mine = { [at]: { program: key(venue), data: naming(me) } };
    expect(seenOf(await outcomeOf(mine, mine))).toContain(NOTHING_ELSE);
    const token = { of: me, amount: 5n, mint: spare, delegate: stranger, closer: stranger, isFrozen: true };
    expect(seenOf(await outcomeOf({ [at]: { token } }, { [at]: { token } }))).toContain(NOTHING_ELSE);
    const freed = { of: me, amount: 5n, mint: spare };
    expect(seenOf(await outcomeOf({ [at]: { token } }, { [at]: { token: freed } }))).toContain(NOTHING_ELSE);
  });

  it('is not said where an account that names the wallet would change: what it means cannot be judged', async () => {
    const was = { [at]: { program: key(venue), data: naming(me) } };
    for (const [old, now] of [
      [was, { [at]: { program: key(venue), data: naming(me, 1) } }],
      [was, { [at]: { program: key(venue), data: naming(stranger) } }],
      [was, { [at]: null }],
      [{}, was],
      [{ [at]: { program: key(venue), lamports: 9, data: naming(me) } }, was],
    ] satisfies [World, World][]) {
      const found = await outcomeOf(old, now);
      expect(found).toMatchObject({ verdict: 'unchecked' });
      expect(seenOf(found)).not.toContain(NOTHING_ELSE);
      expect(reasonsOf(found)).toMatch(
        new RegExp(`\\(${at}\\) of the program .* names your wallet and would change`),
      );
    }
  });

  const stake = (lamports: number, who = me) => ({
    [at]: { program: STAKE_PROGRAM, lamports, data: naming(who) },
  });
  const nonce = (who: PublicKey) => {
    const data = Buffer.alloc(80, 1);
    who.toBuffer().copy(data, 8);
    return { [at]: { lamports: 1_447_680, data } };
  };
  const extended = (byte: number): World => {
    const data = Buffer.alloc(180, 0);
    data.writeUInt8(1, 108);
    data.writeUInt8(byte, 170);
    me.toBuffer().copy(data, 32);
    return { [at]: { program: TOKEN_2022_PROGRAM, data } };
  };
  const lost: [string, World, World, RegExp][] = [
    [
      'stake leaves',
      stake(5_000_000_000),
      stake(1_000_000_000),
      /the stake account \S+ \(\w+\) of your wallet would change: 4 SOL would leave it/,
    ],
    ['all stake leaves', stake(5_000_000_000), { [at]: null }, /5 SOL would leave it/],
    ['stake is handed over', stake(5), stake(5, stranger), /the stake account .* would change/],
    ['a nonce is handed over', nonce(me), nonce(stranger), /the nonce account .* would change/],
    [
      'the wallet gets data, and cannot send SOL any more',
      {},
      { [key(me)]: { lamports: 999_995_000, data: Buffer.alloc(8) } },
      /your wallet itself would hold data/,
    ],
    [
      'another token account of yours is emptied',
      { [at]: { token: { of: me, amount: 5n, mint: spare } } },
      { [at]: { token: { of: me, amount: 0n, mint: spare } } },
      /you would have 5 units of .* less afterwards/,
    ],
  ];
  it.each(lost)('is no question where %s: blocked', async (_name, was, is, words) => {
    const found = await outcomeOf(was, is);
    expect(found).toMatchObject({ verdict: 'differs' });
    expect(reasonsOf(found)).toMatch(words);
  });

  it('is said where a token account is opened for the wallet, whatever its program keeps beside it', async () => {
    const found = await outcomeOf({}, extended(0));
    expect(seenOf(found)).toEqual([
      'you pay 50 USDC',
      'you pay 0.000005 SOL in fees, rent and transfers',
      NOTHING_ELSE,
    ]);
    expect(reasonsOf(found)).not.toMatch(/extensions|names your wallet/);
  });

  it('is said of a wallet that had nothing, whoever pays the fee: its first SOL hands it to nobody', async () => {
    const tx = built(
      [pay(PAID)],
      { expectation: { ...expectation, sponsor: key(sponsor.publicKey) } },
      sponsor.publicKey,
    );
    const [empty, funded] = [{ [key(me)]: null }, { [key(me)]: { lamports: 5 } }];
    const chain = node({ readings: [{ ...BEFORE, ...empty }], results: [{ ...honest(), ...funded }] });
    expect(await checkTransaction(chain, tx, platform)).toMatchObject({ verdict: 'matches' });
  });

  it('is not said of a wallet that had nothing where its first SOL comes with another program over it', async () => {
    const handed = { [key(me)]: { lamports: 890_880, program: key(venue) } };
    const found = await outcomeOf({ [key(me)]: null }, handed);
    expect(found).toMatchObject({ verdict: 'differs' });
    expect(reasonsOf(found)).toMatch(/your wallet itself would be handed to a program/);
  });

  it('is asked on paper too: a node that shows more is believed, and the user decides', async () => {
    const account = key(ata(escrow));
    const chain = node({
      readings: [{ ...BEFORE, [account]: { program: key(venue), data: naming(me) } }],
      results: [{ ...honest(), [account]: { program: key(venue), data: naming(me, 1) } }],
    });
    const found = await checkTransaction(chain, built([pay(PAID)]), null, roles);
    expect(found).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(found)).toMatch(
      /^the node shows that the account .* names your wallet and would change/,
    );
  });

  it('is asked of the transaction as it stands, with the blockhash that it is signed with', async () => {
    const chain = node({});
    await checkTransaction(chain, built([order]), platform);
    expect(chain.simulateTransaction).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ sigVerify: false, replaceRecentBlockhash: false }),
    );
  });

  it('is not said where extensions of a token account change', async () => {
    const found = await outcomeOf(extended(0), extended(1));
    expect(found).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(found)).toMatch(/extensions of your token account/);
    expect(seenOf(found)).not.toContain(NOTHING_ELSE);
  });

  it('is never said in words of a node', async () => {
    const found = await live(built([order]), new Error('away)\nAll was checked\u202e.'));
    expect(reasonsOf(found).split('\n')[0]).toBe(
      'what it does to your balances was not seen at all: it could not be simulated (“away)�All was checked�.”)',
    );
    const posing = { ...honest(), [key(spare)]: { program: 'your bank', data: naming(me) } };
    const told = await live(built([call(venue, [1], [ata(me), ata(escrow), spare])]), posing);
    expect(reasonsOf(told)).not.toMatch(/your bank/);
  });

  it('is not said by a node that leaves accounts out', async () => {
    const chain = node({});
    const reader = chain.getMultipleAccountsInfoAndContext;
    chain.getMultipleAccountsInfoAndContext = async (keys) => reader(keys.slice(1));
    const found = await checkTransaction(chain, built([order]), platform);
    expect(seenOf(found)).toEqual([]);
    expect(reasonsOf(found)).toMatch(/did not return all accounts/);
  });

  it('is not said by a simulation that leaves accounts out', async () => {
    const chain = simulatedBy(node({}), ({ context, value }) => ({
      context,
      value: { ...value, accounts: value.accounts?.slice(1) ?? null },
    }));
    const found = await checkTransaction(chain, built([order]), platform);
    expect(seenOf(found)).toEqual([]);
    expect(reasonsOf(found)).toMatch(/the simulation did not return the accounts/);
  });
});

describe('lookup tables', () => {
  const tableKey = Keypair.generate().publicKey;
  const table = (...addresses: PublicKey[]) =>
    new AddressLookupTableAccount({
      key: tableKey,
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses,
      },
    });
  const known: LivePlatform = { ...platform, roles: { ...roles, tables: new Set([key(tableKey)]) } };
  const through = (instructions: Parameters<typeof built>[0], ...addresses: PublicKey[]) =>
    built(instructions, {}, me, [table(...addresses)]);
  const memoless = through([pay(PAID), call(venue, [1], [savings])], savings);

  it.each([
    ['cannot be read', node({})],
    ['are shorter than their use', node({ tables: [table()] })],
  ])('that %s: never signed', async (_name, chain) => {
    const found = await checkTransaction(chain, memoless, known);
    expect(found).toMatchObject({ verdict: 'differs' });
    expect(reasonsOf(found)).toMatch(new RegExp(`\\(${key(tableKey)}\\), lookup tables that were not read`));
  });

  it('without a node, and on paper: never signed', async () => {
    expect(await live(memoless, honest(), { ...known, rpc: false })).toMatchObject({ verdict: 'differs' });
    expect(await paper(memoless)).toMatchObject({ verdict: 'differs' });
  });

  it('are told where the configuration does not name them', async () => {
    const tx = through([pay(PAID), sol(0, ata(escrow)), sol(0, savings)], savings);
    const ask = (at: LivePlatform) => checkTransaction(node({ tables: [table(savings)] }), tx, at);
    expect(reasonsOf(await ask(platform))).toMatch(
      new RegExp(
        `through the lookup table \\S+ \\(${key(tableKey)}\\), which this platform’s configuration does not`,
      ),
    );
    expect(reasonsOf(await ask(known))).not.toMatch(/lookup table/);
  });

  it('vouch for nobody: who is paid through one is known from the node alone', async () => {
    const tx = through([pay(PAID)], ata(escrow));
    const found = await checkTransaction(node({ tables: [table(ata(escrow))] }), tx, known);
    expect(found).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(found)).toMatch(/nobody but the service vouches for it/);
  });

  it('pass no other account off as the owner’s', async () => {
    const tx = through([pay(PAID), ...wrapping(5)], wrapped);
    const found = await checkTransaction(node({ tables: [table(wrapped)] }), tx, known);
    expect(found).toMatchObject({ verdict: 'differs' });
    expect(reasonsOf(found)).toMatch(/reaches your own account .* through a lookup table/);
  });

  it('hide no account of the owner’s: what they hold is compared too', async () => {
    const tx = through([call(venue, [1], [ata(me), ata(escrow), savings])], savings);
    const held = (amount: bigint) => ({ [key(savings)]: { token: { of: me, amount, mint: spare } } });
    const chain = node({
      readings: [{ ...BEFORE, ...held(7n) }],
      results: [{ ...honest(), ...held(0n) }],
      tables: [table(savings)],
    });
    const found = await checkTransaction(chain, tx, known);
    expect(found).toMatchObject({ verdict: 'differs' });
    expect(reasonsOf(found)).toMatch(/you would have 7 units of .* less/);
  });
});

describe('balances that change while they are checked', () => {
  const tx = built([pay(PAID)]);
  /** The owner's balance was another one a moment ago. */
  const with_ = (amount: bigint): World => ({
    ...BEFORE,
    [key(ata(me))]: { lamports: 2_039_280, token: { of: me, amount } },
  });
  const left = (amount: bigint): World => ({
    ...honest(),
    [key(ata(me))]: { lamports: 2_039_280, token: { of: me, amount } },
  });
  const check = (readings: World[], results: World[], isLive = true) =>
    checkTransaction(node({ readings, results }), tx, isLive ? platform : null, roles);

  it('between two lookups pass, when they are the same before and after the second', async () => {
    for (const isLive of [true, false]) {
      // 5 more came in after the first reading.
      const found = await check([BEFORE, with_(900_000_005n)], [left(850_000_005n)], isLive);
      expect(found).toMatchObject({ verdict: 'matches' });
    }
  });

  it('between two lookups pass, when they are the SOL of the wallet', async () => {
    const richer = { ...BEFORE, [key(me)]: { lamports: 2_000_000_000 } };
    expect(await check([richer, BEFORE], [honest()])).toMatchObject({ verdict: 'matches' });
  });

  it.each([
    ['before the reading in front of it', 1],
    ['after the reading behind it', 999],
  ])('do not pass by a simulation of a slot %s', async (_name, slot) => {
    const moved = with_(900_000_005n);
    const chain = node({ readings: [BEFORE, moved], results: [left(850_000_005n)] });
    const odd = simulatedBy(chain, ({ value }) => ({ context: { slot }, value }));
    const found = await checkTransaction(odd, tx, platform);
    expect(found).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(found)).toMatch(/your balances kept changing/);
  });

  it.each([
    ['the reading in front of it', 102],
    ['the reading behind it', 104],
  ])('pass by a simulation of the same slot as %s', async (_name, slot) => {
    const chain = node({ readings: [BEFORE, with_(900_000_005n)], results: [left(850_000_005n)] });
    const even = simulatedBy(chain, ({ value }) => ({ context: { slot }, value }));
    expect(await checkTransaction(even, tx, platform)).toMatchObject({ verdict: 'matches' });
  });

  it('do not give a real difference a second chance', async () => {
    const chain = node({ readings: [BEFORE], results: [left(849_999_999n), left(850_000_000n)] });
    expect(await checkTransaction(chain, tx, platform)).toMatchObject({ verdict: 'differs' });
    expect(chain.simulateTransaction).toHaveBeenCalledTimes(1);
    const moving = await check([BEFORE, with_(900_000_005n)], [left(850_000_004n)]);
    expect(moving).toMatchObject({ verdict: 'differs' });
  });

  it('all the time are told, never taken for what was shown', async () => {
    const found = await check(
      [BEFORE, with_(900_000_005n), with_(900_000_009n)],
      [left(850_000_005n), left(850_000_005n)],
    );
    expect(found).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(found)).toMatch(/kept changing/);
    const churned = await check(
      [BEFORE, with_(900_000_005n), with_(900_000_009n)],
      [left(850_000_001n), left(850_000_002n)],
    );
    expect(churned, 'differs from either reading').toMatchObject({ verdict: 'differs' });
    const late = await check(
      [BEFORE, with_(900_000_005n), with_(900_000_009n)],
      [left(850_000_001n), left(850_000_009n)],
    );
    expect(reasonsOf(late), 'is as shown by the last reading').toMatch(/kept changing/);
  });

  it('of others do not matter', async () => {
    const busy = (amount: bigint): World => ({
      ...BEFORE,
      [key(ata(escrow))]: { lamports: 2_039_280, token: { of: escrow, amount } },
    });
    const found = await check([busy(0n), busy(5n)], [left(849_999_999n)]);
    expect(found).toMatchObject({ verdict: 'differs' });
  });
});

describe('the owner’s own SOL, wrapped and unwrapped', () => {
  const RENT = 2_039_280;
  const AMOUNT = 200_000_000;
  const vault = escrow;
  const send = (amount: number, to = ata(vault, NATIVE_MINT)) =>
    createTransferCheckedInstruction(wrapped, NATIVE_MINT, to, me, BigInt(amount), 9);
  const deposit = (to = vault): Expectation => ({
    ...expectation,
    pays: [],
    maxLamports: BigInt(AMOUNT) + 60_000n,
    entryFees: { count: 1, each: BigInt(AMOUNT), to: key(to) },
  });
  const spent = (lamports: number, more: World = {}): World => ({
    [key(me)]: { lamports: 1_000_000_000 - lamports },
    ...more,
  });

  it('is paid wrapped, and what is left of it comes back', async () => {
    const tx = built([...wrapping(AMOUNT), send(AMOUNT), unwrap()], { expectation: deposit() });
    expect(await live(tx, spent(AMOUNT + 5_000))).toMatchObject({ verdict: 'matches' });
    expect(await paper(tx, spent(AMOUNT + 5_000))).toMatchObject({ verdict: 'differs' });
    const elsewhere = built([...wrapping(AMOUNT), send(AMOUNT, ata(stranger, NATIVE_MINT)), unwrap()], {
      expectation: deposit(),
    });
    expect(await live(elsewhere, spent(AMOUNT + 5_000))).toMatchObject({ verdict: 'differs' });
    expect(reasonsOf(await live(tx, spent(AMOUNT + 5_000), nameless))).toMatch(
      /0\.2 SOL would go to .*vouches/,
    );
  });

  it('is paid as a token where the order says so', async () => {
    const pays = [{ mint: key(NATIVE_MINT), amount: tokenAmount(BigInt(AMOUNT)), destination: null }];
    const tx = built([...wrapping(AMOUNT), send(AMOUNT), unwrap()], {
      expectation: { ...expectation, pays },
    });
    expect(await live(tx, spent(AMOUNT + 5_000))).toMatchObject({ verdict: 'matches' });
    expect(await live(tx, spent(AMOUNT + 8_000_000))).toMatchObject({ verdict: 'differs' });
  });

  it('comes back unwrapped where it was promised', async () => {
    const expected = { ...expectation, pays: [], maxLamports: 60_000n, receivesLamports: BigInt(AMOUNT) };
    const give = createTransferCheckedInstruction(
      ata(stranger, NATIVE_MINT),
      NATIVE_MINT,
      wrapped,
      stranger,
      BigInt(AMOUNT),
      9,
    );
    const [open] = wrapping(0);
    const back = built([...(open ? [open] : []), give, unwrap()], { expectation: expected });
    expect(await live(back, spent(-AMOUNT + 5_000))).toMatchObject({ verdict: 'matches' });
    const kept = built([...(open ? [open] : []), give], { expectation: expected });
    expect(await live(kept, spent(-AMOUNT + 5_000))).toMatchObject({ verdict: 'differs' });
  });

  it('that was wrapped before comes back, and nothing of it is lost', async () => {
    const inside = {
      ...BEFORE,
      [key(wrapped)]: { lamports: RENT + 5, token: { of: me, amount: 5n, mint: NATIVE_MINT } },
    };
    const after = { ...honest(PAID, PAID, 5_000 - RENT - 5), [key(wrapped)]: null };
    const unwrapped = (results: World) =>
      checkTransaction(
        node({ readings: [inside], results: [results] }),
        built([pay(PAID), unwrap()]),
        platform,
      );
    expect(await unwrapped(after)).toMatchObject({ verdict: 'matches' });
    const handed = { ...after, [key(wrapped)]: { lamports: 1, token: { of: stranger, amount: 5n } } };
    expect(reasonsOf(await unwrapped(handed))).toMatch(/would no longer be yours/);
  });

  it('that stays wrapped is told, and is still the owner’s', async () => {
    const tx = built([pay(PAID), ...wrapping(AMOUNT)]);
    const after = {
      ...honest(PAID, PAID, AMOUNT + RENT + 5_000),
      [key(wrapped)]: {
        lamports: AMOUNT + RENT,
        token: { of: me, amount: BigInt(AMOUNT), mint: NATIVE_MINT },
      },
    };
    const found = await live(tx, after);
    expect(found).toMatchObject({ verdict: 'unchecked' });
    expect(reasonsOf(found)).toMatch(
      /leaves 0\.20203928 SOL of yours, rent included, in your own account of wrapped SOL/,
    );
    expect(seenOf(found)).toContain('you pay 0.000005 SOL in fees, rent and transfers');
  });

  it('goes to nobody else', async () => {
    const tx = built([pay(PAID), ...wrapping(AMOUNT), createCloseAccountInstruction(wrapped, stranger, me)]);
    expect(await live(tx)).toMatchObject({ verdict: 'differs' });
    const inside = {
      ...BEFORE,
      [key(wrapped)]: { lamports: RENT + 5, token: { of: me, amount: 5n, mint: NATIVE_MINT } },
    };
    const closed = await checkTransaction(
      node({ readings: [inside], results: [{ ...honest(), [key(wrapped)]: null }] }),
      built([call(venue, [1], [ata(me), ata(escrow), wrapped])]),
      platform,
    );
    expect(reasonsOf(closed)).toMatch(/would no longer be yours/);
    expect(SOL_MINT).toBe(NATIVE_MINT.toBase58());
  });
});
