import type { Pubkey } from '@contract/ids.ts';
import { tokenAmount } from '@contract/money.ts';
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
} from '@solana/spl-token';
import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDecoded } from '@/tx/check-decoded.ts';
import { associatedTokenAddress, decodeTx } from '@/tx/decode.ts';
import { depositExpectation } from './expectation.ts';

const owner = Keypair.generate().publicKey;
const vault = Keypair.generate().publicKey;
const stranger = Keypair.generate().publicKey;
const mint = Keypair.generate().publicKey;
const MEMO = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const key = (value: PublicKey) => value.toBase58() as Pubkey;
const ata = (who: PublicKey) => new PublicKey(associatedTokenAddress(key(who), key(mint)));
const AMOUNT = 2_000_000_000n;

const memo = (text: string) =>
  new TransactionInstruction({
    programId: MEMO,
    keys: [{ pubkey: owner, isSigner: true, isWritable: false }],
    data: Buffer.from(text),
  });
const lamports = (amount: bigint, to = vault) =>
  SystemProgram.transfer({ fromPubkey: owner, toPubkey: to, lamports: amount });
const tokens = (amount: bigint, to = vault) =>
  createTransferCheckedInstruction(ata(owner), mint, ata(to), owner, amount, 6);
const open = createAssociatedTokenAccountIdempotentInstruction(owner, ata(vault), vault, mint);

function differences(instructions: TransactionInstruction[], isNative: boolean, amount = AMOUNT): string {
  const message = new TransactionMessage({
    payerKey: owner,
    recentBlockhash: key(stranger),
    instructions,
  }).compileToV0Message();
  const destination = isNative ? key(vault) : key(ata(vault));
  const expected = depositExpectation({
    owner: key(owner),
    mint: key(mint),
    decimals: 6,
    amount: tokenAmount(amount),
    isNative,
    vault: key(vault),
    destination,
    request: 'request-1',
  });
  const found = checkDecoded(decodeTx(new VersionedTransaction(message)), expected);
  return found.differences.map(({ text }) => text).join('; ');
}

describe('a deposit', () => {
  it('is exactly the amount to the vault, in SOL or in tokens', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 15n), (amount) => {
        expect(differences([lamports(amount), memo('deposit:request-1')], true, amount)).toBe('');
        expect(differences([open, tokens(amount), memo('deposit:request-1')], false, amount)).toBe('');
      }),
    );
  });
  const named = memo('request-1');
  it.each<[string, TransactionInstruction[], boolean, RegExp]>([
    ['of more SOL', [lamports(AMOUNT + 1n), named], true, /does not pay 1 times/],
    ['of SOL to somebody else', [lamports(AMOUNT, stranger), named], true, /go to/],
    ['of SOL twice', [lamports(AMOUNT), lamports(AMOUNT), named], true, /does not pay 1 times/],
    ['of SOL with tokens beside it', [lamports(AMOUNT), tokens(5n), named], true, /sends 5 units|unknown/],
    ['of nothing', [named], true, /but nothing/],
    ['of more tokens', [tokens(AMOUNT + 1n), named], false, /sends/],
    ['of tokens to somebody else', [tokens(AMOUNT, stranger), named], false, /sends/],
    ['of tokens with SOL beside it', [tokens(AMOUNT), lamports(3_000_000n), named], false, /would go to/],
    ['for another request', [lamports(AMOUNT), memo('request-2')], true, /memo/],
  ])('%s is never signed', (_name, instructions, isNative, reason) => {
    expect(differences(instructions, isNative)).toMatch(reason);
  });
});
