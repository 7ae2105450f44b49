import { describe, expect, it } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import type { WithdrawPorts } from '@/orders/withdrawal-intent.ts';
import { OWNER, orderWith, SOL, tokenOf, USDC } from './orders.fixtures.ts';
import { withdrawOrder } from './use-withdrawals.ts';

const withdrawIntent = (order: ReturnType<typeof orderWith>, owner: typeof OWNER, ports: WithdrawPorts) =>
  withdrawOrder(order, owner, { native: SOL, tokenOf }, ports);

function portsWith(changes: Partial<WithdrawPorts> = {}): WithdrawPorts {
  return {
    cancel: async (id) => ({ id, transaction: 'dHg=', requestId: 'request-1' }),
    read: async () => orderWith({ orderState: 'pending_withdraw' }),
    wait: async () => undefined,
    ...changes,
  };
}

describe('withdrawing what an order has left', () => {
  it('expects exactly that, and hands in the second step', async () => {
    const intent = withdrawIntent(orderWith(), OWNER, portsWith());
    const { built, review } = await intent.build();
    expect(built).toMatchObject({
      expectation: { pays: [], receives: [], receivesLamports: 2_000_000_000n, memoIncludes: 'order-1' },
      via: { to: 'trigger-withdrawal', order: 'order-1', cancelRequestId: 'request-1' },
    });
    expect(review.verdict).toBe('as-shown');
    expect(intent.title).toBe('Cancel · Sell 2 SOL for USDC');
    expect(intent.describe(null)).toBe('2 SOL returned to your wallet');
  });

  it('waits for a fill that is under way', async () => {
    let asked = 0;
    let waited = 0;
    const intent = withdrawIntent(
      orderWith(),
      OWNER,
      portsWith({
        cancel: async (id) => {
          asked += 1;
          if (asked < 3) throw new AppError('refused', 'Order not yet marked ready to cancel: retry shortly');
          return { id, transaction: 'dHg=', requestId: 'r' };
        },
        wait: async () => {
          waited += 1;
        },
      }),
    );
    await intent.build();
    expect([asked, waited]).toEqual([3, 2]);
  });

  it('gives any other refusal to the user at once', async () => {
    const cancel = async () => {
      throw new AppError('refused', 'Order has ended');
    };
    const intent = withdrawIntent(orderWith(), OWNER, portsWith({ cancel }));
    await expect(intent.build()).rejects.toThrow('Order has ended');
    expect(intent.stays?.()).toBeNull();
  });

  describe('says that an order may be stopped', () => {
    const NOT_READY = new AppError('refused', 'Order not yet marked ready to cancel: retry shortly');
    /** What holds after the service has answered with these, the last one to all further requests. */
    const staysAfter = async (order: ReturnType<typeof orderWith>, ...errors: AppError[]) => {
      const cancel = async () => {
        throw errors.length > 1 ? errors.shift() : errors[0];
      };
      const intent = withdrawIntent(order, OWNER, portsWith({ cancel }));
      await expect(intent.build()).rejects.toThrow();
      return intent.stays?.();
    };
    const ended = new AppError('refused', 'Order has ended');

    it.each<[string, AppError[]]>([
      ['once no answer has come', [new AppError('timeout', 'The service took too long to respond.')]],
      ['once the service has failed', [new AppError('server', 'down')]],
      ['while a fill never ends', [NOT_READY]],
      ['once a fill was under way, whatever comes then', [NOT_READY, ended]],
    ])('%s', async (_when, errors) => {
      expect(await staysAfter(orderWith(), ...errors)).toBe('The order may be stopped: see its row.');
    });

    it('not where it was refused before, nor where it had ended', async () => {
      expect(await staysAfter(orderWith(), new AppError('rate-limited', 'later'))).toBeNull();
      expect(await staysAfter(orderWith(), new AppError('unauthorised', 'Sign in'))).toBeNull();
      const expired = orderWith({ orderState: 'expired' });
      expect(await staysAfter(expired, new AppError('offline', 'away'))).toBe(
        'The funds stay in your vault.',
      );
    });
  });

  it('asks when part of the order was executed meanwhile', async () => {
    const read = async () =>
      orderWith({ orderState: 'pending_withdraw', remainingInputAmount: '1500000000' });
    const intent = withdrawIntent(orderWith(), OWNER, portsWith({ read }));
    const { built, review } = await intent.build();
    expect(built.expectation.receivesLamports).toBe(1_500_000_000n);
    expect(review).toMatchObject({
      verdict: 'ask',
      lines: ['1.5 SOL comes back, instead of 2 SOL.'],
    });
  });

  it('signs nothing for another order, another wallet, or an order that is empty', async () => {
    const refused = async (ports: Partial<WithdrawPorts>) => {
      const { review } = await withdrawIntent(orderWith(), OWNER, portsWith(ports)).build();
      expect(review.verdict).toBe('refuse');
    };
    await refused({ cancel: async () => ({ id: 'other', transaction: 'dHg=', requestId: 'r' }) });
    await refused({ read: async () => orderWith({ userPubkey: USDC }) });
    await refused({ read: async () => orderWith({ orderState: 'filled', remainingInputAmount: '0' }) });
  });

  it('signs nothing where the service does not tell what is left', async () => {
    const untold = orderWith({
      orderType: 'otoco',
      inputMint: USDC,
      outputMint: SOL,
      orderState: 'pending_withdraw',
      outputAmount: '700000000',
      events: [
        {
          type: 'withdrawal',
          timestamp: 1,
          txSignature: 's',
          state: '',
          mint: SOL,
          amount: null,
          outputMint: null,
          outputAmount: null,
          orderContext: null,
        },
      ],
    });
    const intent = withdrawIntent(untold, OWNER, portsWith({ read: async () => untold }));
    await expect(intent.build()).rejects.toThrow('Nothing was signed.');
    // It is stopped all the same.
    expect(intent.stays?.()).toMatch(/^The order is stopped/);
    const told = { ...untold, events: [] };
    const { review } = await withdrawIntent(untold, OWNER, portsWith({ read: async () => told })).build();
    expect(review).toMatchObject({
      verdict: 'ask',
      lines: [expect.stringMatching(/comes back, instead of an amount that the service does not tell/)],
    });
  });

  it('brings tokens into accounts of the owner, and says that expired funds are recovered', async () => {
    const expired = orderWith({
      orderState: 'expired',
      inputMint: USDC,
      outputMint: SOL,
      initialInputAmount: '25000000',
      remainingInputAmount: '25000000',
    });
    const intent = withdrawIntent(expired, OWNER, portsWith({ read: async () => expired }));
    const { built } = await intent.build();
    expect(built.expectation.receives).toEqual([{ mint: USDC, amount: 25_000_000n, destination: null }]);
    expect(built.expectation.receivesLamports).toBeUndefined();
    expect(intent.title).toBe('Recover · Buy SOL with 25 USDC');
  });
});
