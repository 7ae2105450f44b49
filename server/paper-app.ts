import { pubkeyInput } from '@contract/ids.ts';
import * as z from 'zod/mini';
import { type App, createApp } from './app.ts';
import { Faults } from './common/faults.ts';
import { counter, type Gauge, gauge } from './common/gauge.ts';
import { type Operation, operationsOf } from './common/operation.ts';
import type { Platform } from './common/platform.ts';
import { ResponseCache } from './common/response-cache.ts';
import { createReads } from './exchange/market-data/reads.ts';
import { controlOperations } from './exchange/paper/control.ts';
import { createPublicReads } from './exchange/public-reads.ts';
import { requestsOf } from './exchange/rpc/cost.ts';
import { priceOperations } from './exchange/triggers/price-reads.ts';
import type { AppExchange, PaperDeps } from './paper-deps.ts';
import { paperStream } from './paper-stream.ts';

/** Together with what the lists keep for a moment, no read is older than a second. */
const CACHED_MS = 500;

function exchangeGauges({ exchange: { stats }, subscriptions }: PaperDeps): Gauge[] {
  return [
    gauge('orders_pending', 'Orders that wait for their fill.', () => stats().pendingOrders),
    gauge('positions_open', 'Positions with contracts.', () => stats().openPositions),
    gauge('positions_claimable', 'Positions with a payout.', () => stats().claimablePositions),
    counter('db_commits_total', 'Database transactions committed.', () => stats().commits),
    counter('db_jobs_total', 'Writes those carried.', () => stats().committedJobs),
    gauge('db_jobs_waiting', 'Writes that wait.', () => stats().queuedJobs),
    gauge('rpc_subscriptions', 'Subscriptions of clients.', () => subscriptions.size),
    gauge('ledger_slot', 'Slot of the ledger.', () => stats().ledgerSlot),
  ];
}

const faucetBody = z.strictObject({ pubkey: pubkeyInput });

function faucetOperation(exchange: AppExchange): Operation {
  return {
    id: 'faucet',
    method: 'POST',
    path: '/paper/faucet',
    summary: 'Paper money for a wallet',
    tag: 'server',
    body: faucetBody,
    // The body has been checked by the schema above.
    handle: ({ body }) => exchange.faucet((body as z.output<typeof faucetBody>).pubkey),
  };
}

/** The paper exchange as what stands behind the server. */
function paperPlatform(deps: PaperDeps): Platform {
  const { exchange, config } = deps;
  const faults = new Faults(deps.random);
  const responses = new ResponseCache(CACHED_MS, () => performance.now());
  const { handlers, clear } = deps.reads ?? createPublicReads(exchange);
  return {
    interfaces: operationsOf(
      { ...exchange.services, ...createReads(exchange), ...handlers },
      exchange.authenticate,
    ),
    extras: [faucetOperation(exchange), ...priceOperations(exchange)],
    hidden: controlOperations({
      token: deps.controlToken,
      control: exchange.control,
      audit: () => exchange.audit(),
      now: () => exchange.clock.now(),
      faults,
      onChange: () => {
        clear();
        responses.clear();
      },
    }),
    gauges: exchangeGauges(deps),
    config: () => ({
      ...config,
      paper: config.paper && { ...config.paper, now: exchange.clock.now() },
    }),
    notReady: () => exchange.notReady(),
    rpc: deps.rpc,
    rpcSocket: (peer) => deps.subscriptions.open(peer),
    stream: paperStream(exchange),
    rpcRequests: requestsOf,
    early: (address) => (faults.active ? undefined : responses.get(address)),
    responses,
    faults,
  };
}

/** The whole server over the paper exchange, with its faucet, its prices and its test control. */
export const createPaperApp = (deps: PaperDeps): App => createApp(paperPlatform(deps), deps);
