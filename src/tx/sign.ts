import type { Pubkey, Signature } from '@contract/ids.ts';
import { ed25519 } from '@noble/curves/ed25519';
import { PublicKey, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import { toBase64 } from '@/lib/base64.ts';
import { guardsObjection } from './guards.ts';
import { sameBytes } from './same-bytes.ts';

/** Signing comes from outside: bytes in, bytes out, or a refusal thrown. */
export interface Signer {
  pubkey: Pubkey;
  signTransaction: (tx: VersionedTransaction) => Promise<VersionedTransaction>;
  /** Where the wallet can sign several at one press. */
  signAllTransactions?: ((txs: VersionedTransaction[]) => Promise<VersionedTransaction[]>) | null;
}

export type Signed =
  | { result: 'signed'; base64: string; signature: Signature }
  | { result: 'rejected' }
  /** The wallet returned something else than what was checked, or nothing; `isGone`: it is not connected any more. */
  | { result: 'refused'; reason: string; isGone?: boolean };

/**
 * Judges what came back with the wallet's guards behind it, before anything of it is kept or sent: true, or why it is
 * not what was checked, in words that follow "Not sent: ".
 */
export type Recheck = (changed: VersionedTransaction) => Promise<true | string>;

/** Wallets name a refusal in their own ways: code 4001, or an error that says so. */
export function isRejection(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return false;
  const { code, message, error } = cause as { code?: unknown; message?: unknown; error?: unknown };
  if (code === 4001) return true;
  if (typeof message === 'string' && /reject|denied|declin|cancell?ed/i.test(message)) return true;
  return error !== undefined && error !== cause && isRejection(error);
}

function refusal(cause: unknown): Signed {
  if (isRejection(cause)) return { result: 'rejected' };
  if (!(cause instanceof Error)) return { result: 'refused', reason: 'the wallet did not sign' };
  // So all wallets name it: the account is gone, or another one was chosen.
  if (cause.name === 'WalletNotConnectedError')
    return { result: 'refused', reason: 'its wallet is not connected any more', isGone: true };
  return { result: 'refused', reason: cause.message || 'the wallet did not sign' };
}

/** A wallet gets a copy: what was checked stays as it was. */
const copyOf = (tx: VersionedTransaction): VersionedTransaction =>
  VersionedTransaction.deserialize(tx.serialize());

/**
 * Whether what came back is what was checked, fully and validly signed. A message with the wallet's guards behind it
 * passes where the owner alone signs it and `recheck` finds nothing else in it; no other change does.
 */
async function verified(
  tx: VersionedTransaction,
  signed: VersionedTransaction | undefined,
  owner: Pubkey,
  recheck: Recheck | undefined,
): Promise<Signed> {
  const refused = (reason: string): Signed => ({ result: 'refused', reason });
  if (!signed) return refused('the wallet did not return it');
  const message = signed.message.serialize();
  const isChanged = !sameBytes(message, tx.message.serialize());
  if (isChanged) {
    if (!recheck) return refused('the wallet changed the transaction after it was checked');
    const objection = guardsObjection(tx, signed, owner);
    if (objection !== null) return refused(objection);
  }
  const needed = signed.message.header.numRequiredSignatures;
  if (signed.signatures.length > needed) return refused('it has a signature that nobody asked for');
  for (let index = 0; index < needed; index++) {
    const key = signed.message.staticAccountKeys[index];
    const signature = signed.signatures[index];
    if (!key || !signature || !ed25519.verify(signature, message, new PublicKey(key).toBytes())) {
      return refused('a signature is missing or does not fit');
    }
  }
  const [first] = signed.signatures;
  if (!first) return refused('a signature is missing');
  if (isChanged && recheck) {
    const judged = await recheck(signed);
    if (judged !== true) return refused(judged);
  }
  return {
    result: 'signed',
    base64: toBase64(signed.serialize()),
    signature: bs58.encode(first) as Signature,
  };
}

/**
 * What a wallet answers, unless the user stops waiting for it first: some never answer, such as one whose window was
 * closed. What it still says then is dropped. @throws as the wallet does, or that the user has declined
 */
export function answerOf<T>(wallet: Promise<T>, userCancelled: AbortSignal | undefined): Promise<T> {
  if (!userCancelled) return wallet;
  return new Promise((resolve, reject) => {
    const leave = () => reject(new Error('Cancelled: not waited for.'));
    userCancelled.addEventListener('abort', leave, { once: true });
    if (userCancelled.aborted) leave();
    wallet.then(resolve, reject);
  });
}

/**
 * Has the wallet sign, then makes sure that what came back is what was checked, fully and validly signed. `userCancelled`:
 * aborted when the user no longer waits. Without `recheck` the wallet's guards are refused like any other change.
 */
export async function signChecked(
  tx: VersionedTransaction,
  signer: Signer,
  userCancelled?: AbortSignal,
  recheck?: Recheck,
): Promise<Signed> {
  if (userCancelled?.aborted) return { result: 'rejected' };
  try {
    const signed = await answerOf(signer.signTransaction(copyOf(tx)), userCancelled);
    return await answerOf(verified(tx, signed, signer.pubkey, recheck), userCancelled);
  } catch (cause) {
    return refusal(cause);
  }
}

/**
 * The same for several at one press, where the wallet can; answers and `rechecks` are in the order of the transactions.
 */
export async function signAllChecked(
  txs: readonly VersionedTransaction[],
  signer: Signer,
  userCancelled?: AbortSignal,
  rechecks: readonly Recheck[] = [],
): Promise<Signed[]> {
  const [only, second] = txs;
  if (!signer.signAllTransactions || (only && !second)) {
    const answers: Signed[] = [];
    for (const [index, tx] of txs.entries()) {
      answers.push(await signChecked(tx, signer, userCancelled, rechecks[index]));
    }
    return answers;
  }
  try {
    const signed = await answerOf(signer.signAllTransactions(txs.map(copyOf)), userCancelled);
    const judged = txs.map((tx, index) => verified(tx, signed[index], signer.pubkey, rechecks[index]));
    return await answerOf(Promise.all(judged), userCancelled);
  } catch (cause) {
    return txs.map(() => refusal(cause));
  }
}
