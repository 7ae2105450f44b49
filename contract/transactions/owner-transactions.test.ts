import { describe, expect, it } from 'vitest';
import { computeUnitLimit, type Instruction } from './instruction.ts';
import { ownerTransaction } from './owner-transactions.ts';
import { PROGRAMS } from './programs.ts';
import { memoText, type OwnerTerms } from './terms.ts';

const derive = {
  tokenAccount: (owner: string, mint: string) => `${owner}/${mint}`,
  child: (root: string, label: string) => `${root}/${label}`,
  digest: () => 'digest',
};
const platform = {
  authority: 'authority',
  vault: 'vault',
  fees: 'fees',
  parlays: 'parlays',
  mintAuthority: 'issuer',
};
const NAMES = Object.fromEntries(Object.entries(PROGRAMS).map(([name, address]) => [address, name]));
const named = (address: string): string => NAMES[address] ?? address;

/** "token 12 owner/usdc* usdc …: 50": a star where it may be written, a mark of exclamation where it signs. */
function words({ program, accounts, data }: Instruction): string {
  const who = accounts.map(
    ({ address, isSigner, isWritable }) => `${named(address)}${isSigner ? '!' : ''}${isWritable ? '*' : ''}`,
  );
  if (program === PROGRAMS.memo) return `memo ${who.join(' ')}`;
  const [tag = 0] = data;
  const at = program === PROGRAMS.system ? 4 : 1;
  const amount = data.length < at + 8 ? '' : `: ${new DataView(data.buffer).getBigUint64(at, true)}`;
  return `${named(program)} ${tag} ${who.join(' ')}${amount}`;
}

const usdc = { address: 'usdc', decimals: 6, program: PROGRAMS.token };
const stable = { ...usdc, address: 'stable' };
const up = { address: 'up', decimals: 6, program: PROGRAMS.token2022 };
const party = { owner: 'owner', payer: 'payer' };
const traded = {
  ...party,
  externalOrderId: 'id',
  marketId: 'market',
  position: 'position',
  isYes: true,
  mint: usdc,
  integrator: null,
  integratorBps: 0,
  limit: 1n,
};
const swap = { ...traded, outcome: up, contracts: 100n, notional: 50n, fee: 2n };
const parlay = {
  ...party,
  intent: 'parlay' as const,
  parlayId: 'PY',
  nonce: 1n,
  position: 'position',
  legMarketIds: ['a', 'b'],
  mint: usdc,
  locked: stable,
  stake: 10n,
  payout: 90n,
};
const deposit = {
  ...party,
  intent: 'deposit' as const,
  requestId: 'r',
  vault: 'own',
  mint: usdc,
  isNative: false,
  amount: 5n,
  outputMint: 'sol',
  order: 'digest',
};
const withdrawal = {
  ...party,
  intent: 'withdrawal' as const,
  order: 'o',
  requestId: 'r',
  vault: 'own',
  assets: [
    { mint: usdc, isNative: false, amount: 5n },
    { mint: stable, isNative: true, amount: 7n },
  ],
  rentReceiver: null,
};
const open = (by: string, owner: string, mint: string, program = 'token') =>
  `associatedToken 1 ${by}!* ${owner}/${mint}* ${owner} ${mint} system ${program}`;
const moved = (from: string, to: string, mint: string, amount: number) =>
  `token 12 ${from}/${mint}* ${mint} ${to}/${mint}* ${from}!: ${amount}`;
const BOTH = 'memo owner! authority!';
const ALONE = 'memo owner!';

const cases: [string, OwnerTerms, string[]][] = [
  [
    'a purchase puts its deposit into its escrow',
    { ...traded, intent: 'buy', order: 'order', deposit: 50n, contracts: null },
    [open('payer', 'order', 'usdc'), moved('owner', 'order', 'usdc', 50), BOTH],
  ],
  ['a sale moves nothing', { ...traded, intent: 'sell', order: 'order', contracts: 7n }, [BOTH]],
  [
    'a cancelled purchase comes back, and its escrow is closed',
    {
      ...party,
      intent: 'cancel',
      order: 'order',
      escrow: { mint: usdc, amount: 50n, rentReceiver: 'rent' },
    },
    [
      open('payer', 'owner', 'usdc'),
      moved('order', 'owner', 'usdc', 50),
      'token 9 order/usdc* rent* order!',
      BOTH,
    ],
  ],
  ['a cancelled sale has none', { ...party, intent: 'cancel', order: 'order', escrow: null }, [BOTH]],
  [
    'a claim brings its payout out of the vault',
    { ...party, intent: 'claim', position: 'position', mint: usdc, payout: 1n },
    [open('payer', 'owner', 'usdc'), moved('vault', 'owner', 'usdc', 1), BOTH],
  ],
  [
    'a claim of nothing moves nothing',
    { ...party, intent: 'claim', position: 'position', mint: usdc, payout: 0n },
    [BOTH],
  ],
  [
    'a swap pays its cost and its fee, and is given its tokens',
    { ...swap, intent: 'swap-buy' },
    [
      open('payer', 'owner', 'up', 'token2022'),
      moved('owner', 'vault', 'usdc', 50),
      moved('owner', 'fees', 'usdc', 2),
      'token2022 7 up* owner/up* issuer!: 100',
      BOTH,
    ],
  ],
  [
    'a swap back burns its tokens, and brings what the fee leaves',
    { ...swap, intent: 'swap-sell' },
    [
      'token2022 15 owner/up* up* owner!: 100',
      open('payer', 'owner', 'usdc'),
      moved('vault', 'owner', 'usdc', 48),
      moved('vault', 'fees', 'usdc', 2),
      BOTH,
    ],
  ],
  [
    'a swap moves no nothing',
    { ...swap, intent: 'swap-sell', fee: 50n },
    [
      'token2022 15 owner/up* up* owner!: 100',
      open('payer', 'owner', 'usdc'),
      moved('vault', 'fees', 'usdc', 50),
      BOTH,
    ],
  ],
  [
    'a parlay is locked as what it is swapped into',
    parlay,
    [moved('owner', 'vault', 'usdc', 10), moved('vault', 'parlays', 'stable', 10), BOTH],
  ],
  [
    'a parlay in what it is locked in goes there straight away',
    { ...parlay, mint: stable },
    [moved('owner', 'parlays', 'stable', 10), BOTH],
  ],
  [
    'free parlays pay one entry each',
    {
      intent: 'free-parlays',
      owner: 'owner',
      nonce: 1n,
      parlays: [['a'], ['b']],
      fee: 3n,
      recipient: 'fees',
    },
    ['system 2 owner!* fees*: 3', 'system 2 owner!* fees*: 3', ALONE],
  ],
  [
    'a deposit goes to the vault of its order',
    deposit,
    [open('payer', 'own', 'usdc'), moved('owner', 'own', 'usdc', 5), ALONE],
  ],
  [
    'a deposit of SOL goes there as lamports',
    { ...deposit, isNative: true },
    ['system 2 owner!* own*: 5', ALONE],
  ],
  [
    'a deposit of an order by time is signed by the platform too',
    { ...deposit, intent: 'rate-order' },
    [open('payer', 'own', 'usdc'), moved('owner', 'own', 'usdc', 5), BOTH],
  ],
  [
    'a withdrawal brings back each of its assets',
    withdrawal,
    [open('payer', 'owner', 'usdc'), moved('own', 'owner', 'usdc', 5), 'system 2 own!* owner*: 7', BOTH],
  ],
  [
    'a vault of one order ends with it',
    { ...withdrawal, intent: 'rate-cancel', assets: withdrawal.assets.slice(0, 1), rentReceiver: 'rent' },
    [open('payer', 'owner', 'usdc'), moved('own', 'owner', 'usdc', 5), 'token 9 own/usdc* rent* own!', BOTH],
  ],
];

describe('what an owner signs', () => {
  it.each(cases)('%s', (_what, terms, expected) => {
    const { payer, instructions } = ownerTransaction(terms, platform, derive);
    expect(instructions.map(words)).toEqual(expected);
    expect(payer).toBe(terms.intent === 'free-parlays' ? 'owner' : 'payer');
    const memo = instructions.at(-1)?.data;
    expect(new TextDecoder().decode(memo)).toBe(memoText(terms, derive));
  });

  it('may use so many units', () => {
    expect(computeUnitLimit(0x0102_0304)).toEqual({
      program: PROGRAMS.computeBudget,
      accounts: [],
      data: new Uint8Array([2, 4, 3, 2, 1]),
    });
  });
});
