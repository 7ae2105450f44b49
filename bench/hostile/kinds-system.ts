import { type AccountRole, moveLamports, tokenInstructions } from '@contract/transactions/instruction.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import { derive } from '../../src/tx/derive.ts';
import {
  adding,
  bytesOf,
  call,
  changing,
  isClose,
  isOpening,
  type Kind,
  kind,
  loss,
  NEVER_ASKED,
  pays,
  preceding,
  read,
  right,
  signs,
  u32,
  u64,
  withAccount,
  written,
} from './kind.ts';
import * as is from './parties.ts';

/* The owner's wallet and nonce account are handed over or emptied, and rent is paid for others. */

const own = is.accountOf(is.OWNER, is.USDC);
const { ensureAccount } = tokenInstructions(derive);
const system = (data: readonly number[], ...accounts: readonly AccountRole[]) =>
  call(PROGRAMS.system, data, ...accounts);
const seed = [...bytesOf(is.OWNER), ...u64(1n), 97];
const RECENT = 'SysvarRecentB1ockHashes11111111111111111111';
const RENT = 'SysvarRent111111111111111111111111111111111';
const systemRights: readonly Kind[] = [
  right('wallet handed to a program', system([...u32(1), ...bytesOf(is.UNKNOWN_PROGRAM)], pays(is.OWNER))),
  right('wallet made to hold data', system([...u32(8), ...u64(64n)], pays(is.OWNER))),
  right(
    'account under a seed handed over',
    system([...u32(10), ...seed, ...bytesOf(is.UNKNOWN_PROGRAM)], written(is.SPARE_ACCOUNT), signs(is.OWNER)),
  ),
  right(
    'account under a seed enlarged',
    system(
      [...u32(9), ...seed, ...u64(64n), ...bytesOf(is.UNKNOWN_PROGRAM)],
      written(is.SPARE_ACCOUNT),
      signs(is.OWNER),
    ),
  ),
  loss(
    'account opened under a seed',
    system(
      [...u32(3), ...seed, ...u64(2_000_000n), ...u64(0n), ...bytesOf(is.UNKNOWN_PROGRAM)],
      pays(is.OWNER),
      written(is.SPARE_ACCOUNT),
    ),
  ),
  kind(
    'nonce in place of a blockhash',
    'rights',
    NEVER_ASKED,
    preceding(system(u32(4), written(is.NONCE_ACCOUNT), read(RECENT), signs(is.OWNER))),
  ),
  right('nonce advanced', system(u32(4), written(is.NONCE_ACCOUNT), read(RECENT), signs(is.OWNER))),
  loss(
    'nonce account emptied',
    system(
      [...u32(5), ...u64(1_000_000_000n)],
      written(is.NONCE_ACCOUNT),
      written(is.STRANGER),
      read(RECENT),
      read(RENT),
      signs(is.OWNER),
    ),
  ),
  right(
    'nonce account made',
    system([...u32(6), ...bytesOf(is.STRANGER)], written(is.NONCE_ACCOUNT), read(RECENT), read(RENT)),
  ),
  right(
    'nonce account handed over',
    system([...u32(7), ...bytesOf(is.STRANGER)], written(is.NONCE_ACCOUNT), signs(is.OWNER)),
  ),
  right('nonce account upgraded', system(u32(12), written(is.NONCE_ACCOUNT))),
  right('system instruction that nobody knows', system(u32(77), pays(is.OWNER))),
  right('system instruction without data', system([], pays(is.OWNER))),
];

const RENT_WORDS = /of rent for a token account|its rent, .* goes to|SOL/;
const rent: readonly Kind[] = [
  kind(
    'account opened for a stranger',
    'money',
    RENT_WORDS,
    adding(ensureAccount(is.OWNER, is.UNKNOWN_PROGRAM, is.USDC)),
  ),
  kind(
    'three accounts opened for strangers',
    'money',
    RENT_WORDS,
    adding(
      ...[is.USDC, is.STABLECOIN, is.COIN].map((mint) => ensureAccount(is.OWNER, is.UNKNOWN_PROGRAM, mint)),
    ),
  ),
  kind(
    'account of wrapped SOL opened for a stranger',
    'money',
    RENT_WORDS,
    preceding(ensureAccount(is.OWNER, is.STRANGER, is.SOL)),
  ),
  kind(
    'account opened for the platform',
    'none',
    RENT_WORDS,
    adding(ensureAccount(is.OWNER, is.VAULT, is.COIN)),
  ),
  kind(
    'account opened for a stranger in place of the own',
    'money',
    RENT_WORDS,
    changing(isOpening, (one) =>
      withAccount(withAccount(one, 1, is.accountOf(is.STRANGER, is.SOL)), 2, is.STRANGER),
    ),
  ),
  kind(
    'rent of the escrow to a stranger',
    'money',
    RENT_WORDS,
    changing(isClose, (one) => withAccount(one, 1, is.STRANGER)),
  ),
  kind(
    'rent of the escrow to the platform',
    'money',
    RENT_WORDS,
    changing(isClose, (one) => withAccount(one, 1, is.VAULT)),
  ),
  kind(
    'tokens taken out of a nested account',
    'money',
    NEVER_ASKED,
    adding(
      call(
        PROGRAMS.associatedToken,
        [2],
        written(own),
        read(is.USDC.address),
        written(is.accountOf(is.STRANGER, is.USDC)),
        read(is.OWNER),
        read(is.USDC.address),
        pays(is.OWNER),
        read(PROGRAMS.token),
      ),
    ),
  ),
  kind(
    'associated token instruction that nobody knows',
    'rights',
    NEVER_ASKED,
    adding(call(PROGRAMS.associatedToken, [9], pays(is.OWNER), written(own))),
  ),
  kind('rent of a new account by the sponsor', 'none', RENT_WORDS, (intent) =>
    intent.honest.payer === is.SPONSOR
      ? null
      : adding(ensureAccount(is.SPONSOR, is.OWNER, is.SOL), moveLamports(is.SPONSOR, is.SPONSOR, 0n))(intent),
  ),
];

export const SYSTEM_KINDS: readonly Kind[] = [...systemRights, ...rent];
