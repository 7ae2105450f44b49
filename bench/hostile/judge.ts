import type { ChainConfig } from '@contract/config.ts';
import { SOL_MINT, STABLECOIN_MINT, USDC_MINT } from '@contract/mints.ts';
import type { Ledger } from '../../server/exchange/ledger/ledger.ts';
import { checkTransaction } from '../../src/tx/check.ts';
import type { LivePlatform } from '../../src/tx/check-live.ts';
import { checkSignInTransaction } from '../../src/tx/check-sign-in.ts';
import { NO_ROLES, rolesOf } from '../../src/tx/roles.ts';
import type { Expectation } from '../../src/tx/types.ts';
import type { Verdict } from '../../src/tx/verdict.ts';
import { type Case, SIGN_IN_TEXT } from './cases.ts';
import { type NodeKind, nodeOf } from './nodes.ts';
import * as is from './parties.ts';

/* What the desk says to a transaction, whoever has built it and whatever node it is connected to. */

/** `live, unknown`: a live platform of which nothing is configured. */
export type Mode = 'paper' | 'live' | 'live, unknown';
/** Those on which nobody is asked to agree to what is honest. */
export const MODES = ['paper', 'live'] as const satisfies readonly Mode[];

/** `asked`: the user decides, having read the words. `passed`: the wallet opens at once. */
export type Outcome = 'blocked' | 'would fail' | 'asked' | 'passed';
export interface Found {
  outcome: Outcome;
  words: string;
  /** Whether a node was asked anything: a verdict reached without one is the same with any. */
  wasAsked: boolean;
}

/** What an operator configures of a platform whose every address is known. */
const CHAIN: ChainConfig = {
  authority: is.AUTHORITY,
  sponsor: is.SPONSOR,
  vault: is.VAULT,
  fees: is.FEES,
  parlays: is.PARLAYS,
  mintAuthority: is.MINT_AUTHORITY,
  programs: [{ address: is.VENUE, name: 'Orders' }],
  escrows: [is.ORDER, is.WAITING, is.OTHER_ORDER],
  vaultAccounts: [is.WALLET_VAULT],
  lookupTables: [is.PLATFORM_TABLE],
};
const ROLES = rolesOf(CHAIN);
const NAMES: ReadonlyMap<string, { symbol: string; decimals: number }> = new Map([
  [USDC_MINT, { symbol: 'USDC', decimals: 6 }],
  [STABLECOIN_MINT, { symbol: 'stablecoin', decimals: 6 }],
  [SOL_MINT, { symbol: 'SOL', decimals: 9 }],
]);
const LIVE: LivePlatform = { rpc: true, roles: ROLES, nameOf: (mint) => NAMES.get(mint) };
const PLATFORMS: Readonly<Record<Mode, LivePlatform | null>> = {
  paper: null,
  live: LIVE,
  'live, unknown': { ...LIVE, roles: NO_ROLES },
};

/** A transaction that is handed out for an intent. */
export interface Handed {
  /** Base64. */
  transaction: string;
  /** What the desk expects, where the answer has named other addresses than an honest one does. */
  expectation?: Expectation;
}

export function judgeSignIn(transaction: string): Found {
  const found = checkSignInTransaction(transaction, is.OWNER, (memo) =>
    memo === SIGN_IN_TEXT ? { ok: true } : { ok: false, reason: 'its memo is another text' },
  );
  return found.verdict === 'harmless'
    ? { outcome: 'passed', words: '', wasAsked: false }
    : { outcome: 'blocked', words: found.reason, wasAsked: false };
}

function told(found: Verdict): Omit<Found, 'wasAsked'> {
  switch (found.verdict) {
    case 'matches':
      return { outcome: 'passed', words: '' };
    case 'would-fail':
      return { outcome: 'would fail', words: found.reason };
    case 'differs':
      return { outcome: 'blocked', words: found.reasons.join('\n') };
    case 'unchecked':
      return { outcome: 'asked', words: found.reasons.join('\n') };
  }
}

export async function judge(
  world: Ledger,
  intent: Case,
  { transaction, expectation = intent.expectation }: Handed,
  { node, mode }: { node: NodeKind; mode: Mode },
): Promise<Found> {
  if (intent.terms === null) return judgeSignIn(transaction);
  const built = {
    transaction,
    expectation,
    derived: mode === 'paper' ? intent.honest : null,
    orderPubkey: null,
  };
  const { connection, wasAsked } = nodeOf(node, world, intent);
  const found = await checkTransaction(connection, built, PLATFORMS[mode], ROLES);
  return { ...told(found), wasAsked: wasAsked() };
}
