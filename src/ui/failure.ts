/** Why something failed, as far as a panel tells. */
export interface Failure {
  message: string;
  kind: string;
  code?: string | undefined;
  /** Operation and field of an answer that could not be read. */
  field?: string | undefined;
  requestId?: string | undefined;
}

/** Everything by which the service can find a failure again, in one line. */
export const failureText = ({ kind, code, field, requestId }: Failure): string =>
  [kind, code, field, requestId && `request ${requestId}`].filter(Boolean).join(' · ');
