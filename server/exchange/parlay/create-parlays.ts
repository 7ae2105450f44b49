import { randomBytes } from 'node:crypto';
import { PARLAY_STAKE } from '@contract/prediction/parlay-limits.ts';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { invalidParam } from '../../common/errors.ts';
import { actorOf } from '../core/actor.ts';
import { rememberBuild } from '../core/builds.ts';
import type { ExchangeContext } from '../core/context.ts';
import type { ParlayDraft } from '../core/intents/parlay.ts';
import type { MarketDirectory } from '../core/markets.ts';
import { payoutOfLegs } from '../engine/parlay.ts';
import { parseKey } from '../ledger/addresses.ts';
import { positionAddress } from '../ledger/keys.ts';
import { STABLECOIN, USDC } from '../ledger/mints.ts';
import { buildOwnerTransaction } from '../ledger/transactions/owner-transactions.ts';
import { SIGNATURE_LAMPORTS } from '../ledger/transactions/parts.ts';
import { itemError, quoteLegs } from './legs.ts';

type Item = RouteInput<'createParlays'>['body']['parlays'][number];
type Answer = AnswerWire<'createParlays'>['parlays'][number];
/** Money that earlier items of the same request need, by owner and mint. */
type Reserved = Map<string, bigint>;

const ID_DIGITS = 29;
export const newParlayId = (): string => `PY-${randomBytes(15).toString('hex').slice(0, ID_DIGITS)}`;

/** Takes the stake and fees from what the wallets hold beside earlier items. @throws ServiceError INSUFFICIENT_FUNDS. */
function reserve(
  { ledger, keys }: ExchangeContext,
  reserved: Reserved,
  { owner, payer, mint }: { owner: string; payer: string; mint: string },
): void {
  const take = (key: string, held: bigint, needed: bigint, who: string, unit: string) => {
    const all = (reserved.get(key) ?? 0n) + needed;
    if (held < all) {
      throw invalidParam(who, `the wallet holds ${held} of the ${all} ${unit} needed`, 'INSUFFICIENT_FUNDS');
    }
    return () => reserved.set(key, all);
  };
  const stake = take(
    `${owner}:${mint}`,
    ledger.tokenBalance(owner, mint) ?? 0n,
    PARLAY_STAKE,
    'ownerPubkey',
    'units',
  );
  if (payer !== keys.sponsor.address) {
    const signatures = 2n + (payer === owner ? 0n : 1n) + (mint === USDC.address ? 1n : 0n);
    take(
      `${payer}:fees`,
      ledger.lamports(payer),
      SIGNATURE_LAMPORTS * signatures,
      'payerPubkey',
      'lamports',
    )();
  }
  stake();
}

async function buildItem(
  context: ExchangeContext,
  markets: MarketDirectory,
  item: Item,
  reserved: Reserved,
): Promise<Answer> {
  const { keys, ledger, state } = context;
  const actor = actorOf(context, item);
  const { owner } = actor;
  const payer = item.payerPubkey === undefined ? keys.sponsor.address : actor.payer;
  const legs = quoteLegs(context, markets, item.legMarketIds);
  reserve(context, reserved, { owner, payer, mint: item.mint });

  const nonce = state.next('order');
  const parlayId = newParlayId();
  const position = positionAddress(owner, parlayId, true);
  const { blockhash, lastValidBlockHeight } = ledger.latestBlockhash();
  const payout = payoutOfLegs('paid', legs);
  const legMarketIds = legs.map(({ marketId }) => marketId);
  const tx = buildOwnerTransaction(
    keys,
    {
      intent: 'parlay',
      ...{ owner, payer, parlayId, nonce, position, legMarketIds, payout },
      stake: PARLAY_STAKE,
      mint: item.mint === USDC.address ? USDC : STABLECOIN,
      locked: STABLECOIN,
    },
    blockhash,
  );
  const draft: ParlayDraft = {
    parlayId,
    nonce: nonce.toString(),
    owner,
    position,
    stake: PARLAY_STAKE.toString(),
    payout: payout.toString(),
    legs,
  };
  const { transaction } = await rememberBuild(context, tx, {
    kind: 'parlay',
    draft,
  });
  return {
    status: 'ok',
    transaction,
    parlayId,
    nonce: Number(nonce),
    positionPubkey: position,
    orderPubkey: keys.orderAddress(parlayId),
    ownerPubkey: owner,
    legMarketIds,
    stakeUsd: draft.stake,
    payoutUsd: draft.payout,
    txMeta: { blockhash, lastValidBlockHeight },
  };
}

/**
 * Wants all that the items name before one of them is built: with each that is wanted by itself all would begin again,
 * and those that were sound would be built once more.
 */
function requireNamed({ ledger, clock }: ExchangeContext, markets: MarketDirectory, items: Item[]): void {
  markets.requireNamed(
    items.flatMap(({ legMarketIds }) => legMarketIds),
    clock.now(),
  );
  const wallets = new Set(
    items.flatMap(({ ownerPubkey, payerPubkey = ownerPubkey }) => [ownerPubkey, payerPubkey]),
  );
  // What is no key is its item's own fault.
  ledger.requireKnown([...wallets].filter((wallet) => parseKey(wallet) !== null));
}

/** What a parlay can be paid in. */
const MINTS: ReadonlySet<string> = new Set([USDC.address, STABLECOIN.address]);

/**
 * Builds up to ten paid parlays, each for itself: what is wrong with one is its own answer.
 * @throws ServiceError `invalid` for a mint that no parlay is paid in: the request is no such request then.
 */
export const createParlays =
  (context: ExchangeContext, markets: MarketDirectory) =>
  async ({ body }: Pick<RouteInput<'createParlays'>, 'body'>): Promise<AnswerWire<'createParlays'>> => {
    const other = body.parlays.findIndex(({ mint }) => !MINTS.has(mint));
    if (other >= 0) {
      throw invalidParam(`parlays.${other}.mint`, 'mint must be USDC or the platform stablecoin');
    }
    requireNamed(context, markets, body.parlays);
    const reserved: Reserved = new Map();
    const parlays = await Promise.all(
      body.parlays.map((item) => buildItem(context, markets, item, reserved).catch(itemError)),
    );
    return { parlays };
  };
