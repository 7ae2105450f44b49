// @vitest-environment happy-dom
import type { Pubkey } from '@contract/ids.ts';
import type { ParlaySlip } from '@contract/prediction/parlay.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { pickKey } from '../search-params.ts';
import { ORDER, OWNER, POSITION } from '../testing.tsx';
import { ParlaysActions } from './positions-actions.tsx';

const start = vi.fn();
vi.mock('../queue/queue-panel.tsx', () => ({ usePortfolioQueue: () => ({ blocked: null, start }) }));
beforeEach(() => start.mockReset());

const slip = (positionPubkey: Pubkey | null, payoutUsd: string) =>
  ({ positionPubkey, payoutUsd }) as ParlaySlip;
const onDone = vi.fn();
const actions = (slips: ParlaySlip[], picked: Pubkey[]) =>
  render(
    <ParlaysActions
      slips={slips}
      picked={new Set(picked.map(pickKey))}
      owner={OWNER}
      signer={null}
      onDone={onDone}
    />,
  );
const claimed = () =>
  start.mock.calls.map(([kind, items]) => [kind, items.map(({ key }: { key: string }) => key)]);

it('claims the parlays that are selected, and no other', async () => {
  actions([slip(POSITION, '120.5'), slip(ORDER, '7')], [ORDER]);
  await userEvent.click(screen.getByRole('button', { name: 'Claim selected 1 · $7.00' }));
  expect(claimed()).toEqual([['claim', [ORDER]]]);
  expect(onDone).toHaveBeenCalledOnce();
});

it('claims all of them where none is selected', async () => {
  // Selected on another tab.
  actions([slip(POSITION, '120.5'), slip(ORDER, '7')], [OWNER]);
  await userEvent.click(screen.getByRole('button', { name: 'Claim all 2 · $127.50' }));
  expect(claimed()).toEqual([['claim', [POSITION, ORDER]]]);
});

it('offers nothing where nothing can be claimed', () => {
  actions([slip(null, '7')], []);
  expect(screen.queryByRole('button')).toBeNull();
});
