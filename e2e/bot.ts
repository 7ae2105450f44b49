import type { AnswerWire } from '@contract/routes.ts';
import { type RouteId, routes } from '@contract/routes.ts';
import { Connection, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import * as z from 'zod/mini';
import type { Tradable } from './markets.ts';
import type { Trader } from './trader.ts';

type Json = Record<string, unknown>;
/** What the bot has signed and sent, and what it has found out of it. */
export interface Sent {
  readonly kind: 'buy' | 'sell' | 'claim' | 'parlay' | 'swap' | 'trigger';
  readonly signature: string;
  readonly lastValidBlockHeight: number;
  /** Of orders. */
  readonly orderPubkey: string | null;
  /** Of claims and parlays. */
  readonly positionPubkey: string | null;
  outcome: 'open' | 'landed' | 'refused' | 'expired';
  /** No answer has said it: the chain had to. */
  lookedUp: boolean;
}

/** A transaction that waits for its wallet. */
export interface Built {
  transaction: string;
  lastValidBlockHeight: number;
  orderPubkey: string | null;
  positionPubkey: string | null;
}

/** What the answer to signed bytes says of them; undefined: nothing that could be relied on. */
export type Said = 'landed' | 'refused' | undefined;

const LOOK_EVERY_MS = 300;
const LOOK_FOR_MS = 3_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * A trader without a browser who deals with answers as the desk does: what cannot be read is no answer, a refusal
 * means that nothing has landed, and after anything else the chain is asked by the signature that was known before
 * the bytes left. Nothing is ever sent twice.
 */
export class Bot {
  readonly sent: Sent[] = [];
  /** Answers by status; 0: none came. `unreadable`: 200, but not in the documented shape. */
  readonly answers = new Map<number | 'unreadable', number>();
  /** Writes it has asked for, built or executed. */
  writes = 0;
  /** What must not happen, in words. */
  readonly faults: string[] = [];
  protected readonly connection: Connection;

  constructor(
    protected readonly trader: Trader,
    protected readonly markets: readonly Tradable[],
    protected readonly random: () => number,
  ) {
    this.connection = new Connection(`${trader.url}/rpc`, {
      commitment: 'confirmed',
      disableRetryOnRateLimit: true,
    });
  }

  get pubkey(): string {
    return this.trader.pubkey;
  }

  /** Trades until told to end. */
  async run(goesOn: () => boolean): Promise<void> {
    while (goesOn()) await this.act(this.random());
  }

  /** One thing that a client does, as `drawn` (0 ≤ drawn < 1) decides. */
  protected async act(drawn: number): Promise<void> {
    if (drawn < 0.5) await this.buy();
    else if (drawn < 0.75) await this.sell();
    else if (drawn < 0.9) await this.claim();
    else await this.browse();
  }

  /** Finds out what has become of everything that is open. */
  async settle(): Promise<void> {
    for (const sent of this.sent) if (sent.outcome === 'open') await this.lookUp(sent);
  }

  private count(status: number | 'unreadable'): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
  }

  /** The answer when it came and can be read; the status otherwise, 0 for none and 200 for an unreadable one. */
  protected async ask<Id extends RouteId>(
    id: Id,
    path: string,
    body?: Json,
    headers?: Record<string, string>,
  ): Promise<{ ok: true; answer: AnswerWire<Id> } | { ok: false; status: number }> {
    const { method, answer } = routes[id];
    if (method !== 'GET') this.writes += 1;
    const reply = await this.trader
      .send<unknown>(method, path, body, headers)
      .catch((error: unknown) => ({ status: 0, body: String(error) }));
    if (reply.status !== 200 && reply.status !== 201) {
      this.count(reply.status);
      // Whatever the platform does: the gateway answers, and says what went wrong. A refusal is the platform's own.
      const isOwn = reply.status >= 500;
      if (reply.status === 0 || reply.status === 500 || (isOwn && !isRefusal(reply.body))) {
        this.faults.push(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      }
      return { ok: false, status: reply.status };
    }
    const readable = z.safeParse(answer, reply.body).success;
    this.count(readable ? 200 : 'unreadable');
    return readable ? { ok: true, answer: reply.body as AnswerWire<Id> } : { ok: false, status: 200 };
  }

  protected pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.random() * list.length)];
  }

  private async buy(): Promise<void> {
    const market = this.pick(this.markets);
    if (!market) return;
    const built = await this.ask('createOrder', '/prediction/v1/orders', {
      ownerPubkey: this.pubkey,
      isBuy: true,
      isYes: this.random() < 0.5,
      marketId: market.marketId,
      depositAmount: String(5_000_000 + Math.floor(this.random() * 3_000_000)),
    });
    if (built.ok) await this.submit('buy', ofOrder(built.answer));
  }

  private async positions(): Promise<AnswerWire<'listPositions'>['data']> {
    const path = `/prediction/v1/positions?ownerPubkey=${this.pubkey}&end=100`;
    const listed = await this.ask('listPositions', path);
    if (!listed.ok) return [];
    for (const { ownerPubkey } of listed.answer.data) {
      if (ownerPubkey !== this.pubkey) this.faults.push(`was shown a position of ${ownerPubkey}`);
    }
    return listed.answer.data;
  }

  private async sell(): Promise<void> {
    const held = (await this.positions()).filter(
      ({ contractsMicro, openOrders, sellPriceUsd }) =>
        BigInt(contractsMicro) > 0n && Number(openOrders) === 0 && sellPriceUsd,
    );
    const position = this.pick(held);
    if (!position) return;
    const built = await this.ask('closePosition', `/prediction/v1/positions/${position.pubkey}`, {
      ownerPubkey: this.pubkey,
    });
    if (built.ok) await this.submit('sell', ofOrder(built.answer));
  }

  private async claim(): Promise<void> {
    const won = (await this.positions()).filter(({ claimable, claimed }) => claimable && !claimed);
    const position = this.pick(won);
    if (position) await this.claimOf(position.pubkey);
  }

  protected async claimOf(position: string): Promise<void> {
    const built = await this.ask('claimPosition', `/prediction/v1/positions/${position}/claim`, {
      ownerPubkey: this.pubkey,
    });
    if (!built.ok) return;
    const { transaction, txMeta, position: paid } = built.answer;
    await this.submit('claim', {
      transaction,
      lastValidBlockHeight: Number(txMeta.lastValidBlockHeight),
      orderPubkey: null,
      positionPubkey: paid.positionPubkey,
    });
  }

  /** What an open page asks meanwhile. */
  private async browse(): Promise<void> {
    const market = this.pick(this.markets);
    if (!market) return;
    await Promise.all([
      this.ask('getEvent', `/prediction/v1/events/${market.eventId}`),
      this.ask('getMarket', `/prediction/v1/markets/${market.marketId}`),
      this.ask('getOrderbook', `/prediction/v1/orderbook/${market.marketId}`),
      this.ask('listTrades', '/prediction/v1/trades'),
    ]);
  }

  /** Signs what was built and sends it once; what the answer leaves open, the chain is asked. */
  protected async submit(
    kind: Sent['kind'],
    built: Built | null,
    send: (signedTransaction: string) => Promise<Said> = (signed) => this.execute(signed),
  ): Promise<void> {
    if (!built) return;
    const { transaction, ...rest } = built;
    let signedTransaction: string;
    let signature: string;
    try {
      signedTransaction = this.trader.sign(transaction);
      const [first] = VersionedTransaction.deserialize(Buffer.from(signedTransaction, 'base64')).signatures;
      signature = bs58.encode(first ?? new Uint8Array());
    } catch {
      return; // No transaction at all: there is nothing to sign.
    }
    // The same transaction once more is the same order: its second answer is not a second order.
    if (this.sent.some((earlier) => earlier.signature === signature)) return;
    const sent: Sent = { ...rest, kind, signature, outcome: 'open', lookedUp: false };
    this.sent.push(sent);
    const said = await send(signedTransaction);
    if (said) sent.outcome = said;
    else await this.lookUp(sent);
  }

  private async execute(signedTransaction: string): Promise<Said> {
    const done = await this.ask('execute', '/prediction/v1/execute', { signedTransaction });
    if (done.ok && done.answer.status === 'Success') return 'landed';
    return done.ok || (done.status >= 400 && done.status < 500) ? 'refused' : undefined;
  }

  /** The height is read before the status, so that "expired" is only said after the last block it could be in. */
  private async lookUp(sent: Sent): Promise<void> {
    sent.lookedUp = true;
    const until = performance.now() + LOOK_FOR_MS;
    for (;;) {
      try {
        const height = await this.connection.getBlockHeight('confirmed');
        const { value } = await this.connection.getSignatureStatuses([sent.signature], {
          searchTransactionHistory: true,
        });
        const [status] = value;
        if (status) {
          sent.outcome = status.err === null ? 'landed' : 'refused';
          return;
        }
        if (height > sent.lastValidBlockHeight) {
          sent.outcome = 'expired';
          return;
        }
      } catch {
        // Asked again below.
      }
      if (performance.now() > until) return;
      await pause(LOOK_EVERY_MS);
    }
  }
}

const isRefusal = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && ('message' in body || 'error' in body);

function ofOrder({ transaction, txMeta, order }: AnswerWire<'createOrder'>): Built | null {
  if (!transaction || !txMeta || !order.orderPubkey) return null;
  return {
    transaction,
    lastValidBlockHeight: Number(txMeta.lastValidBlockHeight),
    orderPubkey: order.orderPubkey,
    positionPubkey: null,
  };
}
