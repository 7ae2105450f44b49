import { STABLECOIN_MINT, USDC_MINT } from '@contract/mints.ts';
import { PARLAY_LEGS } from '@contract/prediction/parlay-limits.ts';
import { Bot } from '../../e2e/bot.ts';
import { roundAt, roundEventId } from '../../server/exchange/simulation/rounds-d/round-id.ts';
import { simulatedNow } from './simulated-now.ts';

const BLOCKHASH_LIFE = 150;
/** Raw units of what a round is bought for, at least. */
const ROUND_STAKE = 5_000_000;

/** A bot that bets on everything: markets, parlays, rounds. */
export class Punter extends Bot {
  protected override async act(drawn: number): Promise<void> {
    if (drawn < 0.7) await super.act(drawn / 0.7);
    else if (drawn < 0.82) await this.placeParlay();
    else if (drawn < 0.88) await this.claimParlay();
    else await this.buyRound();
  }

  private legs(): string[] {
    const legs = new Map<string, string>();
    for (let tries = 0; legs.size < PARLAY_LEGS && tries < 100; tries++) {
      const market = this.pick(this.markets);
      if (market) legs.set(market.eventId, market.marketId);
    }
    return [...legs.values()];
  }

  private async placeParlay(): Promise<void> {
    const legMarketIds = this.legs();
    const mint = this.random() < 0.5 ? USDC_MINT : STABLECOIN_MINT;
    const answered = await this.ask('createParlays', '/prediction/v1/parlays', {
      parlays: [{ ownerPubkey: this.pubkey, legMarketIds, mint }],
    });
    const [built] = answered.ok ? answered.answer.parlays : [];
    if (built?.status !== 'ok') return;
    const { transaction, txMeta, parlayId, nonce, positionPubkey } = built;
    const waiting = {
      transaction,
      lastValidBlockHeight: Number(txMeta.lastValidBlockHeight),
      orderPubkey: null,
      positionPubkey,
    };
    await this.submit('parlay', waiting, async (signedTransaction) => {
      const item = {
        signedTransaction,
        parlayId,
        nonce: Number(nonce),
        ownerPubkey: this.pubkey,
        positionPubkey,
        legMarketIds,
      };
      const done = await this.ask('executeParlays', '/prediction/v1/parlays/execute', { parlays: [item] });
      return done.ok && done.answer.parlays[0]?.status === 'ok' ? 'landed' : undefined;
    });
  }

  private async claimParlay(): Promise<void> {
    const listed = await this.ask('listSlips', `/prediction/v1/parlays?walletAddress=${this.pubkey}`);
    const won = listed.ok ? listed.answer.slips.filter(({ claimable }) => claimable) : [];
    const slip = this.pick(won);
    if (slip?.positionPubkey) await this.claimOf(slip.positionPubkey);
  }

  private async buyRound(): Promise<void> {
    const now = await simulatedNow(this.trader);
    const event = await this.ask('getEvent', `/prediction/v1/events/${roundEventId(roundAt(now))}`);
    const market = event.ok ? this.pick(event.answer.markets ?? []) : undefined;
    if (!market?.outcomeMint) return;
    const query = new URLSearchParams({
      inputMint: USDC_MINT,
      outputMint: market.outcomeMint,
      amount: String(ROUND_STAKE + Math.floor(this.random() * ROUND_STAKE)),
      taker: this.pubkey,
    });
    const quoted = await this.ask('swapOrder', `/swap/v2/order?${query}`);
    if (!quoted.ok || !quoted.answer.transaction) return;
    const { transaction, requestId } = quoted.answer;
    const height = await this.connection.getBlockHeight('confirmed').catch(() => undefined);
    if (height === undefined) return;
    const waiting = {
      transaction,
      // It says no more of itself than when it was built, which was before this.
      lastValidBlockHeight: height + BLOCKHASH_LIFE,
      orderPubkey: null,
      positionPubkey: null,
    };
    await this.submit('swap', waiting, async (signedTransaction) => {
      const done = await this.ask('swapExecute', '/swap/v2/execute', { signedTransaction, requestId });
      if (!done.ok) return undefined;
      return done.answer.status === 'Success' ? 'landed' : 'refused';
    });
  }
}
