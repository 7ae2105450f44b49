import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import type { VersionedTransaction } from '@solana/web3.js';
import { invalidParam } from '../../common/errors.ts';
import { decodeSigned } from '../ledger/decode-signed.ts';
import { hasSigned, missingSigners } from '../ledger/signers.ts';
import type { BuildRow } from '../writer/commit.store.ts';
import { buildOf, type Intent, intentOf, landedLongAgo } from './builds.ts';
import type { ExchangeContext } from './context.ts';
import { type LandingRules, land } from './land.ts';
import { failed, type Landing } from './land-once.ts';

/** Of what nothing is known. It may have landed, and be forgotten; sent now it changes nothing. */
const FORGOTTEN =
  'This transaction was not built by this exchange, or was too long ago to be remembered. It moves nothing.';

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
    if (!hasSigned(tx, address)) return `The signature of ${address} is wrong. Nothing moved.`;
  }
  return null;
}

/**
 * Executes a signed transaction that this exchange built: once, however often it comes. A message with all its
 * signatures right gets one answer for good; what fails for its signatures alone may be sent again.
 */
export function createSubmitSigned(context: ExchangeContext, rules: LandingRules) {
  return async (tx: VersionedTransaction): Promise<Landing> => {
    const build = await buildOf(context, tx);
    if (!build) {
      const signature = await landedLongAgo(context, tx);
      return signature === null ? failed(FORGOTTEN) : { status: 'Success', signature, error: null };
    }
    const objection = signatureObjection(tx, intentOf(build));
    if (objection !== null) return failed(objection);
    return context.writer.submit((uow) => land(context, rules, uow, build, tx));
  };
}
export type SubmitSigned = ReturnType<typeof createSubmitSigned>;

type Body = RouteInput<'execute'>['body'];

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** @throws ServiceError `invalid` where what comes along belongs to another transaction. What is not said is not asked. */
function requireSameBuild(build: BuildRow, { context, ownerPubkey, userPubkey }: Body): void {
  const { signers } = intentOf(build);
  for (const [param, owner] of Object.entries({ ownerPubkey, userPubkey })) {
    if (owner !== undefined && !signers.includes(owner)) {
      throw invalidParam(param, `${param} is not the owner of this transaction`);
    }
  }
  const owner = fieldOf(context, 'ownerPubkey');
  const swap = fieldOf(context, 'swapRequestId');
  const isOther =
    (typeof owner === 'string' && !signers.includes(owner)) ||
    (typeof swap === 'string' && swap !== build.hash);
  if (isOther) throw invalidParam('context', 'context is that of another transaction');
}

/**
 * @throws ServiceError `invalid` for a body that is no transaction, or whose context or owner is another one's; everything else is
 * answered with 200 and `Failed`.
 */
export const execute =
  (exchange: ExchangeContext, submit: SubmitSigned) =>
  async ({ body }: { body: Body }): Promise<AnswerWire<'execute'>> => {
    const decoded = decodeSigned(body.signedTransaction);
    if (!decoded.ok) throw invalidParam('signedTransaction', decoded.error);
    if (body.context !== undefined || body.ownerPubkey !== undefined || body.userPubkey !== undefined) {
      const build = await buildOf(exchange, decoded.tx);
      if (build) requireSameBuild(build, body);
    }
    const landing = await submit(decoded.tx);
    return { ...landing, ...(body.requestId !== undefined && { requestId: body.requestId }) };
  };
