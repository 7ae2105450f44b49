import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTurns, slices, sorting } from '../../common/one-by-one.ts';
import { addressOf, isTokenProgram } from '../ledger/addresses.ts';
import { canBeSpent } from '../ledger/spent.ts';
import { isTokenAccountData, mintDetails, tokenAmountOf, tokenMintBytes } from '../ledger/token-layout.ts';
import { withMemory } from '../memory/memory-source.ts';
import { costOfRows, type Spend } from './cost.ts';
import { encodeAccount, encodeAccounts, encodeAccountsAt, mintsOf, uiAmount } from './encode-account.ts';
import type { Method } from './method.ts';
import { withContext } from './method.ts';
import type { Config, Params } from './params.ts';
import { configAt, listAt, pubkey, pubkeyAt } from './params.ts';
import type { RpcDeps } from './ports.ts';
import { readAccounts } from './read-accounts.ts';
import { invalidParams } from './rpc-error.ts';

const MAX_ACCOUNTS = 100;

const getTokenAccountBalance: Method = (deps, params) => {
  const account = deps.ledger.account(pubkeyAt(params, 0));
  if (account === null) throw invalidParams('could not find account');
  if (!isTokenProgram(account.owner) || !isTokenAccountData(account.data)) {
    throw invalidParams('not a token account');
  }
  const decimals = deps.ledger.decimalsOf(addressOf(tokenMintBytes(account.data)));
  if (decimals === null) throw invalidParams('could not find mint');
  return withContext(deps, uiAmount(tokenAmountOf(account.data), decimals));
};

/** Which token accounts of an owner are asked for: of one mint, or of all mints of a program. */
type Wanted = { readonly mint: string } | { readonly program: string };

function wantedTokens(params: Params): Wanted {
  const { mint, programId } = configAt(params, 1);
  if (mint !== undefined) return { mint: pubkey(mint, 'mint') };
  if (programId === undefined) throw invalidParams('a mint or a programId must be given');
  const program = pubkey(programId, 'programId');
  if (!isTokenProgram(program)) throw invalidParams('unrecognized token program id');
  return { program };
}

interface Listed {
  readonly pubkey: string;
  readonly mint: string;
  readonly account: unknown;
}
const byMint = (a: Listed, b: Listed): number => (a.mint < b.mint ? -1 : Number(a.mint > b.mint));

/** An owner's token accounts in memory: all but those that are spent, of which it may have some. */
function heldTokens({ ledger }: RpcDeps, owner: string, wanted: Wanted, config: Config): Listed[] {
  const held = ledger
    .tokenAccountsOf(owner)
    .filter(({ mint, program }) => ('mint' in wanted ? mint === wanted.mint : program === wanted.program));
  const encoded = encodeAccountsAt(
    ledger,
    held.map(({ pubkey: address }) => address),
    config,
  );
  return held.map(({ pubkey: address, mint }, index) => ({ pubkey: address, mint, account: encoded[index] }));
}

/** So many are read at a time, and encoded in one piece: others go on in between. */
const SPENT_AT_ONCE = 200;

/** An owner's token accounts that are spent. However many there are, they do not come to memory for it. */
async function spentTokens(
  { accounts }: RpcDeps,
  owner: string,
  wanted: Wanted,
  config: Config,
  spend: Spend,
): Promise<Listed[]> {
  const mint = 'mint' in wanted ? wanted.mint : undefined;
  const program = 'mint' in wanted ? (await accounts.at([wanted.mint]))[0]?.owner : wanted.program;
  // Of a mint that many more hold than trade a round it is not even looked.
  if (program === undefined || !canBeSpent(program)) return [];
  const addresses = await accounts.spentOf(owner, mint);
  spend(costOfRows(addresses.length));
  const listed: Listed[] = [];
  for (const some of slices(addresses, SPENT_AT_ONCE)) {
    const found = await accounts.at(some);
    const mints = config.encoding === 'jsonParsed' ? await accounts.at([...new Set(mintsOf(found))]) : [];
    const decimals = new Map(mints.map(({ pubkey: mint, data }) => [mint, mintDetails(data).decimals]));
    const decimalsOf = (mint: string): number | null => decimals.get(mint) ?? null;
    for (const one of found) {
      const mint = addressOf(tokenMintBytes(one.data));
      listed.push({ pubkey: one.pubkey, mint, account: encodeAccount({ decimalsOf }, one, config) });
    }
    await nextTurn();
  }
  return listed;
}

const getTokenAccountsByOwner: Method = async (deps, params, spend) => {
  const wanted = wantedTokens(params);
  const config = configAt(params, 2);
  const owner = pubkeyAt(params, 0);
  const spent = await spentTokens(deps, owner, wanted, config, spend);
  // Afterwards: of what has been bought again meanwhile, or sold, memory knows better.
  const held = await withMemory(deps.memory, () => deps.read(() => heldTokens(deps, owner, wanted, config)));
  spend(costOfRows(held.length));
  const inMemory = new Set(held.map(({ pubkey: address }) => address));
  const all = [...held, ...spent.filter(({ pubkey: address }) => !inMemory.has(address))];
  const sorted = await inTurns(sorting(all, byMint));
  return withContext(
    deps,
    sorted.map(({ pubkey: address, account }) => ({ pubkey: address, account })),
  );
};

const getBalance: Method = (deps, params) =>
  withContext(deps, Number(deps.ledger.lamports(pubkeyAt(params, 0))));

const getAccountInfo: Method = (deps, params, spend) => {
  const [account = null] = readAccounts(deps.ledger, [pubkeyAt(params, 0)], spend);
  return withContext(deps, encodeAccount(deps.ledger, account, configAt(params, 1)));
};

const getMultipleAccounts: Method = (deps, params, spend) => {
  const config = configAt(params, 1);
  const addresses = listAt(params, 0, 'accounts', MAX_ACCOUNTS).map((key) => pubkey(key));
  const accounts = readAccounts(deps.ledger, addresses, spend);
  return withContext(deps, encodeAccounts(deps.ledger, accounts, config));
};

/** Answers by what is committed alone. */
const committed =
  (look: Method): Method =>
  (deps, params, spend) =>
    deps.read(() => look(deps, params, spend));

/** What can be asked about accounts. */
export const ACCOUNT_METHODS = {
  getBalance: committed(getBalance),
  getAccountInfo: committed(getAccountInfo),
  getMultipleAccounts: committed(getMultipleAccounts),
  getTokenAccountBalance: committed(getTokenAccountBalance),
  getTokenAccountsByOwner,
} satisfies Record<string, Method>;
