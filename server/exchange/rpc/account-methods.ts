import { addressOf, isTokenProgram } from '../ledger/addresses.ts';
import type { TokenHolding } from '../ledger/ledger.ts';
import { isTokenAccountData, tokenAmountOf, tokenMintBytes } from '../ledger/token-layout.ts';
import { encodeAccount, encodeAccountsAt, uiAmount } from './encode-account.ts';
import type { Method } from './method.ts';
import { withContext } from './method.ts';
import type { Params } from './params.ts';
import { configAt, listAt, pubkey, pubkeyAt } from './params.ts';
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

function holdingFilter(params: Params): (holding: TokenHolding) => boolean {
  const { mint, programId } = configAt(params, 1);
  if (mint !== undefined) {
    const wanted = pubkey(mint, 'mint');
    return (holding) => holding.mint === wanted;
  }
  if (programId === undefined) throw invalidParams('a mint or a programId must be given');
  const wanted = pubkey(programId, 'programId');
  if (!isTokenProgram(wanted)) throw invalidParams('unrecognized token program id');
  return (holding) => holding.program === wanted;
}

const getTokenAccountsByOwner: Method = (deps, params) => {
  const { ledger } = deps;
  const wanted = holdingFilter(params);
  const config = configAt(params, 2);
  const held = ledger.tokenAccountsOf(pubkeyAt(params, 0)).filter(wanted);
  const addresses = held.map(({ pubkey: address }) => address);
  const accounts = encodeAccountsAt(ledger, addresses, config);
  return withContext(
    deps,
    addresses.map((address, index) => ({ pubkey: address, account: accounts[index] })),
  );
};

const getBalance: Method = (deps, params) =>
  withContext(deps, Number(deps.ledger.lamports(pubkeyAt(params, 0))));

const getAccountInfo: Method = (deps, params) => {
  const account = deps.ledger.account(pubkeyAt(params, 0));
  return withContext(deps, encodeAccount(deps.ledger, account, configAt(params, 1)));
};

const getMultipleAccounts: Method = (deps, params) => {
  const config = configAt(params, 1);
  const addresses = listAt(params, 0, 'accounts', MAX_ACCOUNTS).map((key) => pubkey(key));
  return withContext(deps, encodeAccountsAt(deps.ledger, addresses, config));
};

/** Answers by what is committed alone. */
const committed =
  (look: Method): Method =>
  (deps, params) =>
    deps.read(() => look(deps, params));

/** What can be asked about accounts. */
export const ACCOUNT_METHODS = {
  getBalance: committed(getBalance),
  getAccountInfo: committed(getAccountInfo),
  getMultipleAccounts: committed(getMultipleAccounts),
  getTokenAccountBalance: committed(getTokenAccountBalance),
  getTokenAccountsByOwner: committed(getTokenAccountsByOwner),
} satisfies Record<string, Method>;
