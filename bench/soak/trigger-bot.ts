import { SOL_MINT, USDC_MINT } from '@contract/mints.ts';
import type { RouteId } from '@contract/routes.ts';
import { Bot } from '../../e2e/bot.ts';
import type { Tradable } from '../../e2e/markets.ts';
import type { Trader } from '../../e2e/trader.ts';
import { simulatedNow } from './simulated-now.ts';

type Json = Record<string, unknown>;

const BLOCKHASH_LIFE = 150;
const UNAUTHORIZED = 401;
/** Raw units of USDC that each order deposits. */
export const DEPOSIT = 20_000_000n;
/** Dollars of SOL under which some of the orders fire at once, and under which none does. */
const PRICES = [1_000, 1];

/** A bot with a vault: signs in, deposits, orders, reads its orders. */
export class TriggerBot extends Bot {
  /** Ids that it was told. */
  readonly acknowledged: string[] = [];
  private token: string | undefined;
  private hasVault = false;

  /** @param lifeMs how long its orders wait, in simulated milliseconds */
  constructor(
    trader: Trader,
    markets: readonly Tradable[],
    random: () => number,
    private readonly lifeMs: number,
  ) {
    super(trader, markets, random);
  }

  protected override async act(drawn: number): Promise<void> {
    if (this.token === undefined) await this.signIn();
    else if (!this.hasVault) this.hasVault = (await this.asked('registerVault', 'GET /vault/register')).ok;
    else if (drawn < 0.7) await this.order();
    else await this.asked('listTriggerOrders', 'GET /orders/history?limit=20');
  }

  /** Some of its orders, signed in anew. @throws Error when they cannot be read. */
  async page(offset: number, limit: number) {
    if (this.token === undefined) await this.signIn();
    const path = `/orders/history?limit=${limit}&offset=${offset}`;
    const read = await this.asked('listTriggerOrders', `GET ${path}`);
    if (!read.ok) throw new Error(`${path}: ${read.status}`);
    return read.answer.orders;
  }

  /** Signed in; a token that is not taken any more is forgotten. */
  private async asked<Id extends RouteId>(id: Id, call: string, body?: Json) {
    const [, path = ''] = call.split(' ');
    const headers = { authorization: `Bearer ${this.token}` };
    const answered = await this.ask(id, `/trigger/v2${path}`, body, headers);
    if (!answered.ok && answered.status === UNAUTHORIZED) this.token = undefined;
    return answered;
  }

  private async signIn(): Promise<void> {
    const who = { walletPubkey: this.pubkey, type: 'transaction' };
    const asked = await this.ask('triggerChallenge', '/trigger/v2/auth/challenge', who);
    if (!asked.ok || !('transaction' in asked.answer)) return;
    const signedTransaction = this.trader.sign(asked.answer.transaction);
    const done = await this.ask('triggerVerify', '/trigger/v2/auth/verify', { ...who, signedTransaction });
    if (done.ok) this.token = done.answer.token;
  }

  private async order(): Promise<void> {
    const pair = { inputMint: USDC_MINT, outputMint: SOL_MINT };
    const crafted = await this.asked('craftDeposit', 'POST /deposit/craft', {
      ...pair,
      userAddress: this.pubkey,
      amount: String(DEPOSIT),
      orderSubType: 'single',
    });
    if (!crafted.ok) return;
    const height = await this.connection.getBlockHeight('confirmed').catch(() => undefined);
    if (height === undefined) return;
    const { transaction, requestId: depositRequestId } = crafted.answer;
    const expiresAt = Math.floor((await simulatedNow(this.trader)) * 1_000) + this.lifeMs;
    const triggerPriceUsd = this.pick(PRICES) ?? 1;
    const waiting = {
      transaction,
      lastValidBlockHeight: height + BLOCKHASH_LIFE,
      orderPubkey: null,
      positionPubkey: null,
    };
    await this.submit('trigger', waiting, async (depositSignedTx) => {
      const done = await this.asked('createPriceOrder', 'POST /orders/price', {
        ...pair,
        orderType: 'single',
        depositRequestId,
        depositSignedTx,
        userPubkey: this.pubkey,
        inputAmount: String(DEPOSIT),
        triggerMint: SOL_MINT,
        expiresAt,
        triggerCondition: 'below',
        triggerPriceUsd,
      });
      if (!done.ok) return undefined;
      this.acknowledged.push(done.answer.id);
      return 'landed';
    });
  }
}
