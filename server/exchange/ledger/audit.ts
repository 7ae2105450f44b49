import type { PlatformKeys } from './keys.ts';
import type { Ledger, TokenHolding } from './ledger.ts';

/** Where the supply of one mint is, in raw units. `difference` is the supply less all of it: 0 unless money leaked. */
export interface MintAudit {
  mint: string;
  supply: bigint;
  wallets: bigint;
  escrows: bigint;
  vaults: bigint;
  fees: bigint;
  difference: bigint;
}

export interface AuditOptions {
  mints: readonly string[];
  /** Whether an address owns an escrow (an order or stake that is still open). */
  isEscrowOwner: (owner: string) => boolean;
  /** Further owners whose accounts count as vaults. */
  isVaultOwner?: (owner: string) => boolean;
}

type Place = 'wallets' | 'escrows' | 'vaults' | 'fees';

/** Conservation of every mint, added up from the accounts of the ledger itself. */
export function auditLedger(
  ledger: Ledger,
  keys: PlatformKeys,
  { mints, isEscrowOwner, isVaultOwner = () => false }: AuditOptions,
): { mints: MintAudit[]; ok: boolean } {
  const placeOf = ({ owner }: TokenHolding): Place => {
    if (owner === keys.vault.address || owner === keys.parlays.address || isVaultOwner(owner))
      return 'vaults';
    if (owner === keys.fees.address) return 'fees';
    return isEscrowOwner(owner) ? 'escrows' : 'wallets';
  };
  const audits = mints.map((mint) => {
    const sums = { wallets: 0n, escrows: 0n, vaults: 0n, fees: 0n };
    for (const holding of ledger.holdersOf(mint)) sums[placeOf(holding)] += holding.amount;
    const supply = ledger.supplyOf(mint) ?? 0n;
    const difference = supply - sums.wallets - sums.escrows - sums.vaults - sums.fees;
    return { mint, supply, ...sums, difference };
  });
  return { mints: audits, ok: audits.every(({ difference }) => difference === 0n) };
}
