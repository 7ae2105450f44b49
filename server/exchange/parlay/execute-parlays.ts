import type { ErrorCode } from '@contract/error.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { ServiceError } from '../../common/errors.ts';
import { buildOf, intentOf } from '../core/builds.ts';
import type { ExchangeContext } from '../core/context.ts';
import type { SubmitSigned } from '../core/execute.ts';
import type { ParlayDraft } from '../core/intents/parlay.ts';
import { EXPIRED } from '../core/land-once.ts';
import { decodeSigned } from '../ledger/decode-signed.ts';
import { HALTED, LEG_CLOSED } from './land-parlay.ts';

type Item = RouteInput<'executeParlays'>['body']['parlays'][number];
type Answer = AnswerWire<'executeParlays'>['parlays'][number];

const CODES: [text: string, code: ErrorCode][] = [
  [EXPIRED, 'TRANSACTION_EXPIRED'],
  [LEG_CLOSED, 'LEG_NOT_OPEN'],
  [HALTED, 'TRADING_HALTED'],
];
const codeOf = (error: string): ErrorCode =>
  CODES.find(([text]) => error.startsWith(text))?.[1] ?? 'EXECUTION_FAILED';

/** The first field that names something else than the transaction does; undefined when all agree. */
function mismatch(item: Item, draft: ParlayDraft): string | undefined {
  const agrees: Record<string, boolean> = {
    parlayId: item.parlayId === draft.parlayId,
    nonce: item.nonce.toString() === draft.nonce,
    ownerPubkey: item.ownerPubkey === draft.owner,
    positionPubkey: item.positionPubkey === draft.position,
    legMarketIds:
      item.legMarketIds.length === draft.legs.length &&
      draft.legs.every(({ marketId }, index) => marketId === item.legMarketIds[index]),
  };
  return Object.keys(agrees).find((name) => agrees[name] === false);
}

async function executeItem(context: ExchangeContext, submit: SubmitSigned, item: Item): Promise<Answer> {
  const failed = (code: ErrorCode, message: string): Answer => ({
    status: 'error',
    parlayId: item.parlayId,
    code,
    message,
  });
  const decoded = decodeSigned(item.signedTransaction);
  if (!decoded.ok) return failed('INVALID_TRANSACTION', decoded.error);
  const build = await buildOf(context, decoded.tx);
  const intent = build && intentOf(build);
  if (intent?.kind !== 'parlay') {
    return failed(
      'UNKNOWN_TRANSACTION',
      'This exchange has built no such parlay, or too long ago. It moves nothing.',
    );
  }
  const field = mismatch(item, intent.draft);
  if (field !== undefined) {
    return failed('PARLAY_MISMATCH', `${field} is not what the transaction was built for. Nothing moved.`);
  }
  const landing = await submit(decoded.tx);
  return landing.status === 'Success'
    ? { status: 'ok', parlayId: item.parlayId, txSignature: landing.signature }
    : failed(codeOf(landing.error), landing.error);
}

const partly = (cause: unknown): ServiceError =>
  new ServiceError(
    'unavailable',
    'INTERNAL',
    'some of these parlays may have been executed and others were not: look them up, or send the same transactions again',
    { retryAfter: 1, cause },
  );

/**
 * Executes signed parlays, each once and for itself. Answers when the fate of all is known.
 * @throws ServiceError `unavailable` when none of them could be executed, or not all.
 */
export const executeParlays =
  (context: ExchangeContext, submit: SubmitSigned) =>
  async ({ body }: Pick<RouteInput<'executeParlays'>, 'body'>): Promise<AnswerWire<'executeParlays'>> => {
    const outcomes = await Promise.allSettled(body.parlays.map((item) => executeItem(context, submit, item)));
    const answers = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (failures.length > 0) {
      const [reason] = failures;
      const isNone = answers.every(({ status }) => status === 'error');
      // Where they differ, one may say that nothing happened, and another that nobody knows.
      const isOne = failures.every((other) => String(other) === String(reason));
      throw isNone && isOne ? reason : partly(reason);
    }
    return { parlays: answers };
  };
