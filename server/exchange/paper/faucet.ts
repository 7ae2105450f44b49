import { invalidParam, isRefusal, ServiceError } from '../../common/errors.ts';
import { checkedKey, requireWallet } from '../core/actor.ts';
import type { ExchangeContext } from '../core/context.ts';
import { refilledSponsor } from '../ledger/genesis.ts';
import { STABLECOIN, USDC } from '../ledger/mints.ts';
import { addServiceSignatures } from '../ledger/signers.ts';
import {
  buildFaucet,
  FAUCET_LAMPORTS,
  FAUCET_TOKENS,
  type Grant,
} from '../ledger/transactions/faucet-transactions.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import type { FaucetAnswer } from './ports.ts';

const HOUR = 3_600;

function tooSoon(wait: number): ServiceError {
  const message = `this wallet was given paper money within the hour: wait ${wait} s`;
  return new ServiceError('rate-limited', 'RATE_LIMITED', message, { retryAfter: wait });
}

/**
 * Refuses the address of an order or of a vault. How much lies there is fixed in what its owner is about to sign: a
 * gift of one lamport meanwhile would have that refused, as often as a stranger likes.
 * @throws ServiceError `invalid`.
 */
function requireNothingInTrust({ state }: ExchangeContext, pubkey: string): void {
  const { orders, triggers } = state;
  // Only those in memory: whoever builds a transaction of an order has named it.
  if (orders.has(pubkey) || triggers.orders.peek(pubkey) || triggers.vaultAddresses.has(pubkey)) {
    throw invalidParam('pubkey', 'pubkey is where an order or a vault keeps what it holds');
  }
}

function give(
  context: ExchangeContext,
  uow: UnitOfWork,
  receiver: string,
  lamports: bigint,
  grants: readonly Grant[],
): string {
  const { keys, ledger, state } = context;
  requireNothingInTrust(context, receiver);
  // Gifts have no bound together, and the sponsor pays for all that the exchange does.
  const sponsor = refilledSponsor(ledger, keys);
  if (sponsor) uow.install(sponsor);
  const memo = `evenline:faucet:${receiver}:${state.next('transaction')}`;
  const { blockhash } = ledger.latestBlockhash();
  const tx = buildFaucet(keys, { receiver, lamports, grants, memo, blockhash });
  const result = uow.execute(addServiceSignatures(tx, keys));
  // The exchange's own part cannot fail: the receiver is an address that takes no money, such as a program's.
  if (!result.ok) throw invalidParam('pubkey', `pubkey cannot be given money: ${result.error}`);
  return result.signature;
}

/**
 * Gives a wallet 10,000 USDC, 10,000 of the stablecoin and 10 SOL, once an hour.
 * @throws ServiceError `rate-limited` within the hour, `invalid` for text that is no key, or the key of no
 * wallet, or where an order or a vault keeps what it holds.
 */
export const faucet =
  (context: ExchangeContext) =>
  async (pubkey: string): Promise<FaucetAnswer> => {
    checkedKey(pubkey, 'pubkey');
    requireWallet(context, pubkey, 'pubkey');
    return context.writer.submit((uow) => {
      const wall = context.clock.wall();
      const last = context.state.faucetGrants.get(pubkey)?.grantedAt;
      if (last !== undefined && wall - last < HOUR) {
        throw tooSoon(Math.ceil(HOUR - (wall - last)));
      }
      uow.put('faucetGrants', pubkey, { pubkey, grantedAt: wall });
      const grants = [USDC, STABLECOIN].map((mint) => ({ mint, amount: FAUCET_TOKENS }));
      const signature = give(context, uow, pubkey, FAUCET_LAMPORTS, grants);
      return {
        signature,
        usdc: FAUCET_TOKENS.toString(),
        stablecoin: FAUCET_TOKENS.toString(),
        lamports: FAUCET_LAMPORTS.toString(),
      };
    });
  };

const MAX_AIRDROP = 10_000_000_000n;
/** Gives a wallet lamports alone, as a test validator does; at most 10 SOL at a time. */
export const airdrop = (context: ExchangeContext) => async (pubkey: string, lamports: bigint) => {
  if (lamports <= 0n || lamports > MAX_AIRDROP) {
    return { ok: false as const, error: `An airdrop is 1 to ${MAX_AIRDROP} lamports` };
  }
  try {
    requireWallet(context, pubkey, 'pubkey');
    const signature = await context.writer.submit((uow) => give(context, uow, pubkey, lamports, []));
    return { ok: true as const, signature };
  } catch (error) {
    if (isRefusal(error)) return { ok: false as const, error: error.message };
    throw error;
  }
};
