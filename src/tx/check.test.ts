import { describe, expect, it } from 'vitest';
import { isDerived, parseTransaction } from './check.ts';
import { built, key, me, memo, PAID, paper, pay, reasonsOf, service } from './testing-check.ts';

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
});
