// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { resetSettings } from '@/state/kept-data.ts';
import { DataSection } from './data-section.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  resetSettings();
});

it('says what of a file was not taken over, and why nothing of it was', async () => {
  const onReset = vi.fn();
  render(<DataSection onReset={onReset} />);
  const take = (file: File) => userEvent.upload(screen.getByLabelText('File of exported settings'), file);
  const said = (text: string) =>
    vi.waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(new RegExp(`^${text}$`)));
  const gone = new File([], 'settings.json', { type: 'application/json' });
  gone.text = () => Promise.reject(new DOMException('It was moved', 'NotFoundError'));
  await take(gone);
  await said('The file could not be read. Nothing was changed.');
  expect(onReset).not.toHaveBeenCalled();
  const data = { 'evenline.theme': 'dark', 'evenline.slippage-bps': 99_999, 'evenline.of-tomorrow': 1 };
  await take(new File([JSON.stringify(data)], 'settings.json', { type: 'application/json' }));
  await said(
    '1 of 2 settings and lists taken over. Did not fit and stay as they were: slippage. ' +
      'Not known here and left out: 1.',
  );
  expect(onReset).toHaveBeenCalledOnce();
  const { localStorage } = window;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => localStorage.getItem(key),
    setItem: (key: string, value: string) => {
      if (key === 'evenline.theme') throw new DOMException('The disk is full.', 'QuotaExceededError');
      localStorage.setItem(key, value);
    },
  });
  const kept = { 'evenline.theme': 'light', 'evenline.slippage-bps': 75 };
  await take(new File([JSON.stringify(kept)], 'settings.json', { type: 'application/json' }));
  await said(
    '2 of 2 settings and lists taken over. Not kept by this browser, and gone once this tab closes: theme.',
  );
});

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
