import { ApiError, badRequest } from '../../common/errors.ts';
import { NotInMemoryError } from '../ledger/not-in-memory.ts';

/** A refusal of the trigger interface that names no field. */
export const refusal = (
  status: 400 | 401 | 403 | 404 | 409,
  message: string,
  details?: unknown,
): ApiError => {
  const type =
    status === 401
      ? 'authentication_error'
      : status === 403
        ? 'permission_error'
        : status === 409
          ? 'idempotency_error'
          : 'invalid_request_error';
  return new ApiError(status, type, 'INVALID_PARAM', message, undefined, { details });
};

export const unauthorized = (): ApiError => refusal(401, 'Unauthorized');
export const noSuchOrder = (): ApiError => refusal(404, 'Order not found');

/** 400 naming the field at fault: the interface puts it into `details`. */
export const invalid = (field: string, message: string): ApiError => badRequest(field, message);

/**
 * Answers what goes wrong on our side as the 500 that the operation documents. What has a form of its own passes:
 * refusals, and a writer that is not available, which says whether anything happened and when to try again.
 */
export const failing =
  <Input, Output>(message: string, handle: (input: Input) => Promise<Output>) =>
  async (input: Input): Promise<Output> => {
    try {
      return await handle(input);
    } catch (cause) {
      if (cause instanceof ApiError || cause instanceof NotInMemoryError) throw cause;
      throw new ApiError(500, 'api_error', 'INTERNAL', message, undefined, { cause });
    }
  };
