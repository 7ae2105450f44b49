import type { AnswerWire } from '@contract/routes.ts';
import type { Reply, Trader } from './trader.ts';

export const SOL = 'So11111111111111111111111111111111111111112';
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

type Json = Record<string, unknown>;

/** A trader with a vault, without a browser: signs in by transaction, deposits, orders, reads. */
export class TriggerTrader {
  private token: Promise<string> | undefined;
  constructor(readonly trader: Trader) {}

  /** One operation as it is answered, signed in. */
  async ask<T>(method: string, path: string, body?: Json): Promise<Reply<T>> {
    this.token ??= this.signIn();
    const headers = { authorization: `Bearer ${await this.token}` };
    return this.trader.send<T>(method, `/trigger/v2${path}`, body, headers);
  }

  private async call<T>(method: string, path: string, body?: Json): Promise<T> {
    const reply = await this.ask<T>(method, path, body);
    if (reply.status !== 200 && reply.status !== 201)
      throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }

  private async signIn(): Promise<string> {
    const who = { walletPubkey: this.trader.pubkey, type: 'transaction' };
    const post = <T>(path: string, body: Json) =>
      this.trader.send<T>('POST', `/trigger/v2/auth/${path}`, { ...who, ...body });
    const challenge = await post<{ transaction: string }>('challenge', {});
    const signedTransaction = this.trader.sign(challenge.body.transaction);
    return (await post<{ token: string }>('verify', { signedTransaction })).body.token;
  }

  /** Takes play money, signs in and opens the vault. */
  async open(): Promise<void> {
    await this.trader.faucet();
    await this.call('GET', '/vault/register');
  }

  /** Deposits `amount` raw units of `inputMint` and orders with them. `terms`: what the kind of order needs. */
  async order(
    pair: { inputMint: string; outputMint: string },
    amount: string,
    expiresAt: number,
    terms: Json,
  ): Promise<string> {
    const orderType = typeof terms.orderType === 'string' ? terms.orderType : 'single';
    const craft = { ...pair, userAddress: this.trader.pubkey, amount, orderSubType: orderType };
    const deposit = await this.call<AnswerWire<'craftDeposit'>>('POST', '/deposit/craft', craft);
    const { id } = await this.call<{ id: string }>('POST', '/orders/price', {
      ...pair,
      orderType,
      depositRequestId: deposit.requestId,
      depositSignedTx: this.trader.sign(deposit.transaction),
      userPubkey: this.trader.pubkey,
      inputAmount: amount,
      triggerMint: SOL,
      expiresAt,
      ...terms,
    });
    return id;
  }

  /** Buys SOL with 20 USDC once it costs no more than `usd`. */
  buyBelow(usd: number, expiresAt: number): Promise<string> {
    return this.order({ inputMint: USDC, outputMint: SOL }, '20000000', expiresAt, {
      triggerCondition: 'below',
      triggerPriceUsd: usd,
    });
  }

  /** Sells `lamports` of SOL once it costs no more than `usd`. */
  sellBelow(lamports: string, usd: number, expiresAt: number): Promise<string> {
    return this.order({ inputMint: SOL, outputMint: USDC }, lamports, expiresAt, {
      triggerCondition: 'below',
      triggerPriceUsd: usd,
    });
  }

  async orders(): Promise<AnswerWire<'listTriggerOrders'>['orders']> {
    return (await this.call<AnswerWire<'listTriggerOrders'>>('GET', '/orders/history?limit=100')).orders;
  }

  /** How many orders have ended. */
  async countPast(): Promise<number> {
    const path = '/orders/history?state=past&limit=1';
    return Number((await this.call<AnswerWire<'listTriggerOrders'>>('GET', path)).pagination.total);
  }

  vault(): Promise<AnswerWire<'getVault'>> {
    return this.call('GET', '/vault');
  }

  /** Lamports of the wallet. */
  async balance(): Promise<bigint> {
    const { body } = await this.trader.send<{ result: { value: number } }>('POST', '/rpc', {
      jsonrpc: '2.0',
      id: 1,
      method: 'getBalance',
      params: [this.trader.pubkey],
    });
    return BigInt(body.result.value);
  }
}
