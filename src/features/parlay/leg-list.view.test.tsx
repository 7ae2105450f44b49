// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { serverNow } from '@/lib/clock.ts';
import { Settles } from './leg-list.view.tsx';

it('tells the year of a leg that settles in another one', () => {
  const { rerender } = render(<Settles seconds={Date.UTC(2031, 2, 10) / 1_000} />);
  expect(screen.getByText('Mar 2031')).toBeInTheDocument();
  rerender(<Settles seconds={serverNow() / 1_000 + 86_400} />);
  expect(screen.getByText(/^\d+ \w{3}, \d\d:\d\d$/)).toBeInTheDocument();
});
