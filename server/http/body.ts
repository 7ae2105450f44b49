import { ServiceError } from '../common/errors.ts';

const BODY_LIMIT = 64 * 1024;

const tooLarge = (limit: number): ServiceError =>
  new ServiceError('too-large', 'BODY_TOO_LARGE', `the body must be at most ${limit / 1024} KiB`, {
    param: 'body',
  });
const notJson = (): ServiceError =>
  new ServiceError('invalid', 'INVALID_JSON', 'the body is not valid JSON', { param: 'body' });

/** Nobody reads this answer: the client has gone, or has been let go for its slowness. */
const cutShort = (): ServiceError =>
  new ServiceError('invalid', 'INVALID_JSON', 'the body did not arrive whole', { param: 'body' });

async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null) {
    // The HTTP parser ends the body at the announced length, so this bounds what is read.
    if (Number(announced) > limit) throw tooLarge(limit);
    return new Uint8Array(await request.arrayBuffer());
  }
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
}

/**
 * A JSON body, whatever its content type says. An empty one reads as `{}`: several operations need no field.
 * @throws ServiceError `too-large` BODY_TOO_LARGE before more than `limit` bytes are read; `invalid` INVALID_JSON.
 */
export async function readJson(request: Request, limit = BODY_LIMIT): Promise<unknown> {
  const bytes = await readBytes(request, limit).catch((error: unknown) => {
    throw error instanceof ServiceError ? error : cutShort();
  });
  if (bytes.byteLength === 0) return {};
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // No text in a database can hold NUL, written out or escaped; and no request has a use for it.
    if (/\\u0000/.test(text)) throw notJson();
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}
