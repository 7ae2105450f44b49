import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { accepts, type Encoding } from '../common/encoding.ts';
import { SECURITY_HEADERS } from './headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** Names below this folder carry a hash of their content. */
const HASHED = '/assets/';

/** What the build has laid beside a file, the smaller first. */
const BESIDE: readonly (readonly [Encoding, suffix: string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

const read = (file: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(file));

/** One file of the built app, read once, and its compressed forms: nothing is ever compressed for a request. */
class StaticFile {
  private readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  private readonly compressed = new Map<Encoding, Uint8Array<ArrayBuffer>>();

  constructor(
    file: string,
    readonly url: string,
  ) {
    this.bytes = read(file);
    // Weak: the same file, whatever form it is sent in.
    this.etag = `W/"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`;
    for (const [encoding, suffix] of BESIDE) {
      if (existsSync(file + suffix)) this.compressed.set(encoding, read(file + suffix));
    }
  }

  get type(): string {
    return TYPES[extname(this.url)] ?? 'application/octet-stream';
  }

  encodingFor(accepted: string): Encoding | undefined {
    return [...this.compressed.keys()].find((encoding) => accepts(accepted, encoding));
  }

  content(encoding: Encoding | undefined): Uint8Array<ArrayBuffer> {
    return (encoding && this.compressed.get(encoding)) ?? this.bytes;
  }
}

/** Paths that belong to the interfaces: an unknown one is a missing operation, never a page of the app. */
const NOT_PAGES = /^\/(prediction|swap|price|desk|paper|rpc|tokens\/v\d|trigger\/v\d)(\/|$)/;

/** Files of the built app, and its front page for every address that is a page of it. */
export class StaticFiles {
  private readonly files = new Map<string, StaticFile>();
  private readonly known = new Map<string, string>();

  constructor(folder: string | undefined) {
    if (folder === undefined || !existsSync(folder)) return;
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || /\.(br|gz|map)$/.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      this.known.set(`/${relative(folder, file).split(sep).join('/')}`, file);
    }
  }

  /** Undefined when the address is none of the app's. */
  answer(request: Request): Response | undefined {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const path = new URL(request.url).pathname;
    const file = this.fileFor(path, request.headers.get('accept') ?? '');
    if (!file) return undefined;
    const encoding = file.encodingFor(request.headers.get('accept-encoding') ?? '');
    const headers: Record<string, string> = {
      ...SECURITY_HEADERS,
      'content-type': file.type,
      'cache-control': file.url.startsWith(HASHED) ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: file.etag,
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
    };
    if (request.headers.get('if-none-match') === file.etag)
      return new Response(null, { status: 304, headers });
    const content = file.content(encoding);
    headers['content-length'] = String(content.byteLength);
    return new Response(content, { headers });
  }

  private fileFor(path: string, accept: string): StaticFile | undefined {
    const direct = this.load(path === '/' ? '/index.html' : path);
    if (direct) return direct;
    const isPage = accept.includes('text/html') && !NOT_PAGES.test(path) && !path.startsWith(HASHED);
    return isPage ? this.load('/index.html') : undefined;
  }

  private load(url: string): StaticFile | undefined {
    const loaded = this.files.get(url);
    if (loaded) return loaded;
    const file = this.known.get(url);
    if (file === undefined) return undefined;
    const made = new StaticFile(file, url);
    this.files.set(url, made);
    return made;
  }
}
