// @vitest-environment happy-dom
import type { AppConfig } from '@contract/config.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { setConfig } from '@/config.ts';
import { eventOf } from '@/domain/event.fixtures.ts';
import { noteRules, readRules } from '@/state/rules-memory.ts';
import { MarketRules } from './market-rules.tsx';

beforeEach(() => setConfig({ providers: [] } as unknown as AppConfig));

it('goes on at the rules as they are once what changed in them is read', async () => {
  const event = eventOf([{ marketId: 'MK-1', rulesPrimary: 'France wins after 120 minutes.' }]);
  const [market] = event.markets;
  if (!market) throw new Error('no market');
  noteRules('MK-1', 'France wins after 90 minutes.', 1);
  render(<MarketRules event={event} market={market} outcome="France" />);
  expect(screen.getByRole('region', { name: 'Changed rules' })).toBeVisible();
  expect(document.body, 'it takes no focus by itself').toHaveFocus();
  screen.getByRole('button', { name: 'Mark as read' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('region', { name: 'Changed rules' })).toBeNull();
  expect(readRules.get()).toMatchObject([{ marketId: 'MK-1', text: 'France wins after 120 minutes.' }]);
  expect(screen.getByRole('heading', { name: 'France' })).toHaveFocus();
});
