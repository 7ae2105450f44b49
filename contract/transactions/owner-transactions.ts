import {
  burnTokens,
  type Derive,
  type Instruction,
  memo,
  moveLamports,
  tokenInstructions,
} from './instruction.ts';
import { memoText, type OwnerTerms } from './terms.ts';

/** The platform's standing keys, as far as a transaction of a wallet names them. Base58. */
export interface PlatformAddresses {
  /** Signs the memo beside the owner. */
  readonly authority: string;
  /** Owns the accounts that purchases are paid into and payouts come from. */
  readonly vault: string;
  readonly fees: string;
  /** Owns the account that stakes of parlays are locked in. */
  readonly parlays: string;
  readonly mintAuthority: string;
}

/** Everything a transaction does, besides its compute budget. */
export interface OwnerTransaction {
  readonly payer: string;
  readonly instructions: readonly Instruction[];
}

/** Who signs the memo: where the owner needs no other signature, a wallet may add guards of its own. */
const isOwnerAlone = ({ intent }: OwnerTerms): boolean => intent === 'free-parlays' || intent === 'deposit';

/** Derives the one transaction that these terms may be signed with. Pure; both sides use it. */
export function ownerTransaction(
  terms: OwnerTerms,
  platform: PlatformAddresses,
  derive: Derive,
): OwnerTransaction {
  const signers = isOwnerAlone(terms) ? [terms.owner] : [terms.owner, platform.authority];
  return {
    payer: terms.intent === 'free-parlays' ? terms.owner : terms.payer,
    instructions: [...movesOf(terms, platform, derive), memo(memoText(terms, derive), signers)],
  };
}

/** The instructions that move something. */
function movesOf(terms: OwnerTerms, platform: PlatformAddresses, derive: Derive): Instruction[] {
  const { ensureAccount, move, close, issue, accountOf } = tokenInstructions(derive);
  const pay = (from: string, to: string, mint: Parameters<typeof move>[2], amount: bigint): Instruction[] =>
    amount > 0n ? [move(from, to, mint, amount)] : [];
  switch (terms.intent) {
    case 'buy':
      return [
        ensureAccount(terms.payer, terms.order, terms.mint),
        move(terms.owner, terms.order, terms.mint, terms.deposit),
      ];
    case 'sell':
      return [];
    case 'cancel': {
      const { order, owner, escrow } = terms;
      if (escrow === null) return [];
      return [
        ensureAccount(terms.payer, owner, escrow.mint),
        move(order, owner, escrow.mint, escrow.amount),
        close(order, escrow.mint, escrow.rentReceiver),
      ];
    }
    case 'claim':
      return terms.payout > 0n
        ? [
            ensureAccount(terms.payer, terms.owner, terms.mint),
            move(platform.vault, terms.owner, terms.mint, terms.payout),
          ]
        : [];
    case 'swap-buy':
      return [
        ensureAccount(terms.payer, terms.owner, terms.outcome),
        ...pay(terms.owner, platform.vault, terms.mint, terms.notional),
        ...pay(terms.owner, platform.fees, terms.mint, terms.fee),
        issue(platform.mintAuthority, terms.owner, terms.outcome, terms.contracts),
      ];
    case 'swap-sell':
      return [
        burnTokens(accountOf(terms.owner, terms.outcome), terms.outcome, terms.owner, terms.contracts),
        ensureAccount(terms.payer, terms.owner, terms.mint),
        ...pay(platform.vault, terms.owner, terms.mint, terms.notional - terms.fee),
        ...pay(platform.vault, platform.fees, terms.mint, terms.fee),
      ];
    case 'parlay': {
      const { owner, mint, locked, stake } = terms;
      if (mint.address === locked.address) return [move(owner, platform.parlays, locked, stake)];
      return [
        move(owner, platform.vault, mint, stake),
        move(platform.vault, platform.parlays, locked, stake),
      ];
    }
    case 'free-parlays':
      return terms.parlays.map(() => moveLamports(terms.owner, terms.recipient, terms.fee));
    case 'deposit':
    case 'rate-order': {
      const { owner, payer, vault, mint, amount } = terms;
      if (terms.isNative) return [moveLamports(owner, vault, amount)];
      return [ensureAccount(payer, vault, mint), move(owner, vault, mint, amount)];
    }
    case 'withdrawal':
    case 'rate-cancel': {
      const { owner, payer, vault, rentReceiver } = terms;
      return terms.assets.flatMap(({ mint, isNative, amount }) => {
        if (isNative) return [moveLamports(vault, owner, amount)];
        return [
          ensureAccount(payer, owner, mint),
          move(vault, owner, mint, amount),
          ...(rentReceiver === null ? [] : [close(vault, mint, rentReceiver)]),
        ];
      });
    }
  }
}
