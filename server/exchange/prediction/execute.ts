import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import type { VersionedTransaction } from '@solana/web3.js';
import { badRequest } from '../../errors.ts';
import { decodeSigned } from '../ledger/decode-signed.ts';
import { signerAddresses } from '../ledger/message-bytes.ts';
import { checkSignature, missingSigners } from '../ledger/signers.ts';
import { buildOf, type Intent, intentOf } from './builds.ts';
import type { ExchangeContext } from './context.ts';
import { land } from './land.ts';
import { failed, type Landing } from './land-once.ts';
import type { MarketDirectory } from './markets.ts';

type Body = RouteInput<'execute'>['body'];

/** What is wrong with the signatures of a known message; null when nothing is. */
export function signatureObjection(tx: VersionedTransaction, intent: Intent): string | null {
  const missing = new Set(missingSigners(tx));
  const { header, staticAccountKeys } = tx.message;
  for (const key of staticAccountKeys.slice(0, header.numRequiredSignatures)) {
    const address = key.toBase58();
    if (missing.has(address)) {
      // Where the exchange was asked not to sign before, it signs now.
      if (intent.skipSigning && !intent.signers.includes(address)) continue;
      return `The signature of ${address} is missing. Nothing moved.`;
    }
    if (checkSignature(tx, address) !== 'ok') return `The signature of ${address} is wrong. Nothing moved.`;
  }
  return null;
}

/**
 * Executes a signed transaction that this exchange built: once, however often it comes. A message with all its
 * signatures right gets one answer for good; what fails for its signatures alone may be sent again.
 */
export function createSubmitSigned(context: ExchangeContext, markets: MarketDirectory) {
  return async (tx: VersionedTransaction): Promise<Landing> => {
    const build = await buildOf(context, tx);
    if (!build) {
      return failed('This transaction was not built by this exchange, or was too long ago. Nothing moved.');
    }
    const objection = signatureObjection(tx, intentOf(build));
    if (objection !== null) return failed(objection);
    return context.writer.submit((uow) => land(context, markets, uow, build, tx));
  };
}
export type SubmitSigned = ReturnType<typeof createSubmitSigned>;

/**
 * What a client says beside the transaction has to fit it: what is executed is what was built, whoever it says it is
 * for. @throws ApiError 400 for an owner who is to sign nothing of it.
 */
function requireOwner(tx: VersionedTransaction, { ownerPubkey, userPubkey }: Body): void {
  for (const [param, owner] of Object.entries({ ownerPubkey, userPubkey })) {
    if (owner !== undefined && !signerAddresses(tx).includes(owner)) {
      throw badRequest(param, `${param} is none of the signers of this transaction`);
    }
  }
}

/** @throws ApiError 400 for a body that is no transaction; everything else is answered with 200 and `Failed`. */
export const execute =
  (submit: SubmitSigned) =>
  async ({ body }: { body: Body }): Promise<AnswerWire<'execute'>> => {
    const decoded = decodeSigned(body.signedTransaction);
    if (!decoded.ok) throw badRequest('signedTransaction', decoded.error);
    requireOwner(decoded.tx, body);
    const landing = await submit(decoded.tx);
    return { ...landing, ...(body.requestId !== undefined && { requestId: body.requestId }) };
  };
