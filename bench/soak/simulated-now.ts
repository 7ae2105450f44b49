import type { Trader } from '../../e2e/trader.ts';

/** Unix seconds of the exchange; those of everybody where it is asked through a gateway, which has no clock of its own. */
export async function simulatedNow(trader: Trader): Promise<number> {
  const { body } = await trader.get<{ paper?: { now: number } | null }>('/config.json');
  return body.paper?.now ?? Date.now() / 1_000;
}
