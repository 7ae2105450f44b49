// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import type { Alert } from '@/state/alerts.ts';
import { emptyForm } from './alert-form.ts';
import { AlertFormView } from './alert-form.view.tsx';
import { AlertList } from './alert-list.view.tsx';

const alert = (id: string, more: Partial<Alert> = {}): Alert => ({
  id,
  subject: { eventId: 'E', marketId: 'M', label: 'France', eventTitle: 'World Cup' },
  rule: { kind: 'price', side: 'yes', to: 'rise', price: '700000' },
  madeAt: 1,
  toldAt: null,
  fact: null,
  ...more,
});

function Form({ onSubmit, problem }: { onSubmit: () => void; problem: string | null }) {
  const [form, setForm] = useState(emptyForm('price'));
  return (
    <AlertFormView
      form={form}
      onForm={setForm}
      market={undefined}
      oneSided={false}
      problem={problem}
      editing={false}
      onSubmit={onSubmit}
      onCancel={vi.fn()}
    />
  );
}

it('lists what waits apart from what was told, each to be deleted, waiting ones to be changed', async () => {
  const [onEdit, onDelete] = [vi.fn(), vi.fn()];
  const waiting = alert('w');
  const told = alert('t', { toldAt: Date.now() - 65_000, fact: 'Yes rose to 71¢.' });
  const prices = new Map([['w', 620_000n]]);
  render(
    <AlertList
      alerts={[waiting, told]}
      prices={prices}
      moveOf={({ id }) => <span>move of {id}</span>}
      editing={null}
      onEdit={onEdit}
      onDelete={onDelete}
    />,
  );
  const first = within(screen.getByRole('region', { name: 'Waiting' }));
  expect(first.getByText('Yes rises to 70¢')).toBeInTheDocument();
  expect(first.getByText('now 62¢, 8¢ to go')).toBeInTheDocument();
  expect(first.getByText('move of w')).toBeInTheDocument();
  expect(screen.queryByText('move of t'), 'what was told waits for no price').toBeNull();
  expect(first.getByText('France')).toBeInTheDocument();
  expect(first.getByText('World Cup')).toBeInTheDocument();
  await userEvent.click(first.getByRole('button', { name: /^Change/ }));
  expect(onEdit).toHaveBeenCalledExactlyOnceWith(waiting);
  const second = within(screen.getByRole('region', { name: 'Done' }));
  expect(second.getByText('Yes rose to 71¢.')).toBeInTheDocument();
  expect(second.getByText('1 min ago')).toBeInTheDocument();
  expect(second.queryByRole('button', { name: /^Change/ })).toBeNull();
  await userEvent.click(second.getByRole('button', { name: /^Delete/ }));
  expect(onDelete).toHaveBeenCalledExactlyOnceWith(told);
});

it('says once which side is waited for where that is the outcome itself', () => {
  const down = alert('w', {
    subject: { eventId: 'E', marketId: 'M', label: 'Down', eventTitle: 'Bitcoin up or down' },
  });
  render(
    <AlertList
      alerts={[down]}
      prices={new Map()}
      moveOf={() => null}
      editing={null}
      onEdit={vi.fn()}
      onDelete={vi.fn()}
    />,
  );
  expect(screen.getByText('Down rises to 70¢')).toBeInTheDocument();
  expect(screen.queryByText('Down')).toBeNull();
  expect(screen.getByText('Bitcoin up or down')).toBeInTheDocument();
});

it('without alerts says how to make one', () => {
  render(
    <AlertList
      alerts={[]}
      prices={new Map()}
      moveOf={() => null}
      editing={null}
      onEdit={vi.fn()}
      onDelete={vi.fn()}
    />,
  );
  expect(screen.getByText('No alerts yet')).toBeInTheDocument();
});

it('the form asks for what its kind needs, and its button says what is missing', async () => {
  const onSubmit = vi.fn();
  const { rerender } = render(<Form onSubmit={onSubmit} problem="Enter a price" />);
  expect(screen.getByRole('button', { name: 'Enter a price' })).toBeDisabled();
  await userEvent.type(screen.getByRole('textbox', { name: 'Price' }), '70.25');
  expect(screen.getByRole('textbox', { name: 'Price' }), 'one decimal at most').toHaveValue('70.2');
  await userEvent.click(screen.getByRole('radio', { name: 'Closing soon' }));
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('combobox', { name: /trading closes/ })).toHaveValue('900');
  await userEvent.click(screen.getByRole('radio', { name: 'Payout' }));
  expect(screen.getByText(/can be claimed/)).toBeInTheDocument();
  rerender(<Form onSubmit={onSubmit} problem={null} />);
  await userEvent.click(screen.getByRole('button', { name: 'Create alert' }));
  expect(onSubmit).toHaveBeenCalledOnce();
});
