import { fileURLToPath } from 'node:url';
import type { Database } from '../../server/db/client.ts';
import { openDatabase } from '../../server/db/open.ts';
import { createExchangeStore } from '../../server/exchange/exchange.store.ts';
import { createExchange, type Exchange } from '../../server/exchange/exchange.ts';
import { openFeeds } from '../../server/exchange/open-feeds.ts';
import { openUniverse } from '../../server/exchange/open-universe.ts';
import { createTokenMarket } from '../../server/exchange/tokens/tokens.ts';
import { readVaultKey } from '../../server/vault-key.ts';
import type { Settings } from './settings.ts';

const MIGRATIONS = fileURLToPath(new URL('../../server/db/migrations', import.meta.url));
/** The seed of a server that is not told another one. */
const UNIVERSE = 'evenline';
const MINUTES_A_DAY = 1_440;

type Place = Pick<Settings, 'dir' | 'databaseUrl'>;

const waitsForNobody = {
  onWait: (reason: string): void => {
    throw new Error(`The database cannot be loaded: ${reason}.`);
  },
  signal: new AbortController().signal,
  again: false,
};

export const openRecords = ({ dir, databaseUrl }: Place): Promise<Database> =>
  openDatabase({
    dataDir: dir,
    databaseUrl,
    migrationsDir: MIGRATIONS,
    lock: waitsForNobody,
    log: () => undefined,
  });

/** What a server needs in its environment to open the same exchange. */
export const serverEnv = ({ dir, databaseUrl }: Place): Record<string, string> => ({
  PAPER_FILL_DELAY_MS: '0',
  ...(databaseUrl !== undefined && {
    DATABASE_URL: databaseUrl,
    VAULT_KEY: Buffer.from(readVaultKey({ vaultKey: undefined, dataDir: dir }, () => undefined)).toString(
      'hex',
    ),
  }),
});

/** The exchange as a server would open it, in this process and without its keeper's loop; orders fill at once. */
export function openExchange(
  database: Database,
  { dir, keepMinutes }: Place & Pick<Settings, 'keepMinutes'>,
): Promise<Exchange> {
  const seed = UNIVERSE;
  const feeds = openFeeds({ seed });
  return createExchange({
    store: createExchangeStore(database),
    openUniverse: ({ anchor }) => openUniverse({ seed, file: undefined, anchor, feeds }),
    feeds,
    rounds: { seed },
    tokens: createTokenMarket({ seed }),
    vaultKey: readVaultKey({ vaultKey: undefined, dataDir: dir }, () => undefined),
    speed: 1,
    fillDelayMs: 0,
    transactionDays: keepMinutes === 0 ? 30 : keepMinutes / MINUTES_A_DAY,
    log: (entry) => {
      if (entry.message !== 'keeper job failed') console.error(JSON.stringify(entry));
    },
    fatal: (error) => {
      throw error;
    },
  });
}
