import type { Pubkey } from '@contract/ids.ts';
import { tokenAmount } from '@contract/money.ts';
import type { Instruction } from '@contract/transactions/instruction.ts';
import {
  createApproveInstruction,
  createCloseAccountInstruction,
  createTransferCheckedInstruction,
} from '@solana/spl-token';
import {
  type Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { checkTransaction } from './check.ts';
import type { LivePlatform } from './check-live.ts';
import { associatedTokenAddress, TOKEN_PROGRAM } from './decode.ts';
import type { BuiltTx, Expectation } from './types.ts';

const owner = Keypair.generate();
const me = owner.publicKey;
const sponsor = Keypair.generate();
const mint = Keypair.generate().publicKey;
const escrow = Keypair.generate().publicKey;
const stranger = Keypair.generate().publicKey;
const venue = Keypair.generate().publicKey;
const blockhash = Keypair.generate().publicKey.toBase58();
const key = (value: PublicKey) => value.toBase58() as Pubkey;
const ata = (who: PublicKey) => new PublicKey(associatedTokenAddress(who.toBase58(), mint.toBase58()));
const PAID = 50_000_000n;

const platform: LivePlatform = {
  rpc: true,
  nameOf: (one) => (one === mint.toBase58() ? { symbol: 'USDC', decimals: 6 } : undefined),
};
const expectation: Expectation = {
  owner: key(me),
  feePayer: key(me),
  pays: [{ mint: key(mint), amount: tokenAmount(PAID), destination: key(ata(escrow)) }],
  receives: [],
  maxLamports: 6_000_000n,
  memoIncludes: null,
};
const unnamed: Expectation = {
  ...expectation,
  pays: [{ mint: key(mint), amount: tokenAmount(PAID), destination: null }],
};

/** What a program of the platform may do with the accounts it is given is its own affair. */
const inside = (...accounts: PublicKey[]) =>
  new TransactionInstruction({
    programId: venue,
    keys: accounts.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
    data: Buffer.from([1, 2, 3]),
  });
const pay = (amount: bigint, to = ata(escrow)) =>
  createTransferCheckedInstruction(ata(me), mint, to, me, amount, 6);
const order = inside(ata(me), ata(escrow));

/** An instruction as the contract writes it. */
const named = ({ programId, keys, data }: TransactionInstruction): Instruction => ({
  program: programId.toBase58(),
  accounts: keys.map(({ pubkey, ...role }) => ({ address: pubkey.toBase58(), ...role })),
  data,
});

function built(instructions: TransactionInstruction[], more: Partial<BuiltTx> = {}, payer = me): BuiltTx {
  const tx = new VersionedTransaction(
    new TransactionMessage({
      payerKey: payer,
      recentBlockhash: blockhash,
      instructions,
    }).compileToV0Message(),
  );
  if (payer.equals(sponsor.publicKey)) tx.sign([sponsor]);
  return {
    transaction: Buffer.from(tx.serialize()).toString('base64'),
    lastValidBlockHeight: 1,
    requiredSigners: [key(me)],
    expectation,
    derived: {
      payer: me.toBase58(),
      instructions: [named(pay(PAID))],
    },
    orderPubkey: null,
    ...more,
  };
}

interface Account {
  lamports?: number;
  program?: string;
  /** A token account: whose it is, what it holds, and who else may spend or close it. */
  token?: { of: PublicKey; amount: bigint; delegate?: PublicKey; closer?: PublicKey };
}
type World = Record<string, Account | null>;

function dataOf({ token }: Account): Buffer {
  if (!token) return Buffer.alloc(0);
  const data = Buffer.alloc(165);
  mint.toBuffer().copy(data, 0);
  token.of.toBuffer().copy(data, 32);
  data.writeBigUInt64LE(token.amount, 64);
  if (token.delegate) {
    data.writeUInt32LE(1, 72);
    token.delegate.toBuffer().copy(data, 76);
    data.writeBigUInt64LE(token.amount, 121);
  }
  if (token.closer) {
    data.writeUInt32LE(1, 129);
    token.closer.toBuffer().copy(data, 133);
  }
  return data;
}
const programOf = (account: Account) =>
  account.program ?? (account.token ? TOKEN_PROGRAM : SystemProgram.programId.toBase58());

const BEFORE: World = {
  [key(me)]: { lamports: 1_000_000_000 },
  [key(ata(me))]: { lamports: 2_039_280, token: { of: me, amount: 900_000_000n } },
  [key(ata(escrow))]: { lamports: 2_039_280, token: { of: escrow, amount: 0n } },
};
const honest = (paid = PAID, arrives = paid, cost = 5_000): World => ({
  [key(me)]: { lamports: 1_000_000_000 - cost },
  [key(ata(me))]: { lamports: 2_039_280, token: { of: me, amount: 900_000_000n - paid } },
  [key(ata(escrow))]: { lamports: 2_039_280, token: { of: escrow, amount: arrives } },
});

/** A node that knows these accounts, and what would become of them. */
function chain(after: World | Error, err: unknown = null): Connection {
  const info = (address: string, world: World) => {
    const account = world[address] ?? null;
    return account && { lamports: account.lamports ?? 1, program: programOf(account), data: dataOf(account) };
  };
  return {
    getMultipleAccountsInfo: vi.fn(async (keys: PublicKey[]) =>
      keys.map((one) => {
        const found = info(one.toBase58(), BEFORE);
        return found && { lamports: found.lamports, owner: new PublicKey(found.program), data: found.data };
      }),
    ),
    simulateTransaction: vi.fn(async (_tx, { accounts }: { accounts: { addresses: string[] } }) => {
      if (after instanceof Error) throw after;
      const answers = accounts.addresses.map((address) => {
        const found = info(address, { ...BEFORE, ...after });
        return (
          found && {
            lamports: found.lamports,
            owner: found.program,
            data: [found.data.toString('base64'), 'base64'],
          }
        );
      });
      return { value: { err, logs: [], accounts: answers } };
    }),
    getAddressLookupTable: vi.fn(async () => ({ value: null })),
  } as unknown as Connection;
}
const live = (tx: BuiltTx, after: World | Error = honest(), at = platform) =>
  checkTransaction(chain(after), tx, at);
const paper = (tx: BuiltTx, after: World | Error = honest()) => checkTransaction(chain(after), tx, null);

describe('a program that is not ours', () => {
  it('is never let through on paper, whatever a simulation shows', async () => {
    expect(await paper(built([order]))).toMatchObject({ verdict: 'differs' });
    expect(await paper(built([order, pay(PAID)]))).toMatchObject({ verdict: 'differs' });
  });

  it('never matches on a live platform either: it is for the user to decide, with what was seen', async () => {
    const found = await live(built([order]));
    expect(found).toMatchObject({ verdict: 'unchecked' });
    if (found.verdict !== 'unchecked') return;
    expect(found.reasons.join()).toMatch(/a program that this desk does not know/);
    expect(found.seen).toEqual([
      'you pay 50 USDC',
      'you pay 0.000005 SOL in fees, rent and transfers',
      'nothing else that belongs to your wallet would change',
    ]);
  });

  it('matches nowhere, however the balances come out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt(0n, 100_000_000n),
        fc.integer({ min: 0, max: 40_000_000 }),
        fc.boolean(),
        async (taken, cost, arrives) => {
          const { verdict } = await live(built([order]), honest(taken, arrives ? taken : 0n, cost));
          expect(verdict).not.toBe('matches');
          const asShown = taken === PAID && arrives && cost <= 26_000_000;
          expect(verdict).toBe(asShown ? 'unchecked' : 'differs');
        },
      ),
      { numRuns: 60 },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 26_000_000 }), async (cost) => {
        expect(await live(built([order]), honest(PAID, PAID, cost))).toMatchObject({ verdict: 'unchecked' });
      }),
      { numRuns: 30 },
    );
  });

  it('tells what an order costs beyond the usual', async () => {
    const found = await live(built([order]), honest(PAID, PAID, 12_000_000));
    expect(found).toMatchObject({ verdict: 'unchecked' });
    if (found.verdict === 'unchecked') expect(found.reasons.join()).toMatch(/costs 0\.012 SOL/);
  });

  const wrong: [string, World, RegExp][] = [
    ['takes more than shown', honest(PAID + 1n), /would change by -1 units more/],
    ['takes nothing', honest(0n), /would change by 50000000 units more/],
    ['sends the money elsewhere', honest(PAID, 0n), /would not go to/],
    [
      'has another key spend from your account',
      {
        ...honest(),
        [key(ata(me))]: { token: { of: me, amount: 850_000_000n, delegate: stranger } },
      },
      /another key could spend/,
    ],
    [
      'has another key close your account',
      { ...honest(), [key(ata(me))]: { token: { of: me, amount: 850_000_000n, closer: stranger } } },
      /another key could close/,
    ],
    [
      'takes your token account',
      { ...honest(), [key(ata(me))]: { token: { of: stranger, amount: 850_000_000n } } },
      /no longer be yours/,
    ],
    ['closes your token account', { ...honest(), [key(ata(me))]: null }, /no longer be yours/],
    [
      'takes your wallet itself',
      { ...honest(), [key(me)]: { lamports: 999_995_000, program: key(venue) } },
      /handed to a program/,
    ],
    ['takes your SOL', honest(PAID, PAID, 500_000_000), /lamports of SOL/],
  ];
  it.each(wrong)('is blocked where it %s', async (_name, after, reason) => {
    const found = await live(built([order]), after);
    expect(found).toMatchObject({ verdict: 'differs' });
    if (found.verdict === 'differs') expect(found.reasons.join()).toMatch(reason);
  });

  it('would fail where the chain says so', async () => {
    const found = await checkTransaction(
      chain(honest(), { InstructionError: [0, 'x'] }),
      built([order]),
      platform,
    );
    expect(found).toMatchObject({ verdict: 'would-fail' });
  });
});

describe('beside a program that is not ours', () => {
  const blocked: [string, TransactionInstruction, RegExp][] = [
    ['an approval', createApproveInstruction(ata(me), stranger, me, 1n), /Approve/],
    ['a payment to somebody else', pay(1n, ata(stranger)), /sends 1 units/],
    ['a closed account', createCloseAccountInstruction(ata(me), stranger, me), /closes your token account/],
    [
      'SOL sent away',
      SystemProgram.transfer({ fromPubkey: me, toPubkey: stranger, lamports: 30_000_000 }),
      /lamports of SOL/,
    ],
    ['your wallet handed away', SystemProgram.assign({ accountPubkey: me, programId: stranger }), /System/],
  ];
  it.each(blocked)('%s is blocked before anything is simulated', async (_name, instruction, reason) => {
    const connection = chain(honest());
    const found = await checkTransaction(connection, built([order, instruction]), platform);
    expect(found).toMatchObject({ verdict: 'differs' });
    if (found.verdict === 'differs') expect(found.reasons.join()).toMatch(reason);
    expect(connection.simulateTransaction).not.toHaveBeenCalled();
  });
});

describe('what a platform does not tell', () => {
  it('is said: whose account is paid', async () => {
    const found = await live(built([pay(PAID)], { expectation: unnamed }));
    expect(found).toMatchObject({ verdict: 'unchecked' });
    if (found.verdict === 'unchecked')
      expect(found.reasons).toEqual([
        'who receives the 50 USDC could not be checked: this platform does not publish its account',
      ]);
  });

  it('is said: who pays the fee, as long as they have signed', async () => {
    const paidFor = built(
      [pay(PAID)],
      { requiredSigners: [key(me), key(sponsor.publicKey)] },
      sponsor.publicKey,
    );
    const found = await live(paidFor);
    expect(found).toMatchObject({ verdict: 'unchecked' });
    if (found.verdict === 'unchecked') expect(found.reasons.join()).toMatch(/network fee is paid by/);
    const waits = built([pay(PAID)], { requiredSigners: [key(me), key(stranger)] });
    expect(await live(waits)).toMatchObject({ verdict: 'differs' });
    expect(await paper(paidFor)).toMatchObject({ verdict: 'differs' });
  });

  it('is said: nothing was seen without a node, or when it does not answer', async () => {
    const off = await live(built([order]), honest(), { ...platform, rpc: false });
    expect(off).toMatchObject({ verdict: 'unchecked', seen: [] });
    if (off.verdict === 'unchecked') {
      expect(off.reasons.join('\n')).toMatch(/not seen at all: this deployment has no connection/);
      expect(off.reasons.join('\n')).toMatch(/payment of 50000000 units .* is missing/);
    }
    const silent = await live(built([order]), new Error('connection reset'));
    expect(silent).toMatchObject({ verdict: 'unchecked', seen: [] });
    if (silent.verdict === 'unchecked') expect(silent.reasons.join()).toMatch(/connection reset/);
  });

  it('leaves nothing to say where every program is known and every account named', async () => {
    expect(await live(built([pay(PAID)]))).toMatchObject({ verdict: 'matches' });
    expect(await paper(built([pay(PAID)]))).toMatchObject({ verdict: 'matches' });
    expect(await live(built([pay(PAID)]), honest(), { ...platform, rpc: false })).toMatchObject({
      verdict: 'unchecked',
    });
  });
});

describe('paper beside live', () => {
  const honestPay = pay(PAID);
  const pool = [
    honestPay,
    pay(1n),
    pay(PAID, ata(stranger)),
    order,
    createApproveInstruction(ata(me), stranger, me, 1n),
    SystemProgram.transfer({ fromPubkey: me, toPubkey: stranger, lamports: 1_000_000 }),
    SystemProgram.transfer({ fromPubkey: me, toPubkey: stranger, lamports: 9_000_000 }),
  ];
  it('is never the looser of the two', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...pool), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(honest(), honest(PAID + 1n), honest(0n), new Error('away')),
        async (instructions, after) => {
          const tx = built(instructions);
          const [onPaper, onLive] = [await paper(tx, after), await live(tx, after)];
          // To the byte what was derived: proven, whatever a node shows or withholds of it.
          const isDerived = instructions.length === 1 && instructions[0] === honestPay;
          if (!isDerived) expect(onPaper.verdict).toBe('differs');
          if (onPaper.verdict !== 'matches') expect(onLive.verdict).not.toBe('matches');
        },
      ),
      { numRuns: 80 },
    );
  });
});
