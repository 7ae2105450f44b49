import type { App } from '../app.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { createRpc } from '../exchange/rpc/rpc.ts';
import { createSubscriptions, type Subscriptions } from '../exchange/rpc/subscriptions.ts';
import { createPaperApp } from '../paper-app.ts';
import { paperConfig } from '../paper-config.ts';
import type { PaperDeps } from '../paper-deps.ts';

/** Opens the test control of apps made for tests. */
export const CONTROL_TOKEN = 'test-control';

export interface PaperAppForTests {
  readonly app: App;
  readonly subscriptions: Subscriptions;
  close(): void;
}

/**
 * The whole server over an exchange, without a network: every answer is held to the contract, what it complains of goes
 * to `log`. The exchange is whoever opened it's to close.
 */
export function openPaperApp(
  exchange: Exchange,
  log: { push(entry: Record<string, unknown>): void },
  more: Partial<PaperDeps> = {},
): PaperAppForTests {
  const report = (error: unknown): void => log.push({ rpc: String(error) });
  const subscriptions = createSubscriptions(exchange.rpc, report);
  const app = createPaperApp({
    exchange,
    rpc: createRpc(exchange.rpc, report),
    subscriptions,
    config: paperConfig(exchange.chain, 1),
    clientDir: undefined,
    controlToken: CONTROL_TOKEN,
    checkAnswers: true,
    random: () => 0.5,
    log: (entry) => log.push(entry),
    ...more,
  });
  return {
    app,
    subscriptions,
    close: () => {
      subscriptions.close();
      app.close();
    },
  };
}
