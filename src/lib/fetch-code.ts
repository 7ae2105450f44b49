class MissingCode extends Error {
  override name = 'MissingCode';
}

/**
 * Whether an error says that code did not come: the connection failed, or the server has a newer build than the one
 * this page was opened with. The words are those of the three browser engines.
 */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof MissingCode ||
  (error instanceof Error && /dynamically imported module|importing a module script/i.test(error.message));

/** Files that are here or on their way, by address. */
const files = new Map<string, Promise<void>>();

async function fetchFile(href: string): Promise<void> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`status ${response.status}`);
  // To its last byte: a connection may break within a file.
  await response.arrayBuffer();
}

function fileAt(href: string): Promise<void> {
  const known = files.get(href);
  if (known) return known;
  // What the document names it has fetched by itself.
  const isNamed =
    document.querySelector(`link[rel=modulepreload][href="${new URL(href).pathname}"]`) !== null;
  const coming = isNamed ? Promise.resolve() : fetchFile(href);
  files.set(href, coming);
  coming.catch(() => files.delete(href));
  return coming;
}

/**
 * Imports code once its files have come, out of the browser's cache then. Chromium before 156 keeps an import that
 * failed, of the code or of anything it needs, for as long as the page lives: nothing is imported that may fail. The
 * build puts this around each `import()` (scripts/lib/fetched-imports.ts).
 * @param paths of the code and of all it needs, from the root of the desk.
 * @throws Error `isMissingCode`
 */
export async function importCode<Code>(
  load: () => Promise<Code>,
  paths: readonly string[] = [],
): Promise<Code> {
  try {
    await Promise.all(
      paths.map((path) => fileAt(new URL(import.meta.env.BASE_URL + path, location.origin).href)),
    );
  } catch (cause) {
    throw new MissingCode(`Code did not come: ${cause}`, { cause });
  }
  try {
    return await load();
  } catch (cause) {
    // In other words than the engine's, by which the router would load the whole page again: without a connection
    // that takes the desk away.
    throw isMissingCode(cause) ? new MissingCode(`Code did not come: ${cause}`, { cause }) : cause;
  }
}
