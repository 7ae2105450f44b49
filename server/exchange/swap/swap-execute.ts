import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { invalidParam } from '../../common/errors.ts';
import type { SubmitSigned } from '../core/execute.ts';
import { numbered } from '../core/land-once.ts';
import { decodeSigned } from '../ledger/decode-signed.ts';
import { messageHash } from '../ledger/signers.ts';

/** @throws ServiceError `invalid` for a body that is no transaction, or another one than was built under its `requestId`. */
export const swapExecute =
  (submit: SubmitSigned) =>
  async ({ body }: Pick<RouteInput<'swapExecute'>, 'body'>): Promise<AnswerWire<'swapExecute'>> => {
    const decoded = decodeSigned(body.signedTransaction);
    if (!decoded.ok) throw invalidParam('signedTransaction', decoded.error);
    if (messageHash(decoded.tx) !== body.requestId) {
      throw invalidParam('requestId', 'requestId is that of another transaction');
    }
    return numbered(await submit(decoded.tx));
  };
