import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The tokens of the style sheet are measured themselves, so that a new colour cannot slip below the limit. */
const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');

function block(selector: string): Map<string, string> {
  const all = new Map<string, string>();
  for (const part of css.split(`\n${selector} {`).slice(1)) {
    const body = part.slice(0, part.indexOf('\n}'));
    for (const [, name, value] of body.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
      if (name && value) all.set(name, value);
    }
  }
  return all;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const dark = block(':root');
const light = new Map([...dark, ...block(':root[data-theme="light"]')]);
const palettes = ['default', 'blue-orange', 'red-up'];

function resolve(tokens: Map<string, string>, name: string): string {
  const value = tokens.get(name) ?? '';
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  return other ? resolve(tokens, other) : value;
}

const GROUNDS = ['bg', 'panel', 'raised'];
const TEXTS = ['text', 'muted', 'faint', 'yes', 'no', 'up', 'down', 'accent', 'warn'];
const PAIRS: [string, string][] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground): [string, string] => [text, ground])),
  ...['text', 'muted', 'yes', 'no'].map((text): [string, string] => [text, 'hover']),
  ...['yes', 'no', 'up', 'down', 'accent', 'warn'].map((name): [string, string] => [name, `${name}-dim`]),
  ...['yes', 'no', 'up', 'down'].flatMap((name): [string, string][] => [
    ['text', `${name}-dim`],
    ['muted', `${name}-dim`],
  ]),
  ['on-yes', 'yes'],
  ['on-no', 'no'],
  ['bg', 'text'],
];

describe.each([
  ['dark', dark],
  ['light', light],
] as const)('%s theme', (_theme, base) => {
  it.each(palettes)('keeps 4.5:1 for text in the %s palette', (palette) => {
    const tokens = new Map([...base, ...block(`:root[data-palette="${palette}"]`)]);
    const failing = PAIRS.map(
      ([text, ground]) =>
        [`${text} on ${ground}`, contrast(resolve(tokens, text), resolve(tokens, ground))] as const,
    ).filter(([, ratio]) => !(ratio >= 4.5));
    expect(failing).toEqual([]);
  });

  it('keeps 3:1 for the edges of controls', () => {
    for (const ground of GROUNDS) {
      expect(contrast(resolve(base, 'control-line'), resolve(base, ground))).toBeGreaterThanOrEqual(3);
    }
  });
});

it('asks of no element what it holds to style others within it: any change would style the whole document anew', () => {
  const folder = new URL('..', import.meta.url);
  const views = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx$/.test(file),
  );
  const wide = /(?:group|peer|in)-has-|:has\((?:[^()]|\([^()]*\))*\)[^\s{"'`]*_&/g;
  const found = views.flatMap((file) => [...readFileSync(new URL(file, folder), 'utf8').matchAll(wide)]);
  expect(found.map(([text]) => text)).toEqual([]);
  expect(css.match(/:root\S*:has\(|:has\((?:[^()]|\([^()]*\))*\)\s+[^\s{,]/g)).toBeNull();
});
