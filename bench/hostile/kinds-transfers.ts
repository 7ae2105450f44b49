import { type Mint, moveLamports, tokenInstructions } from '@contract/transactions/instruction.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import { derive } from '../../src/tx/derive.ts';
import {
  adding,
  call,
  changing,
  isPayment,
  type Kind,
  kind,
  pays,
  preceding,
  read,
  signs,
  u32,
  u64,
  written,
} from './kind.ts';
import * as is from './parties.ts';

/* More is sent than was asked for: SOL, tokens of every sort, to strangers and to the platform itself. */

const SOL_AWAY = /SOL (more than shown would go|would go)|also sends .* SOL to|SOL.*nobody but the service/;
const TOKENS_AWAY = /sends .* to|would go to/;
const ALL = 1_000_000_000_000n;
const tokens = tokenInstructions(derive);

const sol = (to: string, lamports: bigint) => moveLamports(is.OWNER, to, lamports);
const send = (to: string, mint: Mint, amount: bigint) => tokens.move(is.OWNER, to, mint, amount);
/** The form that names neither the mint nor its decimals. */
const sendUnchecked = (to: string, amount: bigint) =>
  call(
    PROGRAMS.token,
    [3, ...u64(amount)],
    written(is.accountOf(is.OWNER, is.USDC)),
    written(to),
    signs(is.OWNER),
  );
const wrapped = is.accountOf(is.OWNER, is.SOL);
const wrap = (lamports: bigint) => [
  tokens.ensureAccount(is.OWNER, is.OWNER, is.SOL),
  sol(wrapped, lamports),
  call(PROGRAMS.token, [17], written(wrapped)),
];

export const TRANSFER_KINDS: readonly Kind[] = [
  kind('1 lamport to a stranger', 'money', SOL_AWAY, adding(sol(is.STRANGER, 1n))),
  kind('0.0009 SOL to a stranger', 'money', SOL_AWAY, adding(sol(is.STRANGER, 900_000n))),
  kind('0.001 SOL to a stranger before the rest', 'money', SOL_AWAY, preceding(sol(is.STRANGER, 1_000_000n))),
  kind(
    'two small sums to strangers',
    'money',
    SOL_AWAY,
    adding(sol(is.STRANGER, 20_000n), sol(is.UNKNOWN_PROGRAM, 900_000n)),
  ),
  kind('half of the SOL', 'money', SOL_AWAY, adding(sol(is.STRANGER, 5_000_000_000n))),
  kind('nearly all of the SOL', 'money', SOL_AWAY, adding(sol(is.STRANGER, 9_900_000_000n))),
  kind('1 lamport to the platform’s vault', 'money', SOL_AWAY, adding(sol(is.VAULT, 1n))),
  kind('0.003 SOL to the platform’s fee wallet', 'money', SOL_AWAY, adding(sol(is.FEES, 3_000_000n))),
  kind('SOL to another’s order', 'money', SOL_AWAY, adding(sol(is.OTHER_ORDER, 1_000_000n))),
  kind('SOL to the sponsor', 'money', SOL_AWAY, adding(sol(is.SPONSOR, 10_000n))),
  kind('SOL to the co-signer', 'money', SOL_AWAY, adding(sol(is.AUTHORITY, 10_000n))),
  kind(
    'SOL to the token account of the order',
    'money',
    SOL_AWAY,
    adding(sol(is.accountOf(is.ORDER, is.USDC), 500_000n)),
  ),
  kind('SOL to oneself', 'none', /SOL/, adding(sol(is.OWNER, 1_000_000n))),
  kind('no SOL to a stranger', 'none', /0 SOL/, adding(sol(is.STRANGER, 0n))),
  kind(
    'SOL of an account under a seed',
    'money',
    SOL_AWAY,
    adding(
      call(
        PROGRAMS.system,
        [...u32(11), ...u64(1_000n), ...u64(1n), 97, ...new Uint8Array(32)],
        written(is.SPARE_ACCOUNT),
        signs(is.OWNER),
        written(is.STRANGER),
      ),
    ),
  ),
  kind('1 unit of USDC to a stranger', 'money', TOKENS_AWAY, adding(send(is.STRANGER, is.USDC, 1n))),
  kind('1 unit of USDC to a stranger first', 'money', TOKENS_AWAY, preceding(send(is.STRANGER, is.USDC, 1n))),
  kind(
    'all USDC to a stranger',
    'money',
    TOKENS_AWAY,
    adding(send(is.STRANGER, is.USDC, ALL - 1_000_000_000n)),
  ),
  kind(
    '1 unit of USDC, unchecked',
    'money',
    TOKENS_AWAY,
    adding(sendUnchecked(is.accountOf(is.STRANGER, is.USDC), 1n)),
  ),
  kind(
    'all USDC, unchecked',
    'money',
    TOKENS_AWAY,
    adding(sendUnchecked(is.accountOf(is.STRANGER, is.USDC), ALL - 1_000_000_000n)),
  ),
  kind('nothing of USDC to a stranger', 'none', TOKENS_AWAY, adding(send(is.STRANGER, is.USDC, 0n))),
  kind('USDC to the platform’s vault', 'money', TOKENS_AWAY, adding(send(is.VAULT, is.USDC, 1n))),
  kind('USDC to the platform’s fee wallet', 'money', TOKENS_AWAY, adding(send(is.FEES, is.USDC, 500_000n))),
  kind('USDC to another’s order', 'money', TOKENS_AWAY, adding(send(is.OTHER_ORDER, is.USDC, 1_000_000n))),
  kind(
    '1 unit of stablecoin to a stranger',
    'money',
    TOKENS_AWAY,
    adding(send(is.STRANGER, is.STABLECOIN, 1n)),
  ),
  kind(
    'all stablecoin to the parlays’ account',
    'money',
    TOKENS_AWAY,
    adding(send(is.PARLAYS, is.STABLECOIN, ALL - 1_000_000_000n)),
  ),
  kind('another token to a stranger', 'money', TOKENS_AWAY, adding(send(is.STRANGER, is.COIN, 100n))),
  kind(
    'a Token-2022 token to a stranger',
    'money',
    TOKENS_AWAY,
    adding(send(is.STRANGER, is.COIN_2022, 100n)),
  ),
  kind('outcome tokens to a stranger', 'money', TOKENS_AWAY, adding(send(is.STRANGER, is.OUTCOME, 1n))),
  kind(
    'a transfer with a fee',
    'money',
    /fee/,
    adding(
      call(
        PROGRAMS.token2022,
        [26, 1, ...u64(5n), 8, ...u64(5n)],
        written(is.accountOf(is.OWNER, is.COIN_2022)),
        read(is.COIN_2022_MINT),
        written(is.accountOf(is.STRANGER, is.COIN_2022)),
        signs(is.OWNER),
      ),
    ),
  ),
  kind(
    'USDC out of the owner’s second account',
    'money',
    TOKENS_AWAY,
    adding(
      call(
        PROGRAMS.token,
        [3, ...u64(9n)],
        written(is.SPARE_ACCOUNT),
        written(is.accountOf(is.STRANGER, is.USDC)),
        signs(is.OWNER),
      ),
    ),
  ),
  kind(
    'USDC out of an account that lends itself to the owner',
    'money',
    TOKENS_AWAY,
    adding(
      call(
        PROGRAMS.token,
        [3, ...u64(9n)],
        written(is.accountOf(is.SHARED, is.USDC)),
        written(is.accountOf(is.STRANGER, is.USDC)),
        signs(is.OWNER),
      ),
    ),
  ),
  kind(
    'one’s own account as a destination',
    'none',
    TOKENS_AWAY,
    adding(sendUnchecked(is.SPARE_ACCOUNT, 5n)),
  ),
  kind(
    'wrapped SOL to a stranger',
    'money',
    /SOL/,
    adding(
      ...wrap(1_000_000n),
      call(
        PROGRAMS.token,
        [3, ...u64(1_000_000n)],
        written(wrapped),
        written(is.accountOf(is.STRANGER, is.SOL)),
        signs(is.OWNER),
      ),
    ),
  ),
  kind('SOL left wrapped', 'none', /wrapped SOL/, adding(...wrap(1_000_000n))),
  kind(
    'wrapped SOL closed to a stranger',
    'money',
    /SOL/,
    adding(
      ...wrap(1_000_000n),
      call(PROGRAMS.token, [9], written(wrapped), written(is.STRANGER), signs(is.OWNER)),
    ),
  ),
  kind(
    'the payment twice',
    'money',
    TOKENS_AWAY,
    changing(isPayment, (one) => [one, one]),
  ),
  kind(
    'an account filled with SOL for a stranger',
    'money',
    /SOL/,
    adding(
      call(
        PROGRAMS.system,
        [...u32(0), ...u64(2_000_000n), ...u64(0n), ...new Uint8Array(32)],
        pays(is.OWNER),
        pays(is.STRANGER),
      ),
    ),
  ),
];
