// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { LoadMore } from './load-more.view.tsx';

const foot = (shown: number, hasMore: boolean, total = 150) => (
  <LoadMore shown={shown} total={total} hasMore={hasMore} loading={false} failed={false} onMore={vi.fn()} />
);

it('keeps the focus at the end of the table when the last page takes the button away', async () => {
  const { rerender } = render(foot(100, true));
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  rerender(foot(150, false));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent('150 of 150');
  expect(screen.getByRole('status')).toHaveFocus();
});

it('is not there where everything was', () => {
  const { container } = render(foot(150, false));
  expect(container).toBeEmptyDOMElement();
});

it('writes counts in the form of numbers', () => {
  render(foot(1_100, true, 5_231));
  expect(screen.getByRole('status')).toHaveTextContent('1,100 of 5,231');
});
