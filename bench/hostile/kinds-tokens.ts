import type { AccountRole } from '@contract/transactions/instruction.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import {
  adding,
  bytesOf,
  call,
  type Kind,
  kind,
  loss,
  NEVER_ASKED,
  read,
  right,
  signs,
  u64,
  written,
} from './kind.ts';
import * as is from './parties.ts';

/* The owner's token accounts are lent, handed over, closed, emptied or locked. */

const own = is.accountOf(is.OWNER, is.USDC);
const own2022 = is.accountOf(is.OWNER, is.COIN_2022);
const shared = is.accountOf(is.SHARED, is.USDC);
const wrapped = is.accountOf(is.OWNER, is.SOL);

const token = (data: readonly number[], ...accounts: readonly AccountRole[]) =>
  call(PROGRAMS.token, data, ...accounts);
const token2022 = (data: readonly number[], ...accounts: readonly AccountRole[]) =>
  call(PROGRAMS.token2022, data, ...accounts);
const several = [read(is.SHARED), signs(is.OWNER), signs(is.STRANGER)];

const tokenRights: readonly Kind[] = [
  right('approval of 1 unit', token([4, ...u64(1n)], written(own), read(is.STRANGER), signs(is.OWNER))),
  right(
    'approval of everything',
    token([4, ...u64((1n << 64n) - 1n)], written(own), read(is.STRANGER), signs(is.OWNER)),
  ),
  right(
    'approval, checked',
    token([13, ...u64(5n), 6], written(own), read(is.USDC.address), read(is.STRANGER), signs(is.OWNER)),
  ),
  right(
    'approval of the platform’s vault',
    token([4, ...u64(1n)], written(own), read(is.VAULT), signs(is.OWNER)),
  ),
  right(
    'approval of the second account',
    token([4, ...u64(1n)], written(is.SPARE_ACCOUNT), read(is.STRANGER), signs(is.OWNER)),
  ),
  right(
    'approval of a Token-2022 account',
    token2022([4, ...u64(1n)], written(own2022), read(is.STRANGER), signs(is.OWNER)),
  ),
  right(
    'approval with several signers',
    token([4, ...u64(1n)], written(shared), read(is.STRANGER), ...several),
  ),
  right('revoking of approvals', token([5], written(own), signs(is.OWNER))),
  right(
    'another owner of the account',
    token([6, 2, 1, ...bytesOf(is.STRANGER)], written(own), signs(is.OWNER)),
  ),
  right(
    'another key to close the account',
    token([6, 3, 1, ...bytesOf(is.STRANGER)], written(own), signs(is.OWNER)),
  ),
  right(
    'another owner of a Token-2022 account',
    token2022([6, 2, 1, ...bytesOf(is.STRANGER)], written(own2022), signs(is.OWNER)),
  ),
  right(
    'another owner of a shared account',
    token([6, 2, 1, ...bytesOf(is.STRANGER)], written(shared), ...several),
  ),
  loss('account closed to a stranger', token([9], written(own), written(is.STRANGER), signs(is.OWNER))),
  loss('account closed to the owner', token([9], written(own), written(is.OWNER), signs(is.OWNER))),
  loss(
    'second account closed to the platform',
    token([9], written(is.SPARE_ACCOUNT), written(is.VAULT), signs(is.OWNER)),
  ),
  loss('shared account closed', token([9], written(shared), written(is.OWNER), ...several)),
  loss('1 unit burnt', token([8, ...u64(1n)], written(own), written(is.USDC.address), signs(is.OWNER))),
  loss(
    'everything burnt, checked',
    token([15, ...u64(1_000_000_000_000n), 6], written(own), written(is.USDC.address), signs(is.OWNER)),
  ),
  loss(
    'second account burnt',
    token([8, ...u64(1n)], written(is.SPARE_ACCOUNT), written(is.USDC.address), signs(is.OWNER)),
  ),
  loss('shared tokens burnt', token([8, ...u64(1n)], written(shared), written(is.USDC.address), ...several)),
  loss(
    'shared tokens sent',
    token([3, ...u64(1n)], written(shared), written(is.accountOf(is.STRANGER, is.USDC)), ...several),
  ),
  loss(
    'shared tokens sent, checked',
    token(
      [12, ...u64(1n), 6],
      written(shared),
      read(is.USDC.address),
      written(is.accountOf(is.STRANGER, is.USDC)),
      ...several,
    ),
  ),
  right('account frozen', token([10], written(own), read(is.USDC.address), signs(is.STRANGER))),
  right('account thawed', token([11], written(own), read(is.USDC.address), signs(is.STRANGER))),
  right('account made anew', token([18, ...bytesOf(is.STRANGER)], written(own), read(is.USDC.address))),
  right('multisig made', token([19, 1], written(is.STRANGER), read(is.OWNER))),
  right('mint made', token([20, 6, ...bytesOf(is.STRANGER), 0], written(is.STRANGER))),
  kind(
    'tokens issued to a stranger',
    'none',
    NEVER_ASKED,
    adding(
      token2022(
        [7, ...u64(5n)],
        written(is.OUTCOME_MINT),
        written(is.accountOf(is.STRANGER, is.OUTCOME)),
        signs(is.MINT_AUTHORITY),
      ),
    ),
  ),
  kind('count of wrapped SOL', 'none', /wrapped/, adding(token([17], written(wrapped)))),
  right('token instruction without data', token([], written(own), signs(is.OWNER))),
  right('token instruction that nobody knows', token([99], written(own), signs(is.OWNER))),
];

const EXTENSIONS: readonly [string, number[]][] = [
  ['close authority of a mint', [25, 1, ...bytesOf(is.STRANGER)]],
  ['withheld transfer fees', [26, 3]],
  ['confidential transfers', [27, 2]],
  ['default state of accounts', [28, 0, 2]],
  ['room for extensions', [29, 7, 0]],
  ['memo required', [30, 0]],
  ['non-transferable mint', [32]],
  ['interest', [33, 1, 0, 1]],
  ['guard against other programs off', [34, 1]],
  ['permanent delegate', [35, ...bytesOf(is.STRANGER)]],
  ['hook on transfers', [36, 1, ...bytesOf(is.STRANGER)]],
  ['SOL beyond the rent', [38]],
  ['pointer to metadata', [39, 1, ...bytesOf(is.STRANGER)]],
  ['SOL taken out', [45]],
];
const extensions = EXTENSIONS.map(([name, data]) =>
  kind(
    `Token-2022: ${name}`,
    'rights',
    NEVER_ASKED,
    adding(token2022(data, written(own2022), written(is.STRANGER), signs(is.OWNER))),
  ),
);

export const TOKEN_KINDS: readonly Kind[] = [...tokenRights, ...extensions];
