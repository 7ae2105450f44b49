// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ErrorState } from './error-state.tsx';
import { PassingButton } from './passing-button.tsx';
import { RetryButton } from './retry-button.tsx';

/** A panel in a page, in which something has failed or not. */
const page = (failed: boolean, isPanelStop = true) => (
  <main tabIndex={-1}>
    <button type="button">elsewhere</button>
    <section aria-label="Panel" {...(isPanelStop && { tabIndex: -1 })}>
      <div>
        {failed ? <ErrorState title="Couldn’t load it" onRetry={() => undefined} /> : <p>It is here</p>}
      </div>
    </section>
  </main>
);
const retry = () => screen.getByRole('button', { name: 'Retry' });

it.each([
  ['the nearest part around it that can take it', true, 'region'],
  ['the page where no part around it can', false, 'main'],
])('leaves the focus to %s once the answer takes it away', async (_, isPanelStop, role) => {
  const { rerender } = render(page(true, isPanelStop));
  retry().focus();
  await userEvent.keyboard('{Enter}');
  expect(retry(), 'until then it keeps it').toHaveFocus();
  rerender(page(false, isPanelStop));
  expect(screen.getByText('It is here')).toBeVisible();
  expect(screen.getByRole(role)).toHaveFocus();
});

it('leaves it to what stays, where a part around it that could take it goes as well', async () => {
  const list = (items: readonly string[]) => (
    <section aria-label="Panel" tabIndex={-1}>
      {items.length === 0 && <p>Nothing left</p>}
      {items.length > 0 && (
        <section aria-label="List" tabIndex={-1}>
          {items.map((item) => (
            <PassingButton key={item}>{item}</PassingButton>
          ))}
        </section>
      )}
    </section>
  );
  const { rerender } = render(list(['first', 'last']));
  screen.getByRole('button', { name: 'first' }).focus();
  rerender(list(['last']));
  expect(screen.getByRole('region', { name: 'List' })).toHaveFocus();
  screen.getByRole('button', { name: 'last' }).focus();
  rerender(list([]));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Panel' })).toHaveFocus());
});

it('leaves it to the page, too, where it stands outside of it', () => {
  const around = (failed: boolean) => (
    <>
      {failed && <RetryButton />}
      <main tabIndex={-1} />
    </>
  );
  const { rerender } = render(around(true));
  retry().focus();
  rerender(around(false));
  expect(screen.getByRole('main')).toHaveFocus();
});

it('takes the focus from nobody when it goes', async () => {
  const { rerender } = render(page(true));
  rerender(page(false));
  expect(document.body, 'who has pressed nothing').toHaveFocus();
  rerender(page(true));
  await userEvent.click(retry());
  await userEvent.click(screen.getByRole('button', { name: 'elsewhere' }));
  rerender(page(false));
  expect(screen.getByRole('button', { name: 'elsewhere' }), 'who has gone on').toHaveFocus();
});

it('asks again at each press, and at none while that is under way', async () => {
  const ask = vi.fn();
  const { rerender } = render(<RetryButton onClick={ask} />);
  await userEvent.click(retry());
  rerender(<RetryButton onClick={ask} busy />);
  await userEvent.click(retry());
  expect(ask).toHaveBeenCalledOnce();
});
