import { shortAddress } from '../common/client-address.ts';
import type { Log } from '../common/log.ts';
import type { Metrics } from './metrics.ts';

/** A request that has its answer. */
export interface FinishedRequest {
  readonly operation: string;
  readonly status: number;
  readonly requestId: string;
  /** `performance.now()` when it came in. */
  readonly started: number;
  readonly client: () => string;
}

const READINESS = 'readyz';

export type Finished = (request: FinishedRequest) => void;

/**
 * Counts every request, and writes a line about those that failed by no fault of their own, or about all of them.
 * A no to whoever asks every second whether it is ready is no failure: why it is not is told when that changes.
 * A line names the operation, not the address that was asked: that may hold a wallet or what somebody searches for.
 */
export function createFinished(metrics: Metrics, log: Log, logAll: boolean): Finished {
  return ({ operation, status, requestId, started, client }) => {
    const ms = performance.now() - started;
    metrics.observe(operation, status, ms / 1000);
    if (!logAll && (status < 500 || operation === READINESS)) return;
    log({
      level: status < 500 ? 'info' : 'warn',
      request_id: requestId,
      operation,
      status,
      ms: Math.round(ms * 10) / 10,
      client: shortAddress(client()),
    });
  };
}
