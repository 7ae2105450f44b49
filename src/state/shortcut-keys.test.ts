// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { importData, resetSettings } from './kept-data.ts';
import { asShortcutKey, chooseKey, chosenKeys, SHORTCUT_IDS, useShortcutKeys } from './shortcut-keys.ts';

beforeEach(() => localStorage.clear());

const KEY = 'evenline.bindings';
const shown = () => {
  const { result } = renderHook(useShortcutKeys);
  return Object.fromEntries(SHORTCUT_IDS.map((id) => [id, result.current(id)]));
};
const FIRST = shown();

describe('keys of shortcuts', () => {
  it('each call one shortcut from the beginning', () => {
    expect(new Set(Object.values(FIRST)).size).toBe(SHORTCUT_IDS.length);
    expect(FIRST).toMatchObject({ search: '/', portfolio: 'g p', yes: 'y', amount5: '5' });
  });

  it('can be chosen; the first one of a sequence is that of all', () => {
    expect(chooseKey('search', 'f')).toBeUndefined();
    expect(chooseKey('portfolio', 'y'), 'after the first key it is another press').toBeUndefined();
    expect(chooseKey('go', 'x')).toBeUndefined();
    expect(shown()).toMatchObject({ search: 'f', portfolio: 'x y', monitor: 'x w', yes: 'y' });
  });

  it.each([
    ['search', 'n', 'no'],
    ['yes', 'g', 'go'],
    ['go', '/', 'search'],
    ['tokens', 'p', 'portfolio'],
    ['amount1', '5', 'amount5'],
  ] as const)('%s does not get “%s”, which is that of %s', (id, key, holder) => {
    expect(chooseKey(id, key)).toBe(holder);
    expect(shown()).toEqual(FIRST);
  });

  it('are free again once given away', () => {
    chooseKey('no', 'k');
    expect(chooseKey('yes', 'n')).toBeUndefined();
    expect(chooseKey('no', 'y')).toBeUndefined();
    expect(shown()).toMatchObject({ yes: 'n', no: 'y' });
  });

  it('may be one letter, digit or sign, whatever the layout', () => {
    expect(['k', 'K', '?', 'ж', 'Ж', 'é'].map(asShortcutKey)).toEqual(['k', 'k', '?', 'ж', 'ж', 'é']);
    const others = ['Tab', 'Enter', 'Escape', ' ', '\u00a0', 'ArrowUp', 'F5', 'Dead', '', '\t', '\u0301'];
    expect(others.filter((key) => asShortcutKey(key) !== undefined)).toEqual([]);
  });

  it.each([
    ['no table', '[]'],
    ['no text', 'rubbish'],
    ['no keys', '{"search":5}'],
    ['keys that are none', '{"search":"Enter"}'],
    ['combinations', '{"search":"mod+s"}'],
    ['capital letters, which never come', '{"search":"F"}'],
    ['two at one key', '{"yes":"k","no":"k"}'],
    ['the first key of another', '{"yes":"n"}'],
  ])('are the first ones where the browser holds %s', (_what, text) => {
    localStorage.setItem(KEY, text);
    expect(shown()).toEqual(FIRST);
    expect(chooseKey('search', 'f'), 'and can be chosen').toBeUndefined();
    expect(shown()).toEqual({ ...FIRST, search: 'f' });
  });

  it('of shortcuts that this desk does not have are left alone', () => {
    localStorage.setItem(KEY, '{"chart":"n","toString":"y","yes":"k"}');
    expect(shown()).toEqual({ ...FIRST, yes: 'k' });
  });

  it('are taken over from a file, and set back with all settings', () => {
    expect(importData('{"evenline.bindings":{"buy":"k"}}')).toMatchObject({ taken: 1, refused: [] });
    expect(importData('{"evenline.bindings":{"buy":"s"}}')).toMatchObject({ taken: 0, refused: ['keys'] });
    expect(shown()).toEqual({ ...FIRST, buy: 'k' });
    resetSettings();
    expect(chosenKeys.get()).toEqual({});
    expect(shown()).toEqual(FIRST);
  });
});
