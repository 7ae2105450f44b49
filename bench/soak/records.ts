import { STABLECOIN_MINT, USDC_MINT } from '@contract/mints.ts';
import type { AnswerWire } from '@contract/routes.ts';
import { Connection, PublicKey } from '@solana/web3.js';
import type { Bot, Sent } from '../../e2e/bot.ts';
import { ordersOf } from '../../e2e/journeys.ts';
import type { Trader } from '../../e2e/trader.ts';
import { roundOf } from '../../server/exchange/simulation/rounds-d/round-id.ts';
import { accountOf, invested, type Lists, realised } from '../../server/exchange/testing/accounts.ts';
import { differences } from './differences.ts';
import type { Punter } from './punter.ts';
import { DEPOSIT, type TriggerBot } from './trigger-bot.ts';

const GRANT = 10_000_000_000n;
const SIGNATURES_AT_ONCE = 100;
const PAGE = 100;

const landed = (bot: Bot, ...kinds: Sent['kind'][]): Sent[] =>
  bot.sent.filter(({ kind, outcome }) => kinds.includes(kind) && outcome === 'landed');

/** Whose lists are read over HTTP. */
function listsOf(trader: Trader): Lists {
  const read =
    (resource: string) =>
    async ({ query }: { query: object }): Promise<never> => {
      const path = `/prediction/v1/${resource}?${new URLSearchParams(query as Record<string, string>)}`;
      const { status, body } = await trader.get<never>(path);
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
      return body;
    };
  return {
    listPositions: read('positions'),
    listHistory: read('history'),
    listSlips: read('parlays'),
    listHistoryV2: async ({ query }) => {
      const path = `/prediction/v2/history?${new URLSearchParams(query as unknown as Record<string, string>)}`;
      return (await trader.get<never>(path)).body;
    },
  };
}

/** What the chain says of each transaction is what its bot knows of it. */
async function chainFaults(bot: Bot, connection: Connection): Promise<string[]> {
  const faults: string[] = [];
  for (let from = 0; from < bot.sent.length; from += SIGNATURES_AT_ONCE) {
    const some = bot.sent.slice(from, from + SIGNATURES_AT_ONCE);
    const { value } = await connection.getSignatureStatuses(
      some.map(({ signature }) => signature),
      { searchTransactionHistory: true },
    );
    for (const [index, sent] of some.entries()) {
      const status = value[index];
      const hasLanded = status !== null && status !== undefined && status.err === null;
      if (hasLanded !== (sent.outcome === 'landed')) {
        faults.push(
          `${sent.kind} ${sent.signature} is ${sent.outcome}, on the chain ${JSON.stringify(status)}`,
        );
      }
    }
  }
  return faults;
}

async function balanceOf(connection: Connection, owner: string, mint: string): Promise<bigint> {
  const { value } = await connection.getParsedTokenAccountsByOwner(new PublicKey(owner), {
    mint: new PublicKey(mint),
  });
  return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n);
}

/** Orders, claims, parlays, rounds and money of a wallet are what its bot knows of. */
export async function punterFaults(bot: Punter, trader: Trader): Promise<string[]> {
  const connection = new Connection(`${trader.url}/rpc`, 'confirmed');
  const account = await accountOf({ services: listsOf(trader) }, trader.pubkey);
  const orders = await ordersOf(trader);
  const rounds = account.events.filter(({ marketId }) => roundOf(marketId));
  const claims = account.events.filter(
    ({ eventType, marketId }) => eventType === 'payout_claimed' && !roundOf(marketId),
  );
  const faults = [
    ...differences(
      'orders',
      landed(bot, 'buy', 'sell').map(({ orderPubkey }) => orderPubkey ?? ''),
      orders.map(({ pubkey }) => pubkey),
    ),
    ...differences(
      'claims',
      landed(bot, 'claim').map(({ positionPubkey }) => positionPubkey ?? ''),
      claims.map(({ positionPubkey }) => positionPubkey ?? ''),
    ),
    ...differences(
      'parlays',
      landed(bot, 'parlay').map(({ positionPubkey }) => positionPubkey ?? ''),
      account.slips.map(({ positionPubkey }) => positionPubkey ?? ''),
    ),
    ...differences(
      'rounds',
      landed(bot, 'swap').map(({ signature }) => signature),
      rounds.filter(({ eventType }) => eventType === 'order_filled').map(({ signature }) => signature),
    ),
    ...(await chainFaults(bot, connection)),
  ];
  const waiting = orders.filter(({ status }) => status === 'pending' || status === 'created');
  if (waiting.length > 0) faults.push(`${waiting.length} orders are still not filled`);
  const cash =
    (await balanceOf(connection, trader.pubkey, USDC_MINT)) +
    (await balanceOf(connection, trader.pubkey, STABLECOIN_MINT));
  const due = 2n * GRANT + realised(account) - invested(account);
  if (cash !== due) faults.push(`holds ${cash} of money, by its records ${due}`);
  return faults.map((fault) => `${trader.pubkey}: ${fault}`);
}

/** Every trigger order of a wallet, read by `bot`, which is signed in. */
async function triggerOrdersOf(bot: TriggerBot): Promise<AnswerWire<'listTriggerOrders'>['orders']> {
  const all: AnswerWire<'listTriggerOrders'>['orders'] = [];
  for (;;) {
    const page = await bot.page(all.length, PAGE);
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

/** Each deposit of a wallet has its order, each order its deposit, and the wallet has paid for these and no other. */
export async function triggerFaults(bot: TriggerBot, trader: Trader): Promise<string[]> {
  const connection = new Connection(`${trader.url}/rpc`, 'confirmed');
  const orders = await triggerOrdersOf(bot);
  const ids = orders.map(({ id }) => id);
  const deposits = orders.flatMap(({ events }) =>
    events.flatMap(({ type, txSignature }) => (type === 'deposit' ? [txSignature ?? ''] : [])),
  );
  const known = landed(bot, 'trigger').map(({ signature }) => signature);
  const faults = [
    ...differences('deposits', known, deposits),
    ...differences(
      'acknowledged trigger orders',
      bot.acknowledged,
      ids.filter((id) => bot.acknowledged.includes(id)),
    ),
    ...(await chainFaults(bot, connection)),
  ];
  if (ids.length !== deposits.length)
    faults.push(`${ids.length} trigger orders of ${deposits.length} deposits`);
  const cash = await balanceOf(connection, trader.pubkey, USDC_MINT);
  const due = GRANT - DEPOSIT * BigInt(known.length);
  if (cash !== due) faults.push(`holds ${cash} USDC, after ${known.length} deposits ${due}`);
  return faults.map((fault) => `${trader.pubkey}: ${fault}`);
}
