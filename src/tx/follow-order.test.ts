import 'fake-indexeddb/auto';
import type { Pubkey } from '@contract/ids.ts';
import { microContracts, microUsd } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import type { Answer } from '@contract/routes.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { fetchOrder, fetchOrderStatus } from '@/api/orders.queries.ts';
import { followOrder } from './reconcile.ts';
import { followLanded } from './run-tx.ts';
import { journalEntry, listener, owner, passing, TestChain } from './testing-world.ts';

vi.mock('@/api/orders.queries.ts', async (original) => ({
  ...(await original<typeof import('@/api/orders.queries.ts')>()),
  fetchOrder: vi.fn(),
  fetchOrderStatus: vi.fn(),
}));

const ORDER = owner as Pubkey;
const status = (of: Order['status']) => ({ status: of }) as Answer<'orderStatus'>;
const order = (change: Partial<Order>) =>
  ({
    status: 'filled',
    isBuy: true,
    contractsMicro: microContracts(100_000_000n),
    filledContractsMicro: microContracts(100_000_000n),
    avgFillPriceUsd: microUsd(420_000n),
    ...change,
  }) as Order;
const following = () => passing(followOrder(ORDER));
const missing = new AppError('not-found', 'no such order');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.mocked(fetchOrderStatus).mockReset().mockResolvedValue(status('filled'));
  vi.mocked(fetchOrder).mockReset();
});
afterEach(() => void vi.useRealTimers());

it.each<[string, boolean, bigint, 'filled' | 'partial']>([
  ['a purchase of a little less than quoted', true, 95_000_000n, 'filled'],
  ['a purchase of less than that', true, 94_999_999n, 'partial'],
  ['a sale of all', false, 100_000_000n, 'filled'],
  ['a sale of one unit less', false, 99_999_999n, 'partial'],
])('%s is told as what it is', async (_name, isBuy, filled, told) => {
  const filledContracts = microContracts(filled);
  vi.mocked(fetchOrder).mockResolvedValue(order({ isBuy, filledContractsMicro: filledContracts }));
  expect(await following()).toEqual({ status: told, filledContracts, averagePrice: 420_000n });
});

it.each([
  [true, 1n, 'partial'],
  [true, 96_000_000n, 'partial'],
  [false, 60_000_000n, 'partial'],
  [false, 100_000_000n, 'filled'],
] as const)(
  'that ended after a fill (purchase: %s, %s) keeps what was filled',
  async (isBuy, filled, told) => {
    const filledContractsMicro = microContracts(filled);
    vi.mocked(fetchOrderStatus).mockResolvedValue(status('failed'));
    vi.mocked(fetchOrder).mockResolvedValue(order({ status: 'failed', isBuy, filledContractsMicro }));
    const { ports, done } = listener(new TestChain());
    const entry = { ...journalEntry('a', 'landed'), orderPubkey: ORDER };
    expect(await passing(followLanded(entry, ports))).toMatchObject({ result: 'done' });
    const kept = { status: told, filledContracts: filled, averagePrice: 420_000n };
    expect(done).toHaveBeenCalledExactlyOnceWith(kept, entry.signature, []);
  },
);

it('is asked for until it has ended and can be read', async () => {
  vi.mocked(fetchOrderStatus).mockRejectedValueOnce(missing).mockResolvedValueOnce(status('pending'));
  vi.mocked(fetchOrder).mockRejectedValueOnce(missing).mockResolvedValue(order({}));
  expect(await following()).toMatchObject({ status: 'filled' });
  expect(fetchOrderStatus).toHaveBeenCalledTimes(4);
});

it.each([
  ['a sale', false, 100_000_000n, 0n],
  ['a sale of which a part is filled', false, 100_000_000n, 40_000_000n],
  ['a purchase for dollars', true, 0n, 0n],
])('has no end in a copy of the service that lags behind: %s', async (_name, isBuy, wanted, filled) => {
  const [contractsMicro, filledContractsMicro] = [microContracts(wanted), microContracts(filled)];
  const open = { isBuy, contractsMicro, filledContractsMicro };
  vi.mocked(fetchOrder)
    .mockResolvedValueOnce(order({ status: 'pending', ...open }))
    .mockResolvedValueOnce(order({ status: 'partiallyfilled', ...open }))
    .mockResolvedValue(order({ isBuy }));
  expect(await following()).toMatchObject({ status: 'filled', filledContracts: 100_000_000n });
  vi.mocked(fetchOrder).mockResolvedValue(order({ status: 'created', ...open }));
  expect(await following()).toBeNull();
});

it('that was not filled is told as such, with no price, at the end of what has landed', async () => {
  const none = { status: 'failed' as const, filledContractsMicro: microContracts(0n) };
  vi.mocked(fetchOrderStatus).mockResolvedValue(status('failed'));
  vi.mocked(fetchOrder).mockResolvedValue(order(none));
  const failed = { status: 'failed', filledContracts: 0n, averagePrice: null };
  expect(await following()).toEqual(failed);
  const { ports, done } = listener(new TestChain());
  const entry = { ...journalEntry('a', 'landed'), orderPubkey: ORDER };
  expect(await passing(followLanded(entry, ports))).toMatchObject({ result: 'not-filled' });
  expect(done).toHaveBeenCalledExactlyOnceWith(failed, entry.signature, []);
  vi.mocked(fetchOrder).mockResolvedValue(order({}));
  expect(await passing(followLanded(entry, ports))).toMatchObject({ result: 'done' });
});
