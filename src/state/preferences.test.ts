// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportedData, resetSettings } from './kept-data.ts';
import {
  chartRangePreference,
  hiddenTokenColumns,
  NUMBER_FORMS,
  numbersPreference,
  preferredRange,
  quickAmountsPreference,
  quickLabels,
  slippagePreference,
} from './preferences.ts';
import { useShortcutKeys } from './shortcut-keys.ts';
import { ticketKeys } from './ticket-keys.ts';
import { watchlist } from './watchlist.ts';

beforeEach(() => localStorage.clear());

describe('preferences', () => {
  it('read what an older desk kept, and the default of what does not fit', () => {
    localStorage.setItem('evenline.slippage-bps', '100');
    localStorage.setItem('evenline.quick-amounts', '{"unit":"usd","usd":[1,2]}');
    localStorage.setItem('evenline.chart-range', '3M');
    localStorage.setItem('evenline.token-columns-hidden', '["age","mood"]');
    expect(slippagePreference.get()).toBe(100);
    expect(quickAmountsPreference.get().usd).toEqual([10, 50, 100, 500]);
    expect(preferredRange('6H')).toBe('6H');
    expect(hiddenTokenColumns.get()).toEqual([]);
  });

  it('keep what an older desk chose to stand between thousands', () => {
    localStorage.setItem('evenline.thousands', 'apostrophe');
    expect(NUMBER_FORMS[numbersPreference.get()]).toEqual({ decimal: '.', group: '’' });
    localStorage.setItem('evenline.thousands', 'point');
    expect(NUMBER_FORMS[numbersPreference.get()]).toEqual({ decimal: ',', group: '.' });
    localStorage.setItem('evenline.thousands', 'dots');
    expect(NUMBER_FORMS[numbersPreference.get()]).toEqual({ decimal: '.', group: ',' });
  });

  it('open every chart with the span that was chosen', () => {
    chartRangePreference.set('1W');
    expect([preferredRange('6H'), preferredRange('1D')]).toEqual(['1W', '1W']);
  });

  it('say real amounts on buttons and keys', () => {
    const quick = { unit: 'percent', usd: [10, 50, 100, 500], percent: [5, 25, 50, 75] } as const;
    expect(quickLabels(quick)).toEqual(['5%', '25%', '50%', '75%', 'Max']);
    const keysOf = renderHook(useShortcutKeys).result.current;
    const labels = (of: typeof quick | (Omit<typeof quick, 'unit'> & { unit: 'usd' })) =>
      ticketKeys(of, keysOf).flatMap(({ keys, label }) => (/\d/.test(keys) ? [label] : []));
    expect(labels(quick)[0]).toBe('Buy for 5% of the balance, or sell 10%');
    expect(labels({ ...quick, unit: 'usd' })[1]).toBe('Buy for $50, or sell 25%');
    expect(labels(quick)[4]).toBe('Buy for all you have, or sell 100%');
  });

  it('are set back together, and lists stay', () => {
    slippagePreference.set(900);
    quickAmountsPreference.update((was) => ({ ...was, unit: 'percent' }));
    watchlist.set([{ eventId: 'E', title: 'Cup' }]);
    const exported = exportedData();
    expect(exported).toMatchObject({
      'evenline.slippage-bps': 900,
      'evenline.watchlist': [{ eventId: 'E', title: 'Cup' }],
    });
    expect(Object.keys(exported).filter((key) => /wallet|token$|key|secret/.test(key))).toEqual([]);
    resetSettings();
    expect(slippagePreference.get()).toBe(250);
    expect(quickAmountsPreference.get().unit).toBe('usd');
    expect(watchlist.get()).toHaveLength(1);
  });
});
