import { moveLamports } from '@contract/transactions/instruction.ts';
import { PROGRAMS } from '@contract/transactions/programs.ts';
import { PublicKey } from '@solana/web3.js';
import type { Case } from './cases.ts';
import {
  adding,
  call,
  type Kind,
  kind,
  NEVER_ASKED,
  preceding,
  read,
  signs,
  u32,
  u64,
  written,
} from './kind.ts';
import * as is from './parties.ts';

/* What surrounds the instructions: the compute budget, who pays and who signs. */

const PRIORITY = /SOL for priority/;
const budget = (...data: number[]) => call(PROGRAMS.computeBudget, data);
const limit = (units: number) => budget(2, ...u32(units));
const price = (microLamports: bigint) => budget(3, ...u64(microLamports));

const BUDGET: readonly Kind[] = [
  kind('priority: the least', 'money', PRIORITY, preceding(limit(1), price(1n))),
  kind('priority: 0.0001 SOL', 'money', PRIORITY, preceding(limit(200_000), price(500_000n))),
  kind('priority: without a limit', 'money', PRIORITY, preceding(price(400_000n))),
  kind('priority: behind the rest', 'money', PRIORITY, adding(limit(200_000), price(500_000n))),
  kind('priority: 0.01 SOL', 'money', NEVER_ASKED, preceding(limit(1_000_000), price(10_000_000n))),
  kind('priority: 5 SOL', 'money', NEVER_ASKED, preceding(limit(1_000_000), price(5_000_000_000n))),
  kind(
    'priority: all there can be',
    'money',
    NEVER_ASKED,
    preceding(limit(1_400_000), price((1n << 64n) - 1n)),
  ),
  kind(
    'priority: a limit beyond 1,400,000',
    'money',
    PRIORITY,
    preceding(limit(4_294_967_295), price(500_000n)),
  ),
  kind('limit beyond 1,400,000', 'none', /units/, preceding(limit(1_400_001))),
  kind('limit of all there can be', 'none', /units/, preceding(limit(4_294_967_295))),
  kind('limit twice', 'none', /budget/, preceding(limit(200_000), limit(200_000))),
  kind('price of nothing twice', 'none', /budget/, preceding(price(0n), price(0n))),
  kind('room on the heap', 'none', /budget/, preceding(budget(1, ...u32(65_536)))),
  kind('limit of loaded accounts', 'none', /budget/, preceding(budget(4, ...u32(1_000)))),
  kind('fee of the old sort', 'money', NEVER_ASKED, preceding(budget(0, ...u32(200_000), ...u32(1_000_000)))),
  kind('limit of three bytes', 'none', NEVER_ASKED, preceding(budget(2, 1, 2))),
  kind('limit with bytes behind it', 'none', /budget/, preceding(budget(2, ...u32(200_000), 1))),
  kind(
    'limit with an account',
    'none',
    /budget/,
    preceding(call(PROGRAMS.computeBudget, [2, ...u32(200_000)], read(is.OWNER))),
  ),
  kind(
    'limit with the owner’s tokens',
    'none',
    /budget/,
    preceding(call(PROGRAMS.computeBudget, [2, ...u32(200_000)], written(is.SPARE_ACCOUNT))),
  ),
];

const SIGNED_TOO = /is signed by .* as well/;
const payer = (address: string) => (intent: Case) =>
  intent.honest.payer === address ? null : { ...intent.honest, payer: address };
const SIGNERS: readonly Kind[] = [
  kind('one more signer', 'money', SIGNED_TOO, adding(moveLamports(is.STRANGER, is.STRANGER, 0n))),
  kind(
    'a signer who has not signed',
    'rights',
    NEVER_ASKED,
    adding(call(PROGRAMS.memo, [104], signs(new PublicKey(new Uint8Array(32).fill(5)).toBase58()))),
  ),
  kind('a stranger as the one who pays', 'none', /network fee is paid by/, payer(is.STRANGER)),
  kind('the co-signer as the one who pays', 'none', /network fee is paid by/, payer(is.AUTHORITY)),
  kind('the sponsor as the one who pays', 'none', /paid by/, payer(is.SPONSOR)),
  kind('the owner as the one who pays', 'none', /paid by/, payer(is.OWNER)),
  kind('the owner does not sign', 'rights', NEVER_ASKED, ({ honest }) => ({
    payer: is.STRANGER,
    instructions: honest.instructions.map((one) => ({
      ...one,
      accounts: one.accounts.map((account) =>
        account.address === is.OWNER ? { ...account, isSigner: false } : account,
      ),
    })),
  })),
];

export const BUDGET_KINDS: readonly Kind[] = [...BUDGET, ...SIGNERS];
