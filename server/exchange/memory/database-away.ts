import { ServiceError } from '../../common/errors.ts';

/** A code of the SQL standard: five digits or capitals. */
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Connection, sign-in, name, resources, intervention of an operator: of the database, not of what it was asked. */
const OF_THE_DATABASE = /^(08|28|3D|53|57)/;

/**
 * What a failed query is told as: `unavailable` where the database could not be asked, which has changed nothing. Everything else
 * comes back as it is.
 */
export function toldOfDatabase(error: unknown): unknown {
  if (!(error instanceof Error) || error.constructor.name !== 'DrizzleQueryError') return error;
  const { cause } = error;
  const code = cause !== null && typeof cause === 'object' && 'code' in cause ? String(cause.code) : '';
  if (SQLSTATE.test(code) && !OF_THE_DATABASE.test(code)) return error;
  const message = 'the database does not answer; nothing was changed, try again shortly';
  return new ServiceError('unavailable', 'INTERNAL', message, { retryAfter: 1, cause: error });
}
