import { invalidParam, type ServiceError } from '../../common/errors.ts';
import { PROGRAMS, parseKey } from '../ledger/addresses.ts';
import { isPlatformAddress, type PlatformKeys } from '../ledger/keys.ts';
import type { Ledger } from '../ledger/ledger.ts';

interface ActorFields {
  ownerPubkey?: string | undefined;
  userPubkey?: string | undefined;
  payerPubkey?: string | undefined;
}

/** Text that is a real 32-byte key, not only the letters of one. @throws ServiceError `invalid` naming `param`. */
export function checkedKey(text: string, param: string): string {
  const key = parseKey(text);
  if (key === null || key.toBase58() !== text) throw invalidParam(param, `${param} is not a public key`);
  return text;
}

const twoOwners = (): ServiceError =>
  invalidParam('userPubkey', 'userPubkey is an older name of ownerPubkey: the two must not differ');

/** The owner by either of its two names; undefined when neither is given. @throws ServiceError `invalid` when they differ. */
export function ownerOf(fields: ActorFields): string | undefined {
  const { ownerPubkey, userPubkey } = fields;
  if (ownerPubkey !== undefined) checkedKey(ownerPubkey, 'ownerPubkey');
  if (userPubkey !== undefined) checkedKey(userPubkey, 'userPubkey');
  if (ownerPubkey !== undefined && userPubkey !== undefined && ownerPubkey !== userPubkey) {
    throw twoOwners();
  }
  return ownerPubkey ?? userPubkey;
}

interface OwnersFields {
  ownerPubkey?: readonly string[] | undefined;
  userPubkey?: readonly string[] | undefined;
}

/** Each of the owners once, by either of their two names; undefined without. @throws ServiceError `invalid` when they differ. */
export function ownersOf({ ownerPubkey, userPubkey }: OwnersFields): string[] | undefined {
  const [named, older] = [ownerPubkey, userPubkey].map((keys) => keys && [...new Set(keys)]);
  if (named && older && (named.length !== older.length || older.some((key) => !named.includes(key)))) {
    throw twoOwners();
  }
  return named ?? older;
}

interface Chain {
  keys: PlatformKeys;
  ledger: Pick<Ledger, 'account'>;
}

/**
 * The address of a wallet, or of one to be. The exchange's own keys are none: it would complete their transactions by
 * itself. Programs, mints and token accounts can neither pay nor sign.
 * @throws ServiceError `invalid` naming `param`.
 */
export function requireWallet({ keys, ledger }: Chain, address: string, param: string): void {
  if (isPlatformAddress(keys, address)) throw invalidParam(param, `${param} is a key of the exchange itself`);
  const account = ledger.account(address);
  if (account !== null && (account.owner !== PROGRAMS.system || account.executable)) {
    throw invalidParam(param, `${param} is not the address of a wallet`);
  }
}

/** Who acts and who pays. @throws ServiceError `invalid` without an owner, or where one of the two is no wallet. */
export function actorOf(
  chain: Chain,
  fields: ActorFields,
  fallbackOwner?: string,
): { owner: string; payer: string } {
  const owner = ownerOf(fields) ?? fallbackOwner;
  if (owner === undefined) throw invalidParam('ownerPubkey', 'ownerPubkey is required');
  const payer = fields.payerPubkey === undefined ? owner : checkedKey(fields.payerPubkey, 'payerPubkey');
  requireWallet(chain, owner, 'ownerPubkey');
  if (payer !== owner) requireWallet(chain, payer, 'payerPubkey');
  return { owner, payer };
}
