import type { History } from './histories.ts';
import type { Account, PageName, Theme, Width } from './options.ts';

/** One picture, and what was wrong with the page while it was taken. */
export interface Picture {
  page: PageName;
  width: Width;
  theme: Theme;
  account: Account;
  history: History;
  /** CSS pixels by which the document is wider than its window. */
  overflow: number;
  /** What the page told the console as an error, or what kept it from being shown. */
  errors: readonly string[];
}

export type Shot = Pick<Picture, 'page' | 'width' | 'theme' | 'account' | 'history'>;

export const fileOf = ({ page, width, theme, account, history }: Shot): string =>
  `${page}-${width}-${theme}-${account}${history === 'full' ? '' : `-${history}`}.png`;

export const isFaulty = ({ overflow, errors }: Picture): boolean => overflow > 0 || errors.length > 0;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function figure(picture: Picture): string {
  const { width, theme, account, history, overflow, errors } = picture;
  const faults = [...(overflow > 0 ? [`${overflow} px too wide`] : []), ...errors].map(escaped).join('<br>');
  const file = fileOf(picture);
  return (
    `<figure${isFaulty(picture) ? ' class="faulty"' : ''}><a href="${file}"><img loading="lazy" src="${file}" ` +
    `alt="${file}"></a><figcaption>${width} · ${theme} · ${account} · ${history}${faults && `<br>${faults}`}</figcaption></figure>`
  );
}

/** A page that lays the pictures of each page side by side, a row for each account, history and theme. */
export function contactSheet(pictures: readonly Picture[]): string {
  const rows = new Map<string, Map<string, Picture[]>>();
  for (const picture of pictures) {
    const ofPage = rows.get(picture.page) ?? new Map<string, Picture[]>();
    rows.set(picture.page, ofPage);
    const key = `${picture.account} ${picture.history} ${picture.theme}`;
    ofPage.set(key, [...(ofPage.get(key) ?? []), picture]);
  }
  const names = [...rows.keys()];
  const links = names.map((name) => `<a href="#${name}">${name}</a>`).join(' ');
  const sections = [...rows].map(
    ([name, ofPage]) =>
      `<h2 id="${name}">${name}</h2>\n${[...ofPage.values()].map((row) => `<div>${row.map(figure).join('\n')}</div>`).join('\n')}`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures</title><style>
body{font:14px system-ui;background:#777;color:#fff;margin:16px}a{color:#fff}nav{position:sticky;top:0;background:#555;padding:8px}
div{display:flex;gap:12px;align-items:flex-start;overflow-x:auto;margin-bottom:16px}figure{margin:0;flex:none}
img{height:420px;max-width:900px;object-fit:contain;object-position:top left}.faulty{outline:3px solid #f33}</style>
<nav>${links}</nav>
${sections.join('\n')}
</html>
`;
}

/** A line a page for the console: how many pictures, and what is wrong with them. */
export function summary(pictures: readonly Picture[]): string[] {
  const pages = [...new Set(pictures.map(({ page }) => page))];
  return pages.map((page) => {
    const own = pictures.filter((picture) => picture.page === page);
    const wide = own.filter(({ overflow }) => overflow > 0);
    const errors = own.flatMap((picture) => picture.errors);
    const parts = [
      `${page}: ${own.length} pictures`,
      `${errors.length} errors`,
      `${wide.length} too wide${wide.length > 0 ? ` (${[...new Set(wide.map(({ width }) => width))].join(', ')})` : ''}`,
    ];
    const told = [...new Set(errors)].map((error) => `\n    ${error}`);
    return `${parts.join(', ')}${told.join('')}`;
  });
}
