import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where the notice lies in what is built, and so at every desk. */
const NOTICE = 'licences.txt';

const TEXT = /^(licen[cs]e|copying|notice|unlicense)(\.(md|txt))?$/i;
/** Texts that must go with what is under them, and that packages only point to. */
const FULL_TEXTS: Readonly<Record<string, readonly string[]>> = {
  'LGPL-3.0-only': ['LGPL-3.0.txt', 'GPL-3.0.txt'],
};
const EXCHANGEABLE = `This desk contains it unchanged. Whoever wants another version of it in its place builds the desk again with it: the
desk's own source is under the MIT licence, and \`npm run build\` makes this bundle of it. Nothing in the terms of the
desk forbids to do so, or to find out how that version works.`;

/** The folder of the package that a file belongs to; undefined for the desk's own. */
export function packageOf(file: string): string | undefined {
  const path = file.replaceAll('\\', '/').replace(/^\0/, '').split('?')[0] ?? '';
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
}

interface Described {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly texts: readonly string[];
}

function describe(folder: string): Described {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => TEXT.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return { name, version, license: license?.type ?? license ?? 'see below', texts };
}

/** The notice for the packages in these folders: each with its version and licence, as its own files say it. */
export function noticeOf(folders: readonly string[]): string {
  const packages = folders.map(describe).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const parts = packages.map(({ name, version, license, texts }) =>
    [
      `${name} ${version}`,
      `Licence: ${license}`,
      ...(FULL_TEXTS[license] ? [EXCHANGEABLE] : []),
      ...texts,
    ].join('\n\n'),
  );
  const full = [...new Set(packages.flatMap(({ license }) => FULL_TEXTS[license] ?? []))];
  return [
    'Evenline is under the MIT licence. It contains these packages of others.',
    ...parts,
    ...full.map((file) => readFileSync(join(ROOT, 'docs', 'licences', file), 'utf8').trim()),
  ].join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** Lays the notice of what was really bundled, scripts and fonts, beside it. */
export function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk'
          ? Object.entries(part.modules).flatMap(([id, { renderedLength }]) =>
              renderedLength > 0 ? [id] : [],
            )
          : part.originalFileNames.map((file) => join(ROOT, file)),
      );
      const folders = new Set(files.map(packageOf).filter((folder) => folder !== undefined));
      const real = [...folders].filter((folder) => existsSync(join(folder, 'package.json')));
      this.emitFile({ type: 'asset', fileName: NOTICE, source: `${noticeOf(real)}\n` });
    },
  };
}
