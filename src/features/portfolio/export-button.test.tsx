// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ExportButton } from './export-button.tsx';

it('saves no file of a part of the history', () => {
  const older = 'Older history is not loaded yet';
  const button = (missing: string | undefined, disabled = false) => {
    cleanup();
    render(<ExportButton what="disposals" disabled={disabled} missing={missing} csv={vi.fn()} />);
    return screen.getByRole('button', { name: 'Export CSV' });
  };
  expect(button(older)).toBeDisabled();
  expect(button(older)).toHaveAttribute('title', older);
  expect(button(undefined)).toBeEnabled();
  expect(button(undefined, true)).toHaveAttribute('title', 'No disposals to export');
});
