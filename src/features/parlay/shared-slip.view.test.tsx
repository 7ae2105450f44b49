// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { SharedSlipBar } from './shared-slip.view.tsx';

it('leaves who asked again for what a link carries at what has come', async () => {
  const slip = {
    legs: [{ eventId: 'EV-1', marketId: 'MK-1', label: 'France', eventTitle: 'Who wins?' }],
    ignored: 0,
  };
  const bar = (hasCome: boolean) => (
    <SharedSlipBar
      slip={hasCome ? slip : undefined}
      error={hasCome ? null : new AppError('server', 'Not now.')}
      retrying={false}
      own={0}
      onTake={vi.fn()}
      onDismiss={vi.fn()}
      onRetry={vi.fn()}
    />
  );
  const { rerender } = render(bar(false));
  screen.getByRole('button', { name: 'Retry' }).focus();
  rerender(bar(true));
  expect(screen.getByRole('status')).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Use this slip' })).toHaveFocus();
});
