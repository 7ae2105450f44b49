import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How large an exchange to make, and where. */
export interface Settings {
  /** Orders to begin with; a folder that holds some already is filled up to them. */
  readonly orders: number;
  /** How often what is over is copied then, for wallets of their own. */
  readonly copies: number;
  readonly wallets: number;
  /** Days of the exchange over which they are made. */
  readonly days: number;
  /** Minutes for which transactions are kept while they are made; 0: thirty days, longer than any run takes. */
  readonly keepMinutes: number;
  /** Positions that fall due at once while wallets trade. */
  readonly due: number;
  /** Whole trades a second that are started, whether or not those before are through. */
  readonly rate: number;
  /** The same while those positions are settled; 0: each wallet as fast as it can. */
  readonly settleRate: number;
  /** Decides wallets and orders. */
  readonly seed: string;
  readonly dir: string;
  /** Whether the folder outlives the run. */
  readonly keep: boolean;
  /** PostgreSQL instead of the database in the folder. */
  readonly databaseUrl: string | undefined;
}

const LARGEST = 10_000_000;

function whole(name: string, fallback: number, least = 1): number {
  const text = process.env[name] ?? '';
  const value = text === '' ? fallback : Number(text);
  if (Number.isSafeInteger(value) && value >= least && value <= LARGEST) return value;
  throw new Error(`${name} must be a whole number from ${least} to ${LARGEST}`);
}

/** @throws Error naming the setting that cannot be used. */
export function readSettings(): Settings {
  const orders = whole('GROWTH_ORDERS', 20_000);
  const dir = process.env.GROWTH_DIR;
  return {
    orders,
    copies: whole('GROWTH_COPIES', 0, 0),
    wallets: whole('GROWTH_WALLETS', Math.max(50, Math.ceil(orders / 100))),
    days: whole('GROWTH_DAYS', 5),
    keepMinutes: whole('GROWTH_KEEP_MINUTES', 0, 0),
    due: whole('GROWTH_DUE', Math.ceil(orders / 10)),
    rate: whole('GROWTH_RATE', 50),
    settleRate: whole('GROWTH_SETTLE_RATE', 0, 0),
    seed: process.env.GROWTH_SEED || 'growth',
    dir: dir || mkdtempSync(join(tmpdir(), 'evenline-growth-')),
    keep: Boolean(dir),
    databaseUrl: process.env.DATABASE_URL || undefined,
  };
}
