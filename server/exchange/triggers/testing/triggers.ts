import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import type { CreatePriceOrderBody } from '@contract/triggers/order.ts';
import { picoUsd } from '@contract/triggers/price.ts';
import bs58 from 'bs58';
import { NOW } from '../../../testing/stub-app.ts';
import type { PlatformSigner } from '../../ledger/keys.ts';
import { SOL, USDC } from '../../ledger/mints.ts';
import type { PriceFeed } from '../../simulation/feeds/feed.ts';
import { Harness, type HarnessOptions, signed } from '../../testing/exchange.ts';

/** A price that stands where a test puts it, in whole cents. */
export function handFeed(cents: number): PriceFeed & { set(cents: number): void } {
  let price = BigInt(cents) * 10_000n;
  return {
    price: () => price,
    close: () => price,
    sigma: 0,
    set: (next) => {
      price = BigInt(next) * 10_000n;
    },
  };
}

/** SOL at 100 USD, Bitcoin at 65,000. */
export const stillFeeds = () => ({ sol: handFeed(10_000), feed: handFeed(6_500_000) });

export const dollars = (usd: number) => picoUsd(BigInt(Math.round(usd * 100)) * 10_000_000_000n);
/** Raw units of a token, more than 90 USDC buy of any. */
const MORE_THAN_EVER = '9000000000000000000';
export const IN_A_DAY = (NOW + 86_400) * 1000;
/** Of an order: 5,000 USDC for SOL, which no price brings at once within its slippage. */
export const IN_SLICES = {
  ...{ inputMint: USDC.address, outputMint: SOL.address },
  ...{ inputAmount: '5000000000', slippageBps: 1 },
} as const;

type OrderFields = Partial<Omit<CreatePriceOrderBody, 'depositRequestId' | 'depositSignedTx' | 'userPubkey'>>;

/** An exchange whose SOL costs 100 USD until a test says otherwise, and wallets with vaults. */
export class TriggerHarness {
  private constructor(
    readonly h: Harness,
    readonly sol: ReturnType<typeof handFeed>,
  ) {}

  static async open(database: Parameters<typeof Harness.open>[0], options: HarnessOptions = {}) {
    const feeds = stillFeeds();
    return new TriggerHarness(await Harness.open(database, { ...options, ...feeds }), feeds.sol);
  }

  /** Around an exchange that was opened with `stillFeeds`. */
  static over(h: Harness, sol: ReturnType<typeof handFeed>): TriggerHarness {
    return new TriggerHarness(h, sol);
  }

  get services() {
    return this.h.services;
  }
  get ledger() {
    return this.h.exchange.ledger;
  }

  async signIn(wallet: PlatformSigner): Promise<string> {
    const { services } = this;
    const challenge = await services.triggerChallenge({
      body: { walletPubkey: wallet.address, type: 'message' },
      deskHost: 'desk.example',
    });
    if (challenge.type !== 'message') throw new Error('no message');
    const signature = bs58.encode(wallet.sign(Buffer.from(challenge.challenge)));
    const { token } = await services.triggerVerify({
      body: { walletPubkey: wallet.address, type: 'message', signature },
      deskHost: 'desk.example',
    });
    return token;
  }

  async trader(): Promise<PlatformSigner> {
    const wallet = await this.h.wallet();
    await this.services.registerVault({ caller: wallet.address });
    return wallet;
  }

  vault(wallet: PlatformSigner): Promise<AnswerWire<'getVault'>> {
    return this.services.getVault({ caller: wallet.address });
  }

  /** Moves SOL to a price and lets the keeper act on it, a second later. */
  async moveSol(usd: number, seconds = 1): Promise<void> {
    this.sol.set(Math.round(usd * 100));
    this.h.pass(seconds);
    await this.h.exchange.tick();
  }

  async craft(wallet: PlatformSigner, fields: OrderFields = {}): Promise<AnswerWire<'craftDeposit'>> {
    return this.services.craftDeposit({
      body: {
        inputMint: fields.inputMint ?? SOL.address,
        outputMint: fields.outputMint ?? USDC.address,
        userAddress: wallet.address,
        amount: String(fields.inputAmount ?? '2000000000'),
        orderType: 'price',
        orderSubType: 'single',
      },
      caller: wallet.address,
    });
  }

  body(
    wallet: PlatformSigner,
    deposit: AnswerWire<'craftDeposit'>,
    fields: OrderFields = {},
  ): CreatePriceOrderBody {
    const price =
      'trailingBps' in fields || fields.orderType === 'oco' ? {} : { triggerPriceUsd: dollars(90) };
    const condition = fields.orderType === 'oco' ? {} : { triggerCondition: 'below' as const };
    return {
      orderType: 'single',
      inputMint: SOL.address,
      inputAmount: '2000000000',
      outputMint: USDC.address,
      triggerMint: SOL.address,
      expiresAt: IN_A_DAY,
      ...condition,
      ...price,
      ...fields,
      depositRequestId: deposit.requestId,
      depositSignedTx: signed(deposit.transaction, wallet),
      userPubkey: wallet.address,
    };
  }

  create(wallet: PlatformSigner, body: CreatePriceOrderBody) {
    return this.services.createPriceOrder({ body, caller: wallet.address });
  }

  /** Deposits and creates an order: to sell 2 SOL below 90 USD, unless the fields say otherwise. */
  async order(wallet: PlatformSigner, fields: OrderFields = {}): Promise<string> {
    const deposit = await this.craft(wallet, fields);
    return (await this.create(wallet, this.body(wallet, deposit, fields))).id;
  }

  /**
   * An order of the first version, whose deposit lies at an address of its own: that address. Its 90 USDC ask for
   * more SOL than they ever bring, or more of another mint.
   */
  async rateOrder(wallet: PlatformSigner, expiredAt?: number, outputMint = SOL.address): Promise<string> {
    const built = await this.services.triggerCreateOrder({
      body: {
        ...{ inputMint: USDC.address, outputMint },
        ...{ maker: wallet.address, payer: wallet.address },
        params: {
          ...{
            makingAmount: '90000000',
            takingAmount: outputMint === SOL.address ? '9000000000' : MORE_THAN_EVER,
          },
          ...(expiredAt !== undefined && { expiredAt: String(expiredAt) }),
        },
      },
    });
    const body = { requestId: built.requestId, signedTransaction: signed(built.transaction, wallet) };
    const { status, error } = await this.services.triggerExecute({ body });
    if (status !== 'Success') throw new Error(error);
    return built.order ?? '';
  }

  async read(wallet: PlatformSigner, id: string) {
    const { orders } = await this.list(wallet, { id });
    const [order] = orders;
    if (!order) throw new Error(`no order ${id}`);
    return order;
  }

  list(wallet: PlatformSigner, query: RouteInput<'listTriggerOrders'>['query'] = {}) {
    return this.services.listTriggerOrders({ query, caller: wallet.address });
  }

  update(
    wallet: PlatformSigner,
    id: string,
    changes: Omit<RouteInput<'updatePriceOrder'>['body'], 'orderType'>,
  ) {
    const body = { orderType: 'single' as const, ...changes };
    return this.services.updatePriceOrder({ params: { id }, body, caller: wallet.address });
  }

  cancel(wallet: PlatformSigner, id: string) {
    return this.services.cancelPriceOrder({ params: { id }, caller: wallet.address });
  }

  async confirm(wallet: PlatformSigner, withdrawal: AnswerWire<'cancelPriceOrder'>) {
    return this.services.confirmCancelPriceOrder({
      params: { id: withdrawal.id },
      body: {
        signedTransaction: signed(withdrawal.transaction, wallet),
        cancelRequestId: withdrawal.requestId,
      },
      caller: wallet.address,
    });
  }
}
