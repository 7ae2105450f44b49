// @vitest-environment happy-dom
import type { Signature } from '@contract/ids.ts';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Toaster } from 'sonner';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { messageOf } from './describe.ts';
import { dropToast, showTx } from './toast.tsx';

vi.mock('@/config.ts', () => ({ getConfig: () => ({ explorer: null }) }));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

it('counts down how long what was refused could still land, whatever the time of day', () => {
  render(<Toaster />);
  const state = {
    step: 'refused',
    signature: 'signature'.repeat(5) as Signature,
    error: new AppError('refused', 'The vault is busy.'),
    until: performance.now() + 62_000,
  } as const;
  act(() => {
    showTx('one', 'Buy Yes', messageOf(state), state.signature);
    vi.advanceTimersByTime(100);
  });
  expect(screen.getByText('Refused: The vault is busy.')).toBeInTheDocument();
  const timer = screen.getByRole('timer');
  expect(timer).toHaveTextContent('It may still go through for about 62 s.');
  vi.setSystemTime(Date.now() + 9 * 86_400_000);
  act(() => void vi.advanceTimersByTime(20_000));
  expect(timer).toHaveTextContent('for about 42 s.');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(timer).toHaveTextContent('Known in a moment.');
});

it('stays while what was pressed is done, and goes when that drops it', () => {
  render(<Toaster />);
  const pressed = vi.fn();
  const text = 'Signed but not sent';
  const on = (label: string) => ({ label, onClick: () => pressed(label) });
  act(() => {
    showTx('two', 'Claim', { tone: 'unsure', text }, null, { action: on('Send now'), cancel: on('Discard') });
    vi.advanceTimersByTime(100);
  });
  for (const label of ['Send now', 'Discard']) {
    fireEvent.click(screen.getByRole('button', { name: label }));
    act(() => void vi.advanceTimersByTime(2_000));
    expect(pressed).toHaveBeenLastCalledWith(label);
    expect(screen.getByText(text)).toBeInTheDocument();
  }
  act(() => dropToast('two'));
  // It is told to go, and then goes.
  for (let turn = 0; turn < 2; turn++) act(() => void vi.advanceTimersByTime(2_000));
  expect(screen.queryByText(text)).toBeNull();
});
