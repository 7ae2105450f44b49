import { historyEvent } from '@contract/prediction/history.ts';
import { describe, expect, it } from 'vitest';
import { oldestFirst, positionKeyOf, positionsOf } from './position-history.ts';

const OWNER = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const amounts = ['contracts', 'filledContracts', 'contractsSettled'];
let id = 0;
/** A record; amounts in whole units of micros. */
const record = (eventType: string, changes: Record<string, unknown> = {}) =>
  historyEvent.parse({
    id: ++id,
    eventType,
    signature: 's',
    slot: '1',
    timestamp: 1_000 + id,
    orderPubkey: 'o',
    positionPubkey: 'p',
    marketId: 'm',
    ownerPubkey: OWNER,
    isBuy: false,
    isYes: true,
    ...Object.fromEntries(
      amounts.flatMap((name) => [
        [name, '0'],
        [`${name}Micro`, '0'],
        [`${name}Decimal`, '0'],
      ]),
    ),
    maxFillPriceUsd: '0',
    avgFillPriceUsd: '0',
    depositAmountUsd: '0',
    totalCostUsd: '0',
    grossProceedsUsd: '0',
    netProceedsUsd: '0',
    payoutAmountUsd: '0',
    eventId: 'e',
    eventMetadata: { eventId: 'e' },
    marketMetadata: { marketId: 'm' },
    ...changes,
  });
const bought = (micro: number, cost: number, fee: number | null) =>
  record('order_filled', {
    isBuy: true,
    filledContractsMicro: `${micro}`,
    totalCostUsd: `${cost}`,
    feeUsd: fee?.toString() ?? null,
  });
const sold = (micro: number, gross: number, realizedPnl: string | null) =>
  record('order_filled', {
    filledContractsMicro: `${micro}`,
    grossProceedsUsd: `${gross}`,
    feeUsd: '0',
    realizedPnl,
  });
const result = (eventType: string, micro: number, payout: number, realizedPnl: string | null, more = {}) =>
  record(eventType, {
    contractsSettledMicro: `${micro}`,
    payoutAmountUsd: `${payout}`,
    realizedPnl,
    ...more,
  });

const only = (records: Parameters<typeof positionsOf>[0]) => positionsOf(records)[0];

describe('positions made from records', () => {
  it('average what was bought and sold, and end with the last contract', () => {
    const records = [bought(10_000_000, 6_000_000, 170_000), bought(10_000_000, 4_000_000, 170_000)];
    expect(only(records)).toMatchObject({
      status: 'open',
      entryPriceUsd: 500_000n,
      exitPriceUsd: null,
      closedAt: null,
    });
    const all = [...records, sold(20_000_000, 12_000_000, '1660000')];
    // Newest first, as they come.
    expect(only([...all].reverse())).toMatchObject({
      status: 'sold',
      exitPriceUsd: 600_000n,
      totalContractsMicro: 20_000_000n,
      totalContractsDecimal: '20',
      realizedPnlUsd: 1_660_000n,
      feesPaidUsd: 340_000n,
      openedAt: all[0]?.timestamp,
      closedAt: all[2]?.timestamp,
    });
  });

  it('tell a result, its payout, and a market without a winner', () => {
    const held = bought(10_000_000, 6_000_000, 0);
    const won = result('position_updated', 10_000_000, 10_000_000, null);
    expect(only([held, won])).toMatchObject({
      status: 'won',
      exitPriceUsd: 1_000_000n,
      realizedPnlUsd: 0n,
      closedAt: null,
    });
    const paid = result('payout_claimed', 10_000_000, 10_000_000, '4000000');
    expect(only([held, won, paid])).toMatchObject({ status: 'claimed', realizedPnlUsd: 4_000_000n });
    const back = result('payout_claimed', 10_000_000, 6_000_000, '0', {
      marketMetadata: { marketId: 'm', status: 'cancelled' },
    });
    expect(only([held, back])).toMatchObject({ status: 'refunded', exitPriceUsd: 600_000n });
    const lost = result('position_lost', 10_000_000, 0, '-6000000');
    expect(only([held, lost])).toMatchObject({
      status: 'lost',
      exitPriceUsd: 0n,
      realizedPnlUsd: -6_000_000n,
    });
  });

  it('know an order that was never filled, and do not invent what is not stated', () => {
    const placed = record('order_created', { isBuy: true });
    expect(only([placed])).toMatchObject({ status: 'open', entryPriceUsd: null });
    expect(only([placed, record('order_failed', { isBuy: true })])).toMatchObject({ status: 'failed' });
    const silent = [bought(10_000_000, 6_000_000, 0), sold(10_000_000, 7_000_000, null)];
    expect(only(silent)?.realizedPnlUsd).toBeNull();
    const unstated = [bought(10_000_000, 6_000_000, null), bought(10_000_000, 6_000_000, 170_000)];
    expect(only(unstated)?.feesPaidUsd).toBeNull();
  });

  it('realise what nobody states as little as a payout or a loss that does not say', () => {
    const held = bought(10_000_000, 6_000_000, 0);
    for (const type of ['payout_claimed', 'position_lost'])
      expect(only([held, result(type, 10_000_000, 0, null)])?.realizedPnlUsd).toBeNull();
    const later = [held, sold(5_000_000, 3_000_000, null), sold(5_000_000, 3_000_000, '500000')];
    expect(only(later)?.realizedPnlUsd).toBeNull();
  });

  it('have no price of an end that has not come, and no failure while an order may still be filled', () => {
    const part = [bought(10_000_000, 6_000_000, 0), sold(4_000_000, 2_000_000, '-400000')];
    expect(only(part)).toMatchObject({ status: 'open', exitPriceUsd: null, totalContracts: 10n });
    const placed = () => record('order_created', { isBuy: true });
    const failed = () => record('order_failed', { isBuy: true });
    expect(only([placed(), placed(), failed()])?.status).toBe('open');
    expect(only([placed(), placed(), failed(), failed()])?.status).toBe('failed');
    expect(only([record('position_updated')])?.status).toBe('open');
    const sent = result('payout_claimed', 10_000_000, 10_000_000, '10000000');
    expect(only([sent])).toMatchObject({ totalContracts: 10n, totalContractsMicro: 10_000_000n });
  });

  it('follow each other by time, then by number, else as they came', () => {
    const at = (id: string, timestamp = 1) => ({ id, timestamp });
    const ids = (records: { id: string; timestamp: number }[]) => oldestFirst(records).map(({ id }) => id);
    expect(ids([at('10'), at('9'), at('1', 2), at('2', 0)])).toEqual(['2', '9', '10', '1']);
    expect(ids([at('b'), at('a'), at('9', 0)])).toEqual(['9', 'b', 'a']);
    expect(ids([at('b'), at('9')])).toEqual(['b', '9']);
    expect(ids([at('9'), at('b')])).toEqual(['9', 'b']);
  });

  it('are told apart by market and side where nobody names them', () => {
    const first = record('order_created', { positionPubkey: '' });
    expect(positionKeyOf(first)).toBe('m true');
    expect(positionKeyOf({ ...first, isYes: false })).toBe('m false');
  });

  it('are as many as there are positions, the most recently changed first', () => {
    const other = (changes: object) => record('order_created', { positionPubkey: 'q', ...changes });
    const records = [other({}), record('order_created'), other({})];
    expect(positionsOf(records).map(({ positionPubkey, events }) => [positionPubkey, events.length])).toEqual(
      [
        ['q', 2],
        ['p', 1],
      ],
    );
  });
});
