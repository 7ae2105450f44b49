import type { ExchangeContext } from '../core/context.ts';
import type { AuditStore } from '../ledger/audit.store.ts';
import { auditMints } from '../ledger/audit.ts';
import type { AuditAnswer } from './ports.ts';

/** Whether all money is where it belongs, mint by mint. */
export async function audit(
  { ledger, keys }: Pick<ExchangeContext, 'ledger' | 'keys'>,
  store: AuditStore,
): Promise<AuditAnswer> {
  const { supplies, held } = await store.sums({
    vaults: [keys.vault.address, keys.parlays.address],
    fees: keys.fees.address,
  });
  const { mints, ok } = auditMints(supplies, held);
  return {
    ok: ok && ledger.strays().length === 0,
    mints: mints.map(({ mint, supply, wallets, escrows, vaults, fees, difference }) => ({
      mint,
      supply: supply.toString(),
      wallets: wallets.toString(),
      escrows: escrows.toString(),
      vaults: vaults.toString(),
      fees: fees.toString(),
      difference: difference.toString(),
    })),
  };
}
