import { describe, expect, it } from 'vitest';
import { HISTORIES, thinned } from './histories.ts';
import { ACCOUNTS, PAGES, parseOptions, THEMES, WIDTHS } from './options.ts';
import { contactSheet, fileOf, isFaulty, type Picture, summary } from './sheet.ts';

const picture = (change: Partial<Picture> = {}): Picture => ({
  page: 'events',
  width: 390,
  theme: 'dark',
  account: 'full',
  history: 'full',
  overflow: 0,
  errors: [],
  ...change,
});

describe('options', () => {
  it('are everything unless said otherwise', () => {
    expect(parseOptions([])).toEqual({
      pages: [...PAGES],
      widths: [360, 390, 768, 1024, 1280, 1440, 2560, 3840],
      themes: ['dark', 'light'],
      accounts: ['full', 'new', 'out'],
      histories: ['full'],
      universe: undefined,
      out: 'pictures',
    });
  });

  it('choose, in the order of the list', () => {
    expect(
      parseOptions(['--widths=1440,390', '--pages=rounds,events', '--themes=light', '--universe=a=b.json']),
    ).toMatchObject({
      widths: [390, 1440],
      pages: ['events', 'rounds'],
      themes: ['light'],
      universe: 'a=b.json',
    });
  });

  it.each([
    ['--widths=400', '--widths: “400” is none of 360, 390, 768, 1024, 1280, 1440, 2560, 3840'],
    ['--wide=390', '--wide=390 is no option of this command'],
    ['--pages', '--pages is no option of this command'],
  ])('refuses %s in words', (arg, message) => {
    expect(() => parseOptions([arg])).toThrow(message);
  });
});

describe('a history', () => {
  const series = { marketId: 'MK', since: 600, bid: Array.from({ length: 50 }, (_, at) => at), ask: [] };
  const known = (history: 'empty' | 'gaps' | 'one') => {
    const { bid } = thinned(series, history);
    return (bid as (number | null)[]).filter((one) => one !== null);
  };

  it('is of nothing, of a part of the time, or of one step, on the same axis', () => {
    expect(thinned(series, 'empty')).toMatchObject({ marketId: 'MK', since: null });
    expect(known('empty')).toEqual([]);
    expect(known('one')).toEqual([30]);
    expect(known('gaps').length).toBeGreaterThan(30);
    expect(known('gaps')).toContain(0);
    for (const gap of [10, 28, 42]) expect(known('gaps')).not.toContain(gap);
  });

  it('is asked for with all there may be of it where charts are', () => {
    const options = parseOptions(['--charts', '--themes=light']);
    expect(options).toMatchObject({ histories: [...HISTORIES], accounts: ['full'], themes: ['light'] });
    expect(options.pages).toContain('monitor');
    expect(options.pages).not.toContain('settings');
    expect(parseOptions(['--charts', '--pages=rounds']).pages).toEqual(['rounds']);
  });
});

describe('the sheet', () => {
  it('names every picture apart', () => {
    const all = PAGES.flatMap((page) =>
      WIDTHS.flatMap((width) =>
        THEMES.flatMap((theme) =>
          ACCOUNTS.flatMap((account) =>
            HISTORIES.map((history) => fileOf({ page, width, theme, account, history })),
          ),
        ),
      ),
    );
    expect(new Set(all).size).toBe(all.length);
    expect(fileOf(picture())).toBe('events-390-dark-full.png');
    expect(fileOf(picture({ history: 'gaps' }))).toBe('events-390-dark-full-gaps.png');
  });

  it('shows every picture once and says what is wrong, as text', () => {
    const pictures = [
      picture(),
      picture({ width: 1440, overflow: 12 }),
      picture({ page: 'rounds', errors: ['<b>'] }),
    ];
    const html = contactSheet(pictures);
    for (const one of pictures) expect(html.split(`src="${fileOf(one)}"`)).toHaveLength(2);
    expect(html).toContain('12 px too wide');
    expect(html).toContain('&lt;b>');
    expect(html.split('class="faulty"')).toHaveLength(3);
  });

  it('is faulty by an error or a document that is too wide', () => {
    expect(isFaulty(picture())).toBe(false);
    expect(isFaulty(picture({ overflow: 1 }))).toBe(true);
    expect(isFaulty(picture({ errors: ['no'] }))).toBe(true);
    expect(
      summary([
        picture({ overflow: 3 }),
        picture({ width: 768 }),
        picture({ page: 'parlay', errors: ['x'] }),
      ]),
    ).toEqual([
      'events: 2 pictures, 0 errors, 1 too wide (390)',
      'parlay: 1 pictures, 1 errors, 0 too wide\n    x',
    ]);
  });
});
