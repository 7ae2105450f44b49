import { type AppConfig, appConfig, DEFAULT_BASES } from '@contract/config.ts';
import type { Pubkey } from '@contract/ids.ts';
import type { OrderQuote } from '@contract/prediction/order.ts';
import {
  type Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import bs58 from 'bs58';
import type { ReactNode } from 'react';
import { fetchConfig } from '@/api/config.queries.ts';
import { setConfig } from '@/config.ts';
import { fromBase64, toBase64 } from '@/lib/base64.ts';
import { answerTo, ORDER, POSITION } from './fixtures.ts';
import type { OrderTerms } from './terms.ts';
import { type Answering, serve } from './testing-service.ts';

/*
 * A desk for tests of the forms: the real runner, journal and queries. Only the wallet, the service's HTTP and the
 * chain are put in its place; the check of a transaction, which needs the chain, is proved elsewhere.
 */

const wallet = Keypair.generate();
export const WALLET = wallet.publicKey.toBase58() as Pubkey;
const key = (): Pubkey => Keypair.generate().publicKey.toBase58() as Pubkey;
export const KEYS = { vault: key(), fees: key(), other: key(), mint: key() };

export const CONFIG: AppConfig = appConfig.parse({
  mode: 'paper',
  providers: [
    {
      wire: 'provider_a',
      label: 'A',
      settles: 'claim',
      depositMints: [],
      minOrderUsd: '5000000',
      maxOrderUsd: null,
      hasLadder: true,
    },
    {
      wire: 'provider_d',
      label: 'D',
      settles: 'itself',
      depositMints: [],
      minOrderUsd: '5000000',
      maxOrderUsd: '250000000',
      hasLadder: false,
    },
  ],
  mints: { usdc: key(), stablecoin: key(), sol: 'So11111111111111111111111111111111111111112' },
  explorer: { tx: 'https://explorer.example/tx/{signature}', address: 'https://explorer.example/{address}' },
  bases: DEFAULT_BASES,
  trigger: { enabled: true },
  paper: { faucet: true, speed: 1 },
  chain: { authority: key(), sponsor: key(), vault: KEYS.vault, fees: KEYS.fees, parlays: key() },
});

/** A transaction that only the wallet signs. */
export function aTransaction(): string {
  const message = new TransactionMessage({
    payerKey: wallet.publicKey,
    recentBlockhash: key(),
    instructions: [
      SystemProgram.transfer({
        fromPubkey: wallet.publicKey,
        toPubkey: new PublicKey(KEYS.other),
        lamports: 1,
      }),
    ],
  }).compileToV0Message();
  return toBase64(new VersionedTransaction(message).serialize());
}

/** The signature in a transaction that the wallet has signed. */
export const signatureIn = (base64: string): string =>
  bs58.encode(parseTransaction(base64).signatures[0] ?? new Uint8Array());

/** A wallet that signs what it is given, or declines. */
export function aWallet() {
  const signing = { asked: 0, declines: false };
  return {
    signing,
    pubkey: WALLET,
    signAllTransactions: null,
    async signTransaction(tx: VersionedTransaction): Promise<VersionedTransaction> {
      signing.asked += 1;
      if (signing.declines) throw Object.assign(new Error('User rejected the request'), { code: 4001 });
      tx.sign([wallet]);
      return tx;
    },
  };
}

/** A chain on which everything that is asked about has landed. */
export const chain = {
  getBlockHeight: async () => 1,
  getLatestBlockhash: async () => ({ blockhash: key(), lastValidBlockHeight: 151 }),
  getLatestBlockhashAndContext: async () => ({
    context: { slot: 1 },
    value: { blockhash: key(), lastValidBlockHeight: 151 },
  }),
  isBlockhashValid: async () => ({ context: { slot: 1 }, value: true }),
  getSignatureStatuses: async () => ({
    context: { slot: 1 },
    value: [{ slot: 1, confirmations: null, err: null, confirmationStatus: 'finalized' }],
  }),
  getMultipleAccountsInfo: async (keys: readonly unknown[]) => keys.map(() => null),
} as unknown as Connection;

/** The chain says nothing of what was sent until then. */
export function silentUntil(then: Promise<void>): void {
  const { getSignatureStatuses } = chain;
  chain.getSignatureStatuses = async (...asked) => {
    await then;
    chain.getSignatureStatuses = getSignatureStatuses;
    return getSignatureStatuses(...asked);
  };
}

/** In the place of `@/api/rpc.ts`. */
export const rpcDouble = { getConnection: async () => chain };

const parseTransaction = (base64: string): VersionedTransaction =>
  VersionedTransaction.deserialize(fromBase64(base64));
/** In the place of `@/tx/check.ts`: what reaches the chain's check passes it. */
export const checkDouble = {
  checkTransaction: async (_chain: unknown, { transaction }: { transaction: string }) => ({
    verdict: 'matches',
    tx: parseTransaction(transaction),
  }),
};

/** Reads the configuration as the page does. */
export async function loadConfig(): Promise<void> {
  serve({ 'GET /config.json': () => CONFIG });
  await fetchConfig();
}

/** An order as the service builds it to terms; with changes. */
export const orderAnswer = (terms: OrderTerms, change: Partial<OrderQuote> = {}) => ({
  transaction: aTransaction(),
  txMeta: { blockhash: 'b', lastValidBlockHeight: 151 },
  externalOrderId: 'ext-1',
  requiredSigners: [WALLET],
  order: answerTo(terms, change),
});

/** The answers that tell of an order that was filled at once. */
export const filledOrder = (terms: OrderTerms): Record<string, Answering> => ({
  [`GET /orders/status/${ORDER}`]: () => ({
    orderPubkey: ORDER,
    status: 'filled',
    latestEventType: null,
    latestSignature: null,
    history: [],
  }),
  [`GET /orders/${ORDER}`]: () => ({
    pubkey: ORDER,
    owner: WALLET,
    ownerPubkey: WALLET,
    market: 'm',
    marketId: terms.marketId,
    marketIdHash: 'h',
    eventId: 'EV-1',
    position: POSITION,
    status: 'filled',
    isYes: true,
    isBuy: terms.action === 'buy',
    createdAt: 1,
    updatedAt: 1,
    contracts: '1',
    contractsMicro: terms.contracts,
    contractsDecimal: '1',
    maxFillPriceUsd: terms.cap,
    maxBuyPriceUsd: null,
    minSellPriceUsd: null,
    filledAt: 1,
    filledContracts: '1',
    filledContractsMicro: terms.contracts,
    filledContractsDecimal: '1',
    avgFillPriceUsd: terms.average,
    settled: true,
    sizeUsd: '1',
    eventMetadata: { eventId: 'EV-1', title: 'T' },
    marketMetadata: { marketId: terms.marketId, eventId: 'EV-1', title: 'M', status: 'open' },
    bump: 255,
    orderType: 'market',
  }),
});

/** What a wallet of the store can do. */
export const actionsOf = ({ signTransaction }: ReturnType<typeof aWallet>) => ({
  connect: async () => undefined,
  disconnect: async () => undefined,
  leave: () => undefined,
  signTransaction,
  signAllTransactions: null,
  signMessage: null,
});

/** Executes whatever it is given, as a service that is well. */
export const execute: Answering = ({ body }) => ({
  status: 'Success',
  signature: signatureIn((body as { signedTransaction: string }).signedTransaction),
  error: null,
});

export const queries = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnMount: false, staleTime: Number.POSITIVE_INFINITY } },
  });

export const within = (client: QueryClient) => {
  setConfig(CONFIG);
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
};

/** A browser with one tab, before a service that knows nothing yet. */
export function openDesk(): void {
  serve({});
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: async (_name: string, ...rest: unknown[]) => (rest.at(-1) as (lock: object) => unknown)({}),
    },
  });
}
