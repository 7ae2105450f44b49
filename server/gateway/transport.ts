import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { Agent as HttpsAgent, request as requestTls } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Longest answer that is read, in bytes after decompression. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** The same of a Solana node, of which a desk reads accounts of some hundred bytes. */
export const MAX_NODE_ANSWER_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 32 * 1024;

export interface HttpCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** From sending to the last byte. */
  readonly timeoutMs: number;
  /** Most bytes of an answer that are read; 8 MiB unless given. */
  readonly maxBytes?: number | undefined;
  /** Hears of an answer once its headers are there, whatever becomes of the rest. */
  readonly heard: (status: number, headers: IncomingHttpHeaders) => void;
}
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
}

/** Why there is no answer that can be used. Its message names no address: an address may hold a key. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  constructor(
    readonly kind: 'timeout' | 'network' | 'too-large' | 'truncated',
    options: { cause?: unknown } = {},
  ) {
    super(kind, options);
  }
}

export interface Transport {
  /** Sends one request, once, and follows nothing. @throws TransportError. */
  send(call: HttpCall): Promise<HttpAnswer>;
  /** Ends every connection. */
  close(): void;
}

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The answer as it was before it was packed. @throws TransportError for a packing nobody asked for. */
function unpacked(message: IncomingMessage): Readable {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return message;
  const decoder = DECODERS[encoding]?.();
  if (!decoder) throw new TransportError('truncated', { cause: new Error('an unknown content encoding') });
  // What goes wrong comes out of the decoder, which is read below.
  return pipeline(message, decoder, () => undefined);
}

async function readAll(message: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked(message)) {
    size += chunk.length;
    if (size > maxBytes) throw new TransportError('too-large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/**
 * Requests over a connection each. On one that is kept, an answer that nobody has asked for and that arrives while the
 * next request leaves cannot be told from the answer to that one. Nothing is ever sent a second time, whatever became
 * of the first.
 */
export function createTransport(): Transport {
  // Without a bound of its own, by which an agent hands connections on to who waits: budget and time-outs are the bound.
  const options = { keepAlive: false, maxSockets: Number.POSITIVE_INFINITY };
  const plain = new HttpAgent(options);
  const tls = new HttpsAgent(options);
  return {
    send: ({ method, url, headers, body, timeoutMs, maxBytes = MAX_ANSWER_BYTES, heard }) =>
      new Promise((resolve, reject) => {
        const isTls = url.protocol === 'https:';
        const call = (isTls ? requestTls : request)(url, {
          method,
          agent: isTls ? tls : plain,
          maxHeaderSize: MAX_HEADER_BYTES,
          headers: {
            'accept-encoding': 'gzip, deflate, br',
            ...headers,
            ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
          },
        });
        let answered = false;
        const timer = setTimeout(() => end(new TransportError('timeout')), timeoutMs);
        const end = (error: unknown) => {
          clearTimeout(timer);
          const kind = answered ? 'truncated' : 'network';
          reject(error instanceof TransportError ? error : new TransportError(kind, { cause: error }));
          call.destroy();
        };
        call.on('error', end);
        call.on('response', (message) => {
          answered = true;
          const { statusCode = 0, headers: given } = message;
          heard(statusCode, given);
          readAll(message, maxBytes).then((read) => {
            clearTimeout(timer);
            resolve({ status: statusCode, headers: given, body: read });
          }, end);
        });
        // Nobody has asked for another protocol: without this the request would wait for its time to be over.
        call.on('upgrade', ({ statusCode = 0, headers: given }, socket) => {
          clearTimeout(timer);
          socket.destroy();
          heard(statusCode, given);
          resolve({ status: statusCode, headers: given, body: Buffer.alloc(0) });
        });
        call.end(body);
      }),
    close: () => {
      plain.destroy();
      tls.destroy();
    },
  };
}
