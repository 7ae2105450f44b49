// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ExportButton } from './export-button.tsx';

it('saves no file of a part of the history', () => {
  const button = (partial: boolean, disabled = false) => {
    cleanup();
    render(<ExportButton what="disposals" disabled={disabled} partial={partial} csv={vi.fn()} />);
    return screen.getByRole('button', { name: 'Export CSV' });
  };
  expect(button(true)).toBeDisabled();
  expect(button(true)).toHaveAttribute('title', 'Older history is not loaded yet');
  expect(button(false)).toBeEnabled();
  expect(button(false, true)).toHaveAttribute('title', 'No disposals to export');
});
