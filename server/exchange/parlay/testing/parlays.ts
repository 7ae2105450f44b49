import { PARLAY_LEGS } from '@contract/prediction/parlay-limits.ts';
import { eventModel, NOW } from '../../../testing/stub-app.ts';
import type { PlatformSigner } from '../../ledger/keys.ts';
import type { EventModel } from '../../simulation/model.ts';
import { Harness, signed, TestUniverse, USDC_MINT } from '../../testing/exchange.ts';

/** Eight events of one market each, P0 to P7, and one of two, P8 and P9. */
const EVENTS: EventModel[] = [
  ...Array.from({ length: 8 }, (_, index) =>
    eventModel({ eventId: `PE${index}`, markets: [{ marketId: `P${index}`, resolveTime: NOW }] }),
  ),
  eventModel({ eventId: 'PE8', markets: [{ marketId: 'P8' }, { marketId: 'P9' }] }),
];

export class ParlayUniverse extends TestUniverse {
  override readonly events = EVENTS;
}

export const LEGS = Array.from({ length: PARLAY_LEGS }, (_, index) => `P${index}`);

export const openParlays = (
  database: Parameters<typeof Harness.openOn>[0],
): Promise<Harness<ParlayUniverse>> => Harness.openOn(database, new ParlayUniverse());

type Built = Awaited<ReturnType<Harness['services']['createParlays']>>['parlays'][number];
export type BuiltParlay = Extract<Built, { status: 'ok' }>;

export async function buildParlay(
  h: Harness<ParlayUniverse>,
  wallet: PlatformSigner,
  legMarketIds = LEGS,
  mint = USDC_MINT,
): Promise<BuiltParlay> {
  const item = { ownerPubkey: wallet.address, legMarketIds, mint };
  const { parlays } = await h.services.createParlays({ body: { parlays: [item] } });
  const [built] = parlays;
  if (built?.status !== 'ok') throw new Error(`the parlay was not built: ${JSON.stringify(built)}`);
  return built;
}

/** The execute item of a parlay as built, signed by its owner. */
export const itemOf = (built: BuiltParlay, ...wallets: PlatformSigner[]) => ({
  signedTransaction: signed(built.transaction, ...wallets),
  parlayId: built.parlayId,
  nonce: Number(built.nonce),
  ownerPubkey: built.ownerPubkey,
  positionPubkey: built.positionPubkey,
  legMarketIds: built.legMarketIds,
});

/** Builds, signs and places a paid parlay. */
export async function placeParlay(
  h: Harness<ParlayUniverse>,
  wallet: PlatformSigner,
  legMarketIds = LEGS,
  mint = USDC_MINT,
): Promise<BuiltParlay> {
  const built = await buildParlay(h, wallet, legMarketIds, mint);
  const { parlays } = await h.services.executeParlays({ body: { parlays: [itemOf(built, wallet)] } });
  if (parlays[0]?.status !== 'ok') throw new Error(`the parlay failed: ${JSON.stringify(parlays[0])}`);
  return built;
}
