// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { importCode, isMissingCode } from './fetch-code.ts';

let asked: string[];
/** Files that do not come, by their path. */
let away: Map<string, () => Promise<Response>>;
beforeEach(() => {
  asked = [];
  away = new Map();
  vi.stubGlobal('fetch', async (href: string) => {
    const { pathname } = new URL(href);
    asked.push(pathname);
    return away.get(pathname)?.() ?? new Response('code');
  });
});
afterEach(() => {
  document.head.replaceChildren();
  vi.unstubAllGlobals();
});

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('code', () => {
  it('is imported once all that it needs has come, which is fetched once', async () => {
    const load = vi.fn(async () => ({ page: 1 }));
    const both = await Promise.all([
      importCode(load, ['assets/one.js', 'assets/needed.js']),
      importCode(load, ['assets/two.js', 'assets/needed.js']),
    ]);
    expect(both).toEqual([{ page: 1 }, { page: 1 }]);
    expect(asked).toEqual(['/assets/one.js', '/assets/needed.js', '/assets/two.js']);
  });

  it.each<[string, () => Promise<Response>]>([
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is no more', async () => new Response('gone', { status: 404 })],
    [
      'breaks within',
      async () =>
        new Response(new ReadableStream({ pull: (into) => into.error(new TypeError('network error')) })),
    ],
  ])('of which a file %s is not imported, and is asked for again', async (what, answer) => {
    const [path, needed] = [`assets/${what}.js`, `assets/${what}-needs.js`];
    const load = vi.fn(async () => 'here');
    away.set(`/${encodeURI(needed)}`, answer);
    for (let nth = 0; nth < 2; nth += 1) {
      const error = await failureOf(importCode(load, [path, needed]));
      expect(isMissingCode(error)).toBe(true);
      expect(String(error)).not.toMatch(/dynamically imported/);
    }
    expect(load).not.toHaveBeenCalled();
    away.clear();
    expect(await importCode(load, [path, needed])).toBe('here');
    expect(asked.filter((one) => one.includes('needs'))).toHaveLength(3);
    expect(asked).toHaveLength(4);
  });

  it('that the document names is fetched by that', async () => {
    document.head.innerHTML = '<link rel="modulepreload" href="/assets/named.js">';
    await importCode(async () => 'here', ['assets/named.js', 'assets/other.js']);
    expect(asked).toEqual(['/assets/other.js']);
  });

  it('that throws as it runs is no missing code', async () => {
    const wrong = new TypeError('x is not a function');
    expect(await failureOf(importCode(() => Promise.reject(wrong)))).toBe(wrong);
    expect(isMissingCode(wrong)).toBe(false);
  });
});

it.each([
  'Failed to fetch dynamically imported module: https://desk.example/assets/a.js',
  'error loading dynamically imported module: https://desk.example/assets/a.js',
  'Importing a module script failed.',
])('“%s” says that code did not come, in words of our own from then on', async (message) => {
  expect(isMissingCode(new TypeError(message))).toBe(true);
  const error = await failureOf(importCode(() => Promise.reject(new TypeError(message))));
  expect(isMissingCode(error)).toBe(true);
  expect(String(error)).toMatch(/^MissingCode: Code did not come/);
});

it('a failed request is no missing code', () => {
  expect(isMissingCode(new TypeError('Failed to fetch'))).toBe(false);
});
