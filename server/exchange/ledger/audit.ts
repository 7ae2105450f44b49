export type Place = 'wallets' | 'escrows' | 'vaults' | 'fees';

/** What lies at one kind of place of one mint, in raw units. */
export interface Held {
  mint: string;
  place: Place;
  amount: bigint;
}

/** Where the supply of one mint is, in raw units. `difference` is the supply less all of it: 0 unless money leaked. */
export interface MintAudit extends Record<Place, bigint> {
  mint: string;
  supply: bigint;
  difference: bigint;
}

/** Conservation of every mint: its supply is what is held of it. */
export function auditMints(
  supplies: ReadonlyMap<string, bigint>,
  held: Iterable<Held>,
): { mints: MintAudit[]; ok: boolean } {
  const sums = new Map<string, Record<Place, bigint>>();
  for (const { mint, place, amount } of held) {
    const sum = sums.get(mint) ?? { wallets: 0n, escrows: 0n, vaults: 0n, fees: 0n };
    sums.set(mint, { ...sum, [place]: sum[place] + amount });
  }
  // Held of what was never issued is a difference too.
  const mints = [...new Set([...supplies.keys(), ...sums.keys()])].map((mint): MintAudit => {
    const supply = supplies.get(mint) ?? 0n;
    const sum = sums.get(mint) ?? { wallets: 0n, escrows: 0n, vaults: 0n, fees: 0n };
    const difference = supply - sum.wallets - sum.escrows - sum.vaults - sum.fees;
    return { mint, supply, ...sum, difference };
  });
  return { mints, ok: mints.every(({ difference }) => difference === 0n) };
}
