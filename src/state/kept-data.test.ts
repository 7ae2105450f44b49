// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { exportedData, importData, resetSettings } from './kept-data.ts';
import { parlayBatch } from './parlay-slip.ts';
import { hiddenOrderColumns, hiddenPositionColumns } from './portfolio-columns.ts';
import {
  chartLookPreference,
  dateOrderPreference,
  slippagePreference,
  themePreference,
} from './preferences.ts';
import { savedPresets, savePreset } from './token-presets.ts';
import { watchlist } from './watchlist.ts';

afterEach(() => {
  resetSettings();
  watchlist.set([]);
  savedPresets.set([]);
});

it('takes over what was exported, lists too', () => {
  themePreference.set('dark');
  slippagePreference.set(75);
  dateOrderPreference.set('month');
  hiddenPositionColumns.set(['wins']);
  hiddenOrderColumns.set(['limit']);
  const text = JSON.stringify(exportedData());
  resetSettings();
  expect(themePreference.get()).toBe('system');
  expect(hiddenOrderColumns.get()).toEqual([]);
  const done = importData(text);
  expect(done?.refused).toEqual([]);
  expect([themePreference.get(), slippagePreference.get()]).toEqual(['dark', 75]);
  expect(dateOrderPreference.get()).toBe('month');
  expect([hiddenPositionColumns.get(), hiddenOrderColumns.get()]).toEqual([['wins'], ['limit']]);
});

it('takes the presets of tokens and the look of charts along; presets stay when settings are reset', () => {
  chartLookPreference.set('candles');
  savePreset('Held', { minHolders: 50 });
  const text = JSON.stringify(exportedData());
  resetSettings();
  expect(chartLookPreference.get()).toBe('line');
  expect(savedPresets.get()).toHaveLength(1);
  savedPresets.set([]);
  expect(importData(text)?.refused).toEqual([]);
  expect(chartLookPreference.get()).toBe('candles');
  expect(savedPresets.get()).toEqual([{ name: 'Held', filters: { minHolders: 50 } }]);
});

it('keeps twelve presets of tokens, the latest: one more would make the list none', () => {
  for (let nth = 1; nth <= 13; nth += 1) savePreset(`Preset ${nth}`, { minHolders: nth });
  const names = () => savedPresets.get().map(({ name }) => name);
  expect([names().length, names()[0], names().at(-1)]).toEqual([12, 'Preset 2', 'Preset 13']);
  expect(savedPresets.take(JSON.parse(localStorage.getItem(savedPresets.key) ?? ''))).toBe('kept');
});

it('leaves what a file does not name, as one of before presets were exported', () => {
  savePreset('Held', { minHolders: 50 });
  expect(importData(JSON.stringify({ 'evenline.theme': 'light' }))?.taken).toBe(1);
  expect(savedPresets.get()).toHaveLength(1);
});

it.each([
  ['a name twice', ['Held', 'Held']],
  ['a name with a turn of direction', ['Held\u202e']],
  ['a name that is not seen', ['\u200b']],
  ['more than can be saved', Array.from({ length: 13 }, (_, index) => `Held ${index}`)],
])('leaves presets alone where those of a file have %s', (_, names) => {
  savePreset('Mine', { unflagged: true });
  const list = names.map((name) => ({ name, filters: {} }));
  expect(importData(JSON.stringify({ 'evenline.token-presets': list }))?.refused).toEqual([
    'presets of tokens',
  ]);
  expect(savedPresets.get()).toEqual([{ name: 'Mine', filters: { unflagged: true } }]);
});

it('leaves alone what does not fit, and what it does not know', () => {
  slippagePreference.set(75);
  const text = JSON.stringify({
    'evenline.theme': 'light',
    'evenline.slippage-bps': 99_999,
    'evenline.paper-wallet': 'a key',
  });
  expect(importData(text)).toEqual({ taken: 1, unkept: [], refused: ['slippage'], unknown: 1 });
  expect([themePreference.get(), slippagePreference.get()]).toEqual(['light', 75]);
  expect(localStorage.getItem('evenline.paper-wallet')).toBeNull();
});

it('leaves lists alone that are longer than any of its own, and moments that no calendar has', () => {
  const watched = Array.from({ length: 101 }, (_, index) => ({ eventId: String(index), title: '' }));
  const rule = { kind: 'price', side: 'yes', to: 'rise', price: '700000' };
  const told = { id: 'a', subject: null, rule, madeAt: 1, toldAt: 1e300, fact: '' };
  const waiting = Array.from({ length: 61 }, (_, index) => ({ ...told, id: String(index), toldAt: null }));
  expect(importData(JSON.stringify({ 'evenline.watchlist': watched, 'evenline.alerts': [told] }))).toEqual({
    taken: 0,
    unkept: [],
    refused: ['watchlist', 'alerts'],
    unknown: 0,
  });
  expect(importData(JSON.stringify({ 'evenline.alerts': waiting }))?.taken).toBe(0);
  const saved = Array.from({ length: 101 }, (_, index) => ({ id: String(index), legs: [] }));
  expect(importData(JSON.stringify({ 'evenline.parlay-batch': saved }))?.refused).toEqual(['saved parlays']);
  expect(importData(JSON.stringify({ 'evenline.parlay-batch': saved.slice(1) }))?.taken).toBe(1);
  parlayBatch.set([]);
});

it('says which values hold until the tab closes alone, where the browser keeps nothing', () => {
  const before = localStorage;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => before.getItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const text = JSON.stringify({ 'evenline.theme': 'light', 'evenline.slippage-bps': 99_999 });
  expect(importData(text)).toEqual({ taken: 1, unkept: ['theme'], refused: ['slippage'], unknown: 0 });
  vi.stubGlobal('localStorage', before);
});

it('exports nothing of a wallet, whatever else the browser keeps', () => {
  localStorage.setItem('evenline.paper-wallet', 'a key');
  localStorage.setItem('evenline.visit', JSON.stringify({ at: 1, markets: [], claimable: ['P'] }));
  const text = JSON.stringify(exportedData());
  expect(Object.keys(JSON.parse(text)).filter((key) => /wallet|visit|left|journal/.test(key))).toEqual([]);
  expect(text).not.toContain('a key');
  localStorage.clear();
});

it.each(['', '[]', '{}', '{"a":1}', 'null'])('%s is no file of settings', (text) => {
  expect(importData(text)).toBeNull();
});
