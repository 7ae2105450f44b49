import { ServiceError } from '../../common/errors.ts';

/** A refusal of the trigger interface that names no field. */
export const refusal = (
  kind: 'invalid' | 'unauthenticated' | 'forbidden' | 'not-found' | 'conflict',
  message: string,
  details?: unknown,
): ServiceError => new ServiceError(kind, 'INVALID_PARAM', message, { details });

export const unauthorized = (): ServiceError => refusal('unauthenticated', 'Unauthorized');
export const noSuchOrder = (): ServiceError => refusal('not-found', 'Order not found');

/**
 * Answers what goes wrong on our side as the failure that the operation documents. What has a form of its own passes:
 * refusals, and a writer or a database that is not available, which say whether anything happened and when to try again.
 */
export const failing =
  <Input, Output>(message: string, handle: (input: Input) => Promise<Output>) =>
  async (input: Input): Promise<Output> => {
    try {
      return await handle(input);
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause;
      throw new ServiceError('internal', 'INTERNAL', message, { cause });
    }
  };
