import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';
/** The smaller first. */
export const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** Whether `accept-encoding` names an encoding and does not weigh it with nothing. */
export function accepts(accepted: string, encoding: Encoding): boolean {
  return accepted.split(',').some((part) => {
    const [name = '', weight = 'q=1'] = part.trim().split(/\s*;\s*/);
    return name.toLowerCase() === encoding && Number(weight.slice(2)) > 0;
  });
}

/** Shorter answers fit into a packet as they are. */
const WORTH_IT = 1_024;

/** What a client takes of an answer so long; undefined: as it is. */
export function encodingOf(accepted: string | null | undefined, bytes: number): Encoding | undefined {
  if (!accepted || bytes < WORTH_IT) return undefined;
  return ENCODINGS.find((encoding) => accepts(accepted, encoding));
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Low levels: lists of markets come down to a tenth with them, and the next step costs twice as much for little. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;

/** Room for what mostly comes of it: a piece more is another turn of the thread that compresses, and of ours. */
const roomFor = (body: Uint8Array): number => Math.max(WORTH_IT, body.byteLength >> 2);

const compress: Record<Encoding, (body: Uint8Array) => Promise<Buffer<ArrayBuffer>>> = {
  br: (body) =>
    brotli(body, {
      chunkSize: roomFor(body),
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
      },
    }),
  gzip: (body) => zip(body, { level: GZIP_LEVEL, chunkSize: roomFor(body) }),
};

type Compressed = Buffer<ArrayBuffer>;
const kept = new WeakMap<Uint8Array, Partial<Record<Encoding, Compressed | Promise<Compressed>>>>();

/**
 * The bytes of an answer in an encoding, made beside the event loop, once for as long as the answer itself is kept:
 * whoever asks meanwhile waits for the same ones.
 */
export function compressed(body: Uint8Array, encoding: Encoding): Compressed | Promise<Compressed> {
  let forms = kept.get(body);
  if (!forms) {
    forms = {};
    kept.set(body, forms);
  }
  const all = forms;
  const known = all[encoding];
  if (known) return known;
  const made = compress[encoding](body).then(
    (bytes) => {
      all[encoding] = bytes;
      return bytes;
    },
    (error) => {
      // Whoever asks next has it tried again.
      delete all[encoding];
      throw error;
    },
  );
  all[encoding] = made;
  return made;
}
