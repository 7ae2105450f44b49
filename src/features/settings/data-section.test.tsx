// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { DataSection } from './data-section.tsx';

it('keeps the focus through the question whether all settings are to be reset', async () => {
  const onReset = vi.fn();
  render(<DataSection onReset={onReset} />);
  const button = (name: string) => screen.getByRole('button', { name });
  button('Reset').focus();
  await userEvent.keyboard('{Enter}');
  expect(button('Keep them')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(button('Reset')).toHaveFocus();
  expect(onReset).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}{Tab}');
  expect(button('Reset all settings')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onReset).toHaveBeenCalledOnce();
  expect(screen.getByRole('status')).toHaveTextContent('All settings reset to defaults.');
  expect(button('Reset')).toHaveFocus();
});
