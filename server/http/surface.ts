import * as z from 'zod/mini';
import { JsonText, type Operation, type OperationInput, RawAnswer } from '../common/operation.ts';
import type { Platform } from '../common/platform.ts';
import { BEHIND_A_GATEWAY } from '../common/refusals.ts';
import { JSON_RPC_CODES } from '../common/rpc-messages.ts';
import { DOCS_CSS, DOCS_JS, docsPage } from './docs-page.ts';
import type { Metrics } from './metrics.ts';
import { openApiOf } from './openapi.ts';

const RPC_LIMIT = 65 * 1024;
const VERSION = '1';

const raw = (type: string, body: string): RawAnswer =>
  new RawAnswer(body, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' });

/** Runs once, when first asked for. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What the server answers beside the interfaces. `described` are the operations of its API description. */
export function surfaceOperations(
  platform: Platform,
  metrics: Metrics,
  described: () => readonly Operation[],
): Operation[] {
  const document = once(() => {
    const beside = platform.config().mode === 'live' ? BEHIND_A_GATEWAY : [];
    return openApiOf(described(), VERSION, beside);
  });
  const documentJson = once(async () => JSON.stringify(await document()));
  const page = once(async () => docsPage(await document()));
  const own = (
    id: string,
    method: Operation['method'],
    path: string,
    summary: string,
    handle: NonNullable<Operation['handle']>,
    more: Partial<Operation> = {},
  ): Operation => ({ id, method, path, summary, tag: 'server', handle, ...more });
  const rpc = ({ body, client, charge }: OperationInput): Promise<unknown> => {
    charge(platform.rpcRequests(body));
    return platform.rpc(body, client, charge);
  };

  return [
    own('config', 'GET', '/config.json', 'What a browser needs to know before it starts', () => ({
      ...platform.config(),
      stream: true,
    })),
    own('healthz', 'GET', '/healthz', 'Whether the process answers', () => ({ status: 'ok' })),
    own('readyz', 'GET', '/readyz', 'Whether everything it needs answers', async () => {
      const reason = await platform.notReady();
      const ready = reason === undefined;
      const body = JSON.stringify(ready ? { status: 'ready' } : { status: 'not ready', reason });
      return new RawAnswer(body, {}, ready ? 200 : 503);
    }),
    own(
      'openapi',
      'GET',
      '/openapi.json',
      'This description',
      async () => new JsonText(await documentJson()),
    ),
    own('docs', 'GET', '/docs', 'This description as a page', async () => raw('text/html', await page())),
    own('docsStyle', 'GET', '/docs/docs.css', 'Style of the page', () => raw('text/css', DOCS_CSS)),
    own('docsScript', 'GET', '/docs/docs.js', 'Filter of the page', () => raw('text/javascript', DOCS_JS)),
    own('metrics', 'GET', '/metrics', 'Figures for Prometheus', () => {
      return new RawAnswer(metrics.text(), { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
    }),
    own('rpc', 'POST', '/rpc', 'Solana JSON-RPC', rpc, {
      body: z.unknown(),
      bodyLimit: RPC_LIMIT,
      notJson: () => ({
        jsonrpc: '2.0',
        id: null,
        error: { code: JSON_RPC_CODES.parse, message: 'Parse error' },
      }),
    }),
  ];
}
