import { MICRO, type MicroContracts, type MicroUsd, microContracts, minBig } from '@contract/money.ts';
import type { LadderRow } from '@/domain/book.ts';
import type { LadderClick } from '@/state/preferences.ts';

/** Contracts are bought by hundredths. */
const STEP = 10_000n;

/** Contracts that a press on a level asks for at a price; never more than there are up to that level. */
export function clickSize(
  { size, total }: Pick<LadderRow, 'size' | 'total'>,
  price: MicroUsd,
  click: LadderClick,
): MicroContracts {
  if (click.size === 'reach') return total;
  if (click.size === 'level') return size;
  if (price <= 0n) return total;
  const contracts = (BigInt(click.usd) * MICRO * MICRO) / price;
  return minBig(total, microContracts((contracts / STEP) * STEP));
}
