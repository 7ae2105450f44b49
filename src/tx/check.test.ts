import { VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it, vi } from 'vitest';
import { checkTransaction, isDerived } from './check.ts';
import { parseTransaction } from './parse-transaction.ts';
import { NO_ROLES } from './roles.ts';
import {
  asDerived,
  built,
  expectation,
  key,
  live,
  me,
  memo,
  node,
  order,
  PAID,
  paper,
  pay,
  platform,
  reasonsOf,
  service,
  sponsor,
} from './testing-check.ts';
import type { Expectation } from './types.ts';

const plain = built([pay(PAID)]);
const bytes = Buffer.from(plain.transaction, 'base64');
const text = (changed: Uint8Array): string => Buffer.from(changed).toString('base64');

describe('a transaction as it is handed out', () => {
  it('is read where it is written again as the very same text', () => {
    expect(parseTransaction(plain.transaction)?.message.staticAccountKeys[0]?.toBase58()).toBe(key(me));
  });

  it.each<[string, string]>([
    ['bytes behind it', text(Uint8Array.from([...bytes, 0]))],
    ['a second one behind it', text(Buffer.concat([bytes, bytes]))],
    ['its last byte missing', text(bytes.subarray(0, -1))],
    ['a count that takes more bytes than it needs', text(Uint8Array.from([0x81, 0, ...bytes.subarray(1)]))],
    ['spaces around it', ` ${plain.transaction}\n`],
    ['no Base64', '%'],
    ['nothing', ''],
  ])('is none with %s', async (_name, transaction) => {
    expect(parseTransaction(transaction)).toBeNull();
    expect(reasonsOf(await paper({ ...plain, transaction }))).toBe('it cannot be read as a transaction');
  });

  it('is none beyond one packet of the network', () => {
    const large = (length: number) => built([memo('x'.repeat(length), me, service.publicKey)]).transaction;
    expect(parseTransaction(large(700))).not.toBeNull();
    expect(Buffer.from(large(990), 'base64').length).toBeGreaterThan(1_232);
    expect(parseTransaction(large(990))).toBeNull();
    const rest = 1_232 - Buffer.from(large(900), 'base64').length;
    expect(parseTransaction(large(900 + rest))).not.toBeNull();
    expect(parseTransaction(large(901 + rest))).toBeNull();
  });

  it('is what was derived where every byte of it is', () => {
    const { transaction, derived } = plain;
    if (!derived) throw new Error('nothing derived');
    expect(isDerived(transaction, derived)).toBe(true);
    expect(isDerived(built([pay(PAID + 1n)]).transaction, derived)).toBe(false);
    expect(isDerived(`${transaction}\n`, derived)).toBe(false);
  });

  it('is not signed in the owner’s name before the owner signs', async () => {
    const signed = Uint8Array.from(bytes);
    signed[1] = 7;
    expect(await paper(plain)).toMatchObject({ verdict: 'matches' });
    expect(reasonsOf(await paper({ ...plain, transaction: text(signed) }))).toBe(
      'it is signed in your name already',
    );
  });

  it('is not signed in the owner’s name either where another pays the fee, and signs first', async () => {
    const payer = key(sponsor.publicKey);
    const derived = { payer, instructions: asDerived([pay(PAID)]).derived?.instructions ?? [] };
    const expected: Expectation = { ...expectation, feePayer: payer };
    const sponsored = built([pay(PAID)], { expectation: expected, derived }, sponsor.publicKey);
    expect(await paper(sponsored)).toMatchObject({ verdict: 'matches' });
    const signed = Uint8Array.from(Buffer.from(sponsored.transaction, 'base64'));
    signed[1 + 64] = 7;
    expect(reasonsOf(await paper({ ...sponsored, transaction: text(signed) }))).toBe(
      'it is signed in your name already',
    );
  });

  it('is blocked where nothing was derived to compare it with', async () => {
    const found = await paper({ ...plain, derived: null });
    expect(found).toEqual({ verdict: 'differs', reasons: ['there is nothing to compare it with'] });
  });

  it('is blocked where it cannot be judged', async () => {
    const nobody = { ...plain, expectation: { ...expectation, owner: 'nobody' as Expectation['owner'] } };
    const blocked = { verdict: 'differs', reasons: ['its instructions cannot be read'] };
    expect(await paper(nobody)).toEqual(blocked);
    expect(await live(nobody)).toEqual(blocked);
  });

  it('is simulated as its wallet has signed it, where it has put guards behind it', async () => {
    const signed = VersionedTransaction.deserialize(bytes);
    for (const [of, at] of [
      [plain, null],
      [built([order]), platform],
    ] as const) {
      const chain = node({});
      await checkTransaction(chain, of, at, NO_ROLES, signed);
      expect(vi.mocked(chain.simulateTransaction).mock.calls[0]?.[0]).toBe(signed);
    }
  });
});
