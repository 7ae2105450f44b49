// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { numbersPreference, timeZonePreference } from './preferences.ts';
import { useShownForms, useTypedHere } from './shown-forms.ts';

/** As another tab chooses: it writes, and the browser tells this one. */
const elsewhere = (key: string, value: string) =>
  act(() => {
    localStorage.setItem(key, value);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
  });

afterEach(() =>
  act(() => {
    numbersPreference.set(numbersPreference.fallback);
    timeZonePreference.set(timeZonePreference.fallback);
  }),
);

describe('how a page writes numbers and days', () => {
  it('follows another tab at once where nothing is typed', () => {
    const { result } = renderHook(useShownForms);
    expect(result.current).toEqual({ numbers: 'comma', zone: 'local' });
    elsewhere(numbersPreference.key, 'point');
    elsewhere(timeZonePreference.key, 'utc');
    expect(result.current).toEqual({ numbers: 'point', zone: 'utc' });
  });

  it('stays as it is while something is typed in any form, and follows then', () => {
    const { result } = renderHook(useShownForms);
    const forms = [true, true].map((typed) => renderHook(useTypedHere, { initialProps: typed }));
    elsewhere(numbersPreference.key, 'point');
    elsewhere(timeZonePreference.key, 'utc');
    expect(result.current).toEqual({ numbers: 'comma', zone: 'local' });
    // Sent or emptied, and gone with its page.
    forms[0]?.rerender(false);
    expect(result.current.numbers).toBe('comma');
    forms[1]?.unmount();
    expect(result.current).toEqual({ numbers: 'point', zone: 'utc' });
  });
});
