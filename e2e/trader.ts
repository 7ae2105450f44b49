import type { AnswerWire } from '@contract/routes.ts';
import { Keypair, VersionedTransaction } from '@solana/web3.js';

/** An answer of the service, with its status; the body is trusted to have the documented shape. */
export interface Reply<T> {
  status: number;
  body: T;
}

type Json = Record<string, unknown>;

/** A client of the platform without a browser: builds, signs and submits like any wallet would. */
export class Trader {
  readonly pubkey: string;

  constructor(
    readonly url: string,
    readonly keypair = Keypair.generate(),
  ) {
    this.pubkey = keypair.publicKey.toBase58();
  }

  async send<T>(
    method: string,
    path: string,
    body?: Json,
    headers: Record<string, string> = {},
  ): Promise<Reply<T>> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  get<T>(path: string): Promise<Reply<T>> {
    return this.send<T>('GET', path);
  }

  faucet(): Promise<Reply<Json>> {
    return this.send('POST', '/paper/faucet', { pubkey: this.pubkey });
  }

  build(body: Json): Promise<Reply<AnswerWire<'createOrder'>>> {
    return this.send('POST', '/prediction/v1/orders', { ownerPubkey: this.pubkey, ...body });
  }

  sign(transaction: string): string {
    const tx = VersionedTransaction.deserialize(Buffer.from(transaction, 'base64'));
    tx.sign([this.keypair]);
    return Buffer.from(tx.serialize()).toString('base64');
  }

  execute(signedTransaction: string): Promise<Reply<AnswerWire<'execute'>>> {
    return this.send('POST', '/prediction/v1/execute', { signedTransaction });
  }

  /** Builds, signs and executes a purchase for `dollars` (whole). Throws when any step is refused. */
  async buy(
    marketId: string,
    dollars: number,
    isYes = true,
  ): Promise<{ orderPubkey: string; signature: string }> {
    const built = await this.build({ isBuy: true, isYes, marketId, depositAmount: `${dollars}000000` });
    const { transaction, order } = built.body;
    if (!transaction || !order.orderPubkey) throw new Error(`not built: ${JSON.stringify(built.body)}`);
    const done = await this.execute(this.sign(transaction));
    if (done.body.status !== 'Success' || !done.body.signature)
      throw new Error(`not executed: ${JSON.stringify(done.body)}`);
    return { orderPubkey: order.orderPubkey, signature: done.body.signature };
  }
}

/** The test control of a paper exchange. */
export class Control {
  constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  async call<T>(method: string, path: string, body?: Json): Promise<T> {
    const response = await fetch(`${this.url}/paper${path}`, {
      method,
      headers: { 'x-paper-control': this.token, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  resolve(marketId: string, result: 'yes' | 'no' | 'draw' | 'cancelled'): Promise<unknown> {
    return this.call('POST', `/markets/${marketId}/resolve`, { result });
  }

  price(marketId: string, probability: number): Promise<unknown> {
    return this.call('POST', `/markets/${marketId}/price`, { probability });
  }

  advance(advanceSeconds: number): Promise<unknown> {
    return this.call('POST', '/clock', { advanceSeconds });
  }

  audit(): Promise<{ ok: boolean; mints: { mint: string; difference: string }[] }> {
    return this.call('GET', '/audit');
  }

  fault(fault: {
    operation: string;
    latencyMs?: number;
    errorRate?: number;
    status?: number;
    code?: string;
    field?: string;
  }): Promise<unknown> {
    return this.call('POST', '/faults', fault);
  }

  clearFaults(): Promise<unknown> {
    return this.call('DELETE', '/faults');
  }
}
