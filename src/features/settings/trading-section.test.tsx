// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { quickAmountsPreference, slippagePreference } from '@/state/preferences.ts';
import { TradingSection } from './trading-section.tsx';

afterEach(() => {
  slippagePreference.set(slippagePreference.fallback);
  quickAmountsPreference.set(quickAmountsPreference.fallback);
});

it('shows what another tab has chosen, and until then what is typed here', async () => {
  render(<TradingSection />);
  const slippage = screen.getByRole('textbox', { name: 'Default slippage' });
  const first = screen.getByRole('textbox', { name: '1' });
  await userEvent.clear(slippage);
  await userEvent.type(slippage, '3.');
  expect(slippage).toHaveValue('3.');
  await userEvent.clear(slippage);
  await userEvent.type(slippage, '99');
  expect(slippage, 'too much, and kept for its writer').toHaveValue('99');
  expect(slippagePreference.get()).toBe(900);
  act(() => void slippagePreference.set(500));
  act(() => void quickAmountsPreference.update((was) => ({ ...was, usd: [20, 50, 100, 500] })));
  expect(slippage).toHaveValue('5');
  expect(first).toHaveValue('20');
});
