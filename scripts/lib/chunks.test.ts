import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createChunkGroups } from './chunks.ts';

const FIRST_PAGE = fileURLToPath(new URL('../../src/routes/index.tsx', import.meta.url));

/** Says in which chunk a module of this desk stands: an entry, a router it fetches next, and pages that share code. */
function chunkOf(module: string, pages: readonly string[]): string | null {
  const imports: Record<string, readonly string[]> = Object.fromEntries(pages.map((id) => [id, ['shared']]));
  const later: Record<string, readonly string[]> = { main: ['router'], router: pages };
  const ids = ['main', 'router', 'shared', ...pages];
  const importing = (of: Record<string, readonly string[]>, id: string) =>
    ids.filter((other) => of[other]?.includes(id));
  const [group] = createChunkGroups();
  if (!group) throw new Error('there is a group');
  return group.name(module, {
    getModuleInfo: (id) => ({
      isEntry: id === 'main',
      importedIds: [...(imports[id] ?? [])],
      dynamicallyImportedIds: [...(later[id] ?? [])],
      importers: importing(imports, id),
      dynamicImporters: importing(later, id),
      code: '',
    }),
  });
}

it('names what the entry fetches, and what pages share', () => {
  const pages = [`${FIRST_PAGE}?split=component`, 'other'];
  expect(chunkOf('main', pages)).toBe('entry');
  expect(chunkOf('router', pages)).toBe('base-1');
  expect(chunkOf('shared', pages)).toBe('shared-1');
  expect(chunkOf('other', pages)).toBeNull();
});

it('refuses a desk whose first page stands elsewhere', () => {
  expect(() => chunkOf('main', ['moved', 'other'])).toThrow(`Nothing imports the first page, ${FIRST_PAGE}`);
});
