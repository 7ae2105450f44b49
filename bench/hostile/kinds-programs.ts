import type { AccountRole } from '@contract/transactions/instruction.ts';
import {
  adding,
  bytesOf,
  call,
  type Kind,
  kind,
  NEVER_ASKED,
  preceding,
  read,
  signs,
  UNKNOWN,
  u32,
  u64,
  written,
} from './kind.ts';
import * as is from './parties.ts';

/* Programs that no intent of the desk needs: of the network, of the platform, and such as nobody knows. */

const own = is.accountOf(is.OWNER, is.USDC);
const CLOCK = 'SysvarC1ock11111111111111111111111111111111';
const HISTORY = 'SysvarStakeHistory1111111111111111111111111';
const STAKE = 'Stake11111111111111111111111111111111111111';
const VOTE = 'Vote111111111111111111111111111111111111111';
const UPGRADEABLE = 'BPFLoaderUpgradeab1e11111111111111111111111';
const LOOKUP = 'AddressLookupTab1e1111111111111111111111111';
const GUARDS = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95';

const native = (
  name: string,
  program: string,
  data: readonly number[],
  ...accounts: readonly AccountRole[]
): Kind => kind(name, 'rights', NEVER_ASKED, adding(call(program, data, ...accounts)));
const stake = written(is.STAKE_ACCOUNT);

const NETWORK: readonly Kind[] = [
  native(
    'stake taken out',
    STAKE,
    [...u32(4), ...u64(2_000_000_000n)],
    stake,
    written(is.STRANGER),
    read(CLOCK),
    read(HISTORY),
    signs(is.OWNER),
  ),
  native(
    'stake: another holder',
    STAKE,
    [...u32(1), ...bytesOf(is.STRANGER), ...u32(0)],
    stake,
    read(CLOCK),
    signs(is.OWNER),
  ),
  native(
    'stake: another withdrawer',
    STAKE,
    [...u32(1), ...bytesOf(is.STRANGER), ...u32(1)],
    stake,
    read(CLOCK),
    signs(is.OWNER),
  ),
  native(
    'stake split',
    STAKE,
    [...u32(3), ...u64(1_000_000_000n)],
    stake,
    written(is.STRANGER),
    signs(is.OWNER),
  ),
  native('stake ended', STAKE, u32(5), stake, read(CLOCK), signs(is.OWNER)),
  native('stake locked', STAKE, [...u32(6), 0, 0, 0], stake, signs(is.OWNER)),
  native(
    'stake merged',
    STAKE,
    u32(7),
    written(is.STRANGER),
    stake,
    read(CLOCK),
    read(HISTORY),
    signs(is.OWNER),
  ),
  native(
    'vote account emptied',
    VOTE,
    [...u32(3), ...u64(1n)],
    written(is.SPARE_ACCOUNT),
    written(is.STRANGER),
    signs(is.OWNER),
  ),
  native(
    'vote account handed over',
    VOTE,
    [...u32(1), ...bytesOf(is.STRANGER), ...u32(1)],
    written(is.SPARE_ACCOUNT),
    read(CLOCK),
    signs(is.OWNER),
  ),
  native(
    'program replaced',
    UPGRADEABLE,
    u32(3),
    written(is.SPARE_ACCOUNT),
    written(is.VENUE),
    written(is.STRANGER),
    signs(is.OWNER),
  ),
  native(
    'program handed over',
    UPGRADEABLE,
    u32(4),
    written(is.SPARE_ACCOUNT),
    signs(is.OWNER),
    read(is.STRANGER),
  ),
  native(
    'program closed',
    UPGRADEABLE,
    u32(5),
    written(is.SPARE_ACCOUNT),
    written(is.STRANGER),
    signs(is.OWNER),
  ),
  native(
    'program of loader v4 handed over',
    'LoaderV411111111111111111111111111111111111',
    u32(5),
    written(is.SPARE_ACCOUNT),
    signs(is.OWNER),
    read(is.STRANGER),
  ),
  native(
    'program of the second loader written',
    'BPFLoader2111111111111111111111111111111111',
    u32(0),
    written(is.SPARE_ACCOUNT),
    signs(is.OWNER),
  ),
  native(
    'program of the first loader written',
    'BPFLoader1111111111111111111111111111111111',
    u32(0),
    written(is.SPARE_ACCOUNT),
    signs(is.OWNER),
  ),
  native('native loader', 'NativeLoader1111111111111111111111111111111', [1], signs(is.OWNER)),
  native(
    'lookup table made',
    LOOKUP,
    [...u32(0), ...u64(1n), 255],
    written(is.SPARE_ACCOUNT),
    read(is.OWNER),
    signs(is.OWNER),
  ),
  native(
    'lookup table extended',
    LOOKUP,
    [...u32(2), ...u64(1n), ...bytesOf(is.STRANGER)],
    written(is.STRANGERS_TABLE),
    signs(is.OWNER),
  ),
  native('lookup table frozen', LOOKUP, u32(1), written(is.STRANGERS_TABLE), signs(is.OWNER)),
  native(
    'lookup table closed',
    LOOKUP,
    u32(4),
    written(is.STRANGERS_TABLE),
    signs(is.OWNER),
    written(is.STRANGER),
  ),
  native(
    'configuration of the network',
    'Config1111111111111111111111111111111111111',
    [1, 0],
    written(is.SPARE_ACCOUNT),
    signs(is.OWNER),
  ),
  native(
    'feature of the network',
    'Feature111111111111111111111111111111111111',
    [0],
    written(is.SPARE_ACCOUNT),
  ),
  native(
    'proof of zero knowledge',
    'ZkE1Gama1Proof11111111111111111111111111111',
    [3],
    written(is.SPARE_ACCOUNT),
    signs(is.OWNER),
  ),
  native('signature check: Ed25519', 'Ed25519SigVerify111111111111111111111111111', [0, 0]),
  native(
    'signature check: Ed25519 of 200 signatures',
    'Ed25519SigVerify111111111111111111111111111',
    [200, 0],
  ),
  native('signature check: Secp256k1', 'KeccakSecp256k11111111111111111111111111111', [0]),
  native('signature check: Secp256r1', 'Secp256r1SigVerify1111111111111111111111111', [1, 0]),
];

const unknown = (name: string, ...accounts: readonly AccountRole[]): Kind =>
  kind(
    `unknown program: ${name}`,
    'rights',
    UNKNOWN,
    adding(call(is.UNKNOWN_PROGRAM, [1, 2, 3], ...accounts)),
  );

const FOREIGN: readonly Kind[] = [
  kind('the clock as a program', 'rights', UNKNOWN, adding(call(CLOCK, [1], signs(is.OWNER)))),
  unknown('no account'),
  unknown('the owner as its signer', signs(is.OWNER)),
  unknown('the wallet to write', { ...written(is.OWNER), isSigner: true }),
  unknown('the owner’s tokens to write', written(own), signs(is.OWNER)),
  unknown(
    'all of the owner’s tokens',
    ...[is.USDC, is.STABLECOIN, is.COIN].map((mint) => written(is.accountOf(is.OWNER, mint))),
    signs(is.OWNER),
  ),
  unknown('a stranger’s account', written(is.STRANGER)),
  unknown(
    'the token program to call',
    written(own),
    written(is.accountOf(is.STRANGER, is.USDC)),
    signs(is.OWNER),
    read(is.USDC.program),
  ),
  kind(
    'unknown program before the rest',
    'rights',
    UNKNOWN,
    preceding(call(is.UNKNOWN_PROGRAM, [1], signs(is.OWNER))),
  ),
  kind(
    'a program of the platform',
    'rights',
    /(a program of this platform: |a program that this desk does not know: ).*can do otherwise when it is executed/,
    adding(call(is.VENUE, [1], written(own), signs(is.OWNER))),
  ),
  kind('the owner’s wallet as a program', 'rights', UNKNOWN, adding(call(is.OWNER, [1], written(own)))),
  kind(
    'a guard that the service has put there',
    'none',
    /does not know|guard/,
    adding(call(GUARDS, [6, 0], read(is.OWNER))),
  ),
  kind(
    'a guard that writes memory',
    'rights',
    /does not know|guard/,
    adding(call(GUARDS, [0, 0], written(is.SPARE_ACCOUNT), signs(is.OWNER))),
  ),
  kind('a guard before the rest', 'none', /does not know|guard/, preceding(call(GUARDS, [6, 0], read(own)))),
  kind(
    'a program named like the Memo program',
    'rights',
    UNKNOWN,
    adding(call('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHs', [104, 105], signs(is.OWNER))),
  ),
];

export const PROGRAM_KINDS: readonly Kind[] = [...NETWORK, ...FOREIGN];
