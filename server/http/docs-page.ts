import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';

const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const schemaBlock = (title: string, schema: unknown): string =>
  `<details><summary>${escapeHtml(title)}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`;

function typeOf(schema: Record<string, unknown>): string {
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(typeOf).join(' or ');
  return String(schema.type ?? 'any');
}

function parameterTable({ parameters }: OpenApiOperation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    (parameter) =>
      `<tr><th scope="row"><code>${escapeHtml(parameter.name)}</code></th><td>${parameter.in}</td>` +
      `<td>${escapeHtml(typeOf(parameter.schema))}</td><td>${parameter.required ? 'required' : ''}</td></tr>`,
  );
  return (
    '<table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Type</th>' +
    `<th scope="col">Needed</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  );
}

function resolved(document: OpenApiDocument, schema: Record<string, unknown> | undefined): unknown {
  const name = typeof schema?.$ref === 'string' ? schema.$ref.split('/').pop() : undefined;
  return name === undefined ? schema : document.components.schemas[name];
}

function operationHtml(document: OpenApiDocument, path: string, method: string, operation: OpenApiOperation) {
  const body = operation.requestBody?.content['application/json'].schema;
  const { 200: answered = operation.responses['201'] } = operation.responses;
  const answer = answered?.content?.['application/json']?.schema;
  return (
    `<section id="${escapeHtml(operation.operationId)}" data-text="${escapeHtml(`${method} ${path} ${operation.summary}`.toLowerCase())}">` +
    `<h3><span class="${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3>` +
    `<p>${escapeHtml(operation.summary)}</p>${parameterTable(operation)}` +
    (body ? schemaBlock('Request body', resolved(document, body)) : '') +
    (answer ? schemaBlock('Answer', resolved(document, answer)) : '') +
    '</section>'
  );
}

/** The OpenAPI document as a page to read: complete without a script, which only filters. */
export function docsPage(document: OpenApiDocument): string {
  const groups = document.tags.map(({ name }) => {
    const sections = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => operationHtml(document, path, method, operation)),
    );
    return `<h2>${escapeHtml(name)}</h2>${sections.join('')}`;
  });
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${escapeHtml(document.info.title)} interface</title>` +
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/docs/docs.css">' +
    '<script src="/docs/docs.js" defer></script></head><body><main>' +
    `<h1>${escapeHtml(document.info.title)} interface <small>${escapeHtml(document.info.version)}</small></h1>` +
    `<p>${escapeHtml(document.info.description)} The same as a document: <a href="/openapi.json">openapi.json</a>.</p>` +
    '<label for="filter">Filter operations</label><input id="filter" type="search" autocomplete="off">' +
    `${groups.join('')}</main></body></html>`
  );
}

export const DOCS_CSS = `:root { color-scheme: dark light; --line: #2a3140; --muted: #8b95a7; }
@media (prefers-color-scheme: light) { :root { --line: #d5dae3; --muted: #596275; } }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 small { color: var(--muted); font-weight: 400; font-size: 1rem; }
h2 { margin: 2.5rem 0 .5rem; text-transform: capitalize; border-bottom: 1px solid var(--line); }
h3 { margin: 0; font-size: 1rem; font-weight: 600; overflow-wrap: anywhere; }
h3 span { display: inline-block; min-width: 4.5rem; font: 600 12px ui-monospace, monospace; }
section { padding: 1rem 0; border-bottom: 1px solid var(--line); scroll-margin-top: 1rem; }
section p { margin: .25rem 0; color: var(--muted); }
table { border-collapse: collapse; margin: .5rem 0; font-size: 13px; }
th, td { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top; font-weight: 400; }
thead th { color: var(--muted); }
pre { max-height: 24rem; overflow: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 8px; font-size: 12px; }
label { display: block; margin-top: 1rem; font-size: 13px; color: var(--muted); }
input { width: 100%; box-sizing: border-box; padding: .5rem .75rem; font: inherit; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; }
`;

export const DOCS_JS = `const filter = document.getElementById('filter');
const sections = [...document.querySelectorAll('section')];
filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const section of sections) {
    section.hidden = !words.every((word) => section.dataset.text.includes(word));
  }
});
`;
