import type { AnswerWire } from '@contract/routes.ts';
import { expect } from 'vitest';
import type { PlatformSigner } from '../exchange/ledger/keys.ts';
import { createTestWallet } from '../exchange/ledger/testing/ledger.ts';
import { signed } from '../exchange/testing/exchange.ts';

/** Opens the test control of the servers that these wallets trade on. */
export const TOKEN = 'control-of-the-buyers';

/** The answer of a server. @throws Error with its status when it is none; TypeError when nobody answers. */
export async function ask<T>(url: string, path: string, body?: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json', 'x-paper-control': TOKEN };
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(url + path, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

interface Sent {
  orderPubkey: string;
  signedTransaction: string;
}

/** A wallet that buys as fast as it is answered, and remembers what it was told. */
export class Buyer {
  readonly wallet: PlatformSigner = createTestWallet();
  readonly acknowledged = new Set<string>();
  /** Sent, with no answer. */
  readonly unclear: Sent[] = [];

  async buy(url: string, marketId: string): Promise<void> {
    const order = { isBuy: true, isYes: true, marketId, depositAmount: '5000000' };
    const ownerPubkey = this.wallet.address;
    const built = await ask<AnswerWire<'createOrder'>>(url, '/prediction/v1/orders', {
      ...order,
      ownerPubkey,
    });
    const sent = {
      orderPubkey: built.order.orderPubkey ?? '',
      signedTransaction: signed(built.transaction, this.wallet),
    };
    this.unclear.push(sent);
    await this.send(url, sent);
    this.unclear.splice(this.unclear.indexOf(sent), 1);
  }

  async send(url: string, { orderPubkey, signedTransaction }: Sent): Promise<void> {
    const answer = await ask<AnswerWire<'execute'>>(url, '/prediction/v1/execute', { signedTransaction });
    if (answer.status === 'Success') this.acknowledged.add(orderPubkey);
  }

  /** Everything that stands in this wallet's name, each order as often as it stands there. */
  async orders(url: string): Promise<string[]> {
    const all: string[] = [];
    for (let from = 0; ; from += 100) {
      const path = `/prediction/v1/orders?ownerPubkey=${this.wallet.address}&start=${from}&end=${from + 100}`;
      const { data, pagination } = await ask<AnswerWire<'listOrders'>>(url, path);
      all.push(...data.map(({ pubkey }) => pubkey));
      if (!pagination.hasNext) return all;
    }
  }
}

/** Wallets with paper money, and a market that stays open for a week. */
export async function buyersAt(url: string, count: number): Promise<{ buyers: Buyer[]; marketId: string }> {
  const buyers = Array.from({ length: count }, () => new Buyer());
  for (const { wallet } of buyers) await ask(url, '/paper/faucet', { pubkey: wallet.address });
  const { data } = await ask<AnswerWire<'listEvents'>>(url, '/prediction/v1/events?includeMarkets=true');
  const week = Date.now() / 1000 + 7 * 86_400;
  const market = data
    .flatMap(({ markets = [] }) => markets ?? [])
    .find(({ status, closeTime }) => status === 'open' && Number(closeTime) > week);
  return { buyers, marketId: market?.marketId ?? '' };
}

/** A server that is gone, or writes no more. */
const isAway = (error: unknown): boolean => error instanceof TypeError || String(error).includes(': 503 ');

/**
 * Buys with every wallet until the server stops answering, or until `stop`.
 * @returns once `enough` are acknowledged, or nobody buys any more; `ended` rejects with any other failure.
 */
export async function underLoad(url: string, buyers: readonly Buyer[], marketId: string, enough: number) {
  const count = (): number => buyers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  const before = count();
  let arrived = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let stopped = false;
  const trade = async (buyer: Buyer): Promise<void> => {
    try {
      while (!stopped) {
        await buyer.buy(url, marketId);
        if (count() - before >= enough) arrived();
      }
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  };
  const ended = Promise.all(buyers.map(trade));
  await Promise.race([reached, ended]);
  const stop = (): void => {
    stopped = true;
  };
  return { ended, stop };
}

/** Every acknowledged order is there exactly once, no other is, and not a unit is missing. */
export async function expectNothingLost(url: string, buyers: readonly Buyer[]): Promise<void> {
  for (const buyer of buyers) {
    for (const sent of buyer.unclear.splice(0)) await buyer.send(url, sent);
    expect((await buyer.orders(url)).sort()).toEqual([...buyer.acknowledged].sort());
  }
  expect(await ask(url, '/paper/audit')).toMatchObject({ ok: true });
}
