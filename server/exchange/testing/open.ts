import { createExchange } from '../exchange.ts';
import type { Exchange } from '../ports.ts';
import { createTokenMarket } from '../tokens/tokens.ts';

type Options = Parameters<typeof createExchange>[0];
type Given = 'store' | 'feeds' | 'openUniverse' | 'log';

/** How many days the transactions of a test are kept. */
export const TRANSACTION_DAYS = 3;

/** An exchange as tests have it: orders fill at once, time is the test's, failures that are final are thrown. */
export const openTestExchange = (
  seed: string,
  options: Pick<Options, Given> & Partial<Omit<Options, Given>>,
): Promise<Exchange> =>
  createExchange({
    tokens: createTokenMarket({ seed }),
    vaultKey: new Uint8Array(32).fill(5),
    speed: 1,
    fillDelayMs: 0,
    transactionDays: TRANSACTION_DAYS,
    fatal: (error) => {
      throw error;
    },
    ...options,
  });
