import { compareBig } from '@contract/money.ts';
import { PARLAY_LEGS } from '@contract/prediction/parlay-limits.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { STABLECOIN, USDC } from '../ledger/mints.ts';
import { outcomesOf } from '../rounds/testing/rounds.ts';
import { between, pick, type Random, sample } from '../simulation/hash.ts';
import { roundAt, roundMarketId } from '../simulation/rounds-d/round-id.ts';
import type { Harness } from './exchange.ts';
import type { LifeUniverse } from './life-universe.ts';

export type LifeHarness = Harness<LifeUniverse>;
export interface Player {
  readonly wallet: PlatformSigner;
  /** How often the faucet has given. */
  grants: number;
}

/** What clients do by chance, one of them at a time. False: there was nothing to do, or it was not run. */
export class Clients {
  constructor(
    private readonly h: LifeHarness,
    private readonly random: Random,
    private readonly players: readonly Player[],
  ) {}

  private player = (): Player => pick(this.random, this.players);
  whole = (low: number, high: number): bigint => BigInt(Math.floor(between(this.random, low, high)));
  chance = (share: number): boolean => this.random() < share;

  /** Signs and executes; false when the exchange would not run it. */
  private async land(answer: { transaction?: string | null | undefined }, { wallet }: Player) {
    return (await this.h.send(answer, wallet)).status === 'Success';
  }

  private async positions({ wallet }: Pick<Player, 'wallet'>) {
    const query = { ownerPubkey: wallet.address, includePrices: false, end: 100 };
    return (await this.h.services.listPositions({ query })).data;
  }

  async buy() {
    const player = this.player();
    const size = this.chance(0.7)
      ? { depositAmount: this.whole(5e6, 4e8) }
      : { contractsMicro: this.whole(900, 30_000) * 10_000n };
    const built = await this.h.buildBuy(player.wallet, {
      marketId: pick(this.random, this.h.universe.open()),
      isYes: this.chance(0.6),
      integratorFeeBps: pick(this.random, [0, 0, 30, 10_000]),
      depositMint: pick(this.random, [USDC, USDC, STABLECOIN]).address,
      skipSigning: this.chance(0.1),
      ...size,
    });
    return this.land(built, player);
  }

  async sell() {
    const player = this.player();
    const held = (await this.positions(player)).filter(
      ({ contractsMicro, settlementDate }) => settlementDate === null && BigInt(contractsMicro) > 0n,
    );
    if (held.length === 0) return false;
    const { pubkey, contractsMicro } = pick(this.random, held);
    const part = this.chance(0.3) ? 100n : this.whole(1, 100);
    const contracts = (BigInt(contractsMicro) * part) / 100n;
    const fields = { integratorFeeBps: pick(this.random, [0, 0, 30, 10_000]) };
    return this.land(await this.h.buildSell(player.wallet, pubkey, contracts, fields), player);
  }

  async cancel() {
    const player = this.player();
    const { data } = await this.h.services.closeAllOrders({ body: { ownerPubkey: player.wallet.address } });
    for (const one of data) await this.land(one, player);
    return data.length > 0;
  }

  async closeAll() {
    const player = this.player();
    const body = { ownerPubkey: player.wallet.address, minSellPriceSlippageBps: 500 };
    const { data } = await this.h.services.closeAllPositions({ body });
    for (const one of data) await this.land(one, player);
    return data.length > 0;
  }

  /** Five legs of five events; now and then one of them is a round. */
  private legs(): string[] {
    const legs = sample(this.random, this.h.universe.open(), PARLAY_LEGS);
    if (this.chance(0.4)) legs[0] = this.round();
    return legs;
  }

  /** A side of this round or the next. */
  round(): string {
    const begin = roundAt(this.h.exchange.clock.now()) + 900 * Math.floor(between(this.random, 0, 2));
    return roundMarketId(begin, this.chance(0.5) ? 'up' : 'down');
  }

  async parlay() {
    const player = this.player();
    const ownerPubkey = player.wallet.address;
    const mint = pick(this.random, [USDC, STABLECOIN]).address;
    const count = Math.floor(between(this.random, 1, 4));
    const items = Array.from({ length: count }, () => ({ ownerPubkey, mint, legMarketIds: this.legs() }));
    const built = (await this.h.services.createParlays({ body: { parlays: items } })).parlays.flatMap(
      (one) => (one.status === 'ok' ? [one] : []),
    );
    if (built.length === 0) return false;
    const parlays = built.map(({ transaction, parlayId, nonce, positionPubkey, legMarketIds }) => ({
      signedTransaction: this.h.sign(transaction, player.wallet),
      parlayId,
      nonce: Number(nonce),
      ownerPubkey,
      positionPubkey,
      legMarketIds,
    }));
    const answer = await this.h.services.executeParlays({ body: { parlays } });
    return answer.parlays.some(({ status }) => status === 'ok');
  }

  async freeParlay() {
    const { wallet } = this.player();
    const parlays = Array.from({ length: this.chance(0.5) ? 1 : 3 }, () => ({
      legMarketIds: this.chance(0.2) ? Array<string>(PARLAY_LEGS).fill('L0') : this.legs(),
    }));
    const body = { ownerPubkey: wallet.address, parlays };
    const { paymentTransaction } = await this.h.services.prepareFreeParlays({ body });
    const signedTransaction = this.h.sign(paymentTransaction, wallet);
    const answer = await this.h.services.submitFreeParlays({ body: { ...body, signedTransaction } });
    return answer.parlays.some(({ status }) => status === 'ok');
  }

  async swap(isBuy: boolean) {
    const { wallet } = this.player();
    const outcomes = isBuy
      ? [outcomesOf(this.h, this.round())]
      : (await this.h.look((ledger) => ledger.tokenAccountsOf(wallet.address)))
          .filter(({ mint, amount }) => amount > 0n && mint !== USDC.address && mint !== STABLECOIN.address)
          .sort((a, b) => compareBig(a.amount, b.amount));
    if (outcomes.length === 0) return false;
    const { mint, amount: held } = pick(this.random, outcomes);
    const amount = isBuy ? this.whole(5e6, 2.5e8) : (held * this.whole(1, 101)) / 100n;
    const query = {
      inputMint: isBuy ? USDC.address : mint,
      outputMint: isBuy ? mint : USDC.address,
      amount,
      taker: wallet.address,
    };
    const { transaction, requestId } = await this.h.services.swapOrder({ query });
    if (transaction === '') return false;
    const signedTransaction = this.h.sign(transaction, wallet);
    const answer = await this.h.services.swapExecute({ body: { signedTransaction, requestId } });
    return answer.status === 'Success';
  }

  async roundOrder() {
    const player = this.player();
    const depositAmount = this.whole(5e6, 2.5e8);
    const fields = { marketId: this.round(), depositAmount, integratorFeeBps: this.chance(0.3) ? 30 : 0 };
    return this.land(await this.h.buildBuy(player.wallet, fields), player);
  }

  /** A claim of whoever has one. */
  async claim() {
    for (const { wallet } of sample(this.random, this.players, this.players.length)) {
      const due = (await this.positions({ wallet })).filter(({ claimable }) => claimable);
      if (due.length > 0) {
        return (await this.h.claim(wallet, pick(this.random, due).pubkey)).status === 'Success';
      }
    }
    return false;
  }

  async claimParlay() {
    for (const { wallet } of sample(this.random, this.players, this.players.length)) {
      const { slips } = await this.h.services.listSlips({ query: { walletAddress: wallet.address } });
      const due = slips.flatMap(({ claimable, positionPubkey }) =>
        claimable && positionPubkey ? [positionPubkey] : [],
      );
      if (due.length > 0) return (await this.h.claim(wallet, pick(this.random, due))).status === 'Success';
    }
    return false;
  }

  async faucet(): Promise<void> {
    const player = this.player();
    await this.h.exchange.faucet(player.wallet.address);
    player.grants += 1;
  }
}
