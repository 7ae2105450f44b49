import { expect, it } from 'vitest';
import type { ExchangeContext } from '../core/context.ts';
import type { OrderRow, PositionRow } from '../writer/commit.store.ts';
import { ExchangeState } from '../writer/state.ts';
import type { UnitOfWork } from '../writer/unit-of-work.ts';
import { settlePosition } from './settle-position.ts';

it('waits for the end of a pending order, whose contracts are still reserved', () => {
  const state = new ExchangeState();
  const position = { pubkey: 'P', owner: 'A', marketId: 'M', status: 'open', contracts: 10n, locked: 4n };
  state.admitPositions([], [position as PositionRow]);
  const order = { pubkey: 'O', owner: 'A', marketId: 'M', position: 'P', status: 'pending' } as OrderRow;
  state.remember('orders', 'O', order);
  const settle = () => settlePosition({ state } as ExchangeContext, {} as UnitOfWork, 'P', 'yes');
  // It has neither keys nor a ledger here: whatever it does fails.
  expect(settle).not.toThrow();
  state.remember('orders', 'O', { ...order, status: 'failed' });
  expect(settle).toThrow(TypeError);
});
