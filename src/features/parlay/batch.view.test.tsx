// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Batch, type BatchRow } from './batch.view.tsx';

const row: BatchRow = {
  saved: { id: 'kept', legs: [] },
  legs: [],
  figures: null,
  result: undefined,
  isKept: true,
};

it('puts no kept slip in the place of one that is being collected, and says what to do first', async () => {
  const onEdit = vi.fn();
  const batch = (collecting: boolean) => (
    <Batch
      rows={[row]}
      busy={false}
      collecting={collecting}
      onEdit={onEdit}
      onRemove={vi.fn()}
      action={null}
    />
  );
  const { rerender } = render(batch(true));
  const edit = screen.getByRole('button', { name: 'Edit slip 1' });
  expect(edit).toBeDisabled();
  expect(edit).toHaveAccessibleDescription(/keep or clear the slip that you are collecting/);
  await userEvent.click(edit);
  expect(onEdit).not.toHaveBeenCalled();
  rerender(batch(false));
  expect(screen.queryByText(/that you are collecting/)).toBeNull();
  await userEvent.click(edit);
  expect(onEdit).toHaveBeenCalledExactlyOnceWith(row.saved);
});

it('leaves the focus to what is around it as its last slip is taken off', async () => {
  function Page() {
    const [rows, setRows] = useState([row]);
    const batch = { rows, busy: false, collecting: false, onEdit: vi.fn(), action: null };
    return <main tabIndex={-1}>{rows.length > 0 && <Batch {...batch} onRemove={() => setRows([])} />}</main>;
  }
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove slip 1' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});
