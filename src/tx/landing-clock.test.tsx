// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ButtonClock, ButtonNote, waitingTitle } from './landing-clock.tsx';
import type { Waiting } from './types.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

const waiting = (because: Waiting['because'], ms: number): Waiting => ({
  because,
  until: performance.now() + ms,
});

it('counts beneath a button without a word being read out each second', () => {
  const note = (told: Waiting | null) => <ButtonNote waiting={told}>Checked first</ButtonNote>;
  const { rerender } = render(note(null));
  const status = screen.getByRole('status');
  expect(status).toBeEmptyDOMElement();
  expect(screen.getByText('Checked first')).not.toHaveClass('invisible');

  rerender(note(waiting('unknown', 3_000)));
  expect(screen.getByRole('status')).toBe(status);
  expect(status).toHaveTextContent(/^Not confirmed: may still go through$/);
  expect(screen.getByRole('timer')).toHaveTextContent('for about 3 s');
  // It keeps its room, so that nothing moves.
  expect(screen.getByText('Checked first')).toHaveClass('invisible');
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.getByRole('timer')).toHaveTextContent('for about 2 s');
  expect(status).toHaveTextContent(/^Not confirmed: may still go through$/);
  act(() => void vi.advanceTimersByTime(2_000));
  expect(screen.queryByRole('timer')).toBeNull();
  expect(status).toHaveTextContent('Known in a moment whether it has gone through.');

  rerender(note(null));
  expect(status).toBeEmptyDOMElement();
  expect(screen.getByText('Checked first')).not.toHaveClass('invisible');
});

it('starts anew for another one', () => {
  const { rerender } = render(<ButtonNote waiting={waiting('refused', 3_000)} />);
  act(() => void vi.advanceTimersByTime(2_000));
  rerender(<ButtonNote waiting={waiting('refused', 70_000)} />);
  expect(screen.getByRole('timer')).toHaveTextContent('for about 70 s');
});

it('takes the place of the word on the button of a row, which keeps its name', () => {
  const told = waiting('refused', 3_000);
  const button = (now: Waiting | undefined) => (
    <button type="button">
      <ButtonClock waiting={now}>Claim</ButtonClock>
    </button>
  );
  const { rerender } = render(button(told));
  expect(screen.getByRole('button', { name: 'Claim' })).toHaveTextContent('3 s');
  expect(waitingTitle(told)).toBe('Refused, but may still go through. It is being looked up.');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByRole('button')).toHaveTextContent('0 s');
  rerender(button(undefined));
  expect(screen.getByRole('button')).toHaveTextContent(/^Claim$/);
});
