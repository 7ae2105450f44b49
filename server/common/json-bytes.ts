import { JsonText } from './operation.ts';

/** Arrays shorter than this are written in one go. */
const MANY = 20;
/** How deep long arrays are looked for: the lists of an answer, and those under the names of its owners. */
const DEPTH = 2;
/** Characters of a piece, about. */
const PIECE = 16_384;
/** Kept from one answer to the next up to here; what is longer is rare. */
const ROOM = 4 * 1024 * 1024;
/** Bytes that a character takes at most. */
const WIDEST = 3;
const COMMA = 0x2c;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether an array in it is long enough to be written piece by piece. */
function hasMany(value: unknown, depth = DEPTH): value is object {
  if (Array.isArray(value)) return value.length >= MANY;
  if (!isObject(value) || depth === 0 || 'toJSON' in value) return false;
  return Object.values(value).some((one) => hasMany(one, depth - 1));
}

let kept = Buffer.allocUnsafe(64 * 1024);

/**
 * `JSON.stringify` in UTF-8, long arrays a few elements at a time: one text of a megabyte takes several times as long
 * to make and to encode as its parts, for room of its own that is given back at once.
 */
export function jsonBytes(value: unknown): Buffer<ArrayBuffer> {
  if (!hasMany(value)) return Buffer.from(JSON.stringify(value));
  let room = kept;
  let length = 0;
  const write = (text: string): void => {
    const most = length + WIDEST * text.length;
    if (most > room.length) {
      const larger = Buffer.allocUnsafe(2 * most);
      room.copy(larger, 0, 0, length);
      room = larger;
    }
    length += room.write(text, length);
  };
  const writeAll = (elements: readonly unknown[]): void => {
    for (let at = 0, some = 1; at < elements.length; ) {
      const part = JSON.stringify(elements.slice(at, at + some));
      const start = length;
      write(part);
      // Text that is put together is copied first: so it is written as it is, brackets included, and those are mended.
      if (at > 0) room[start] = COMMA;
      length -= 1;
      at += some;
      some = Math.max(1, Math.floor((some * PIECE) / part.length));
    }
    write(']');
  };
  const writeFields = (one: object): void => {
    let isFirst = true;
    for (const [name, field] of Object.entries(one)) {
      if (field === undefined) continue;
      write(`${isFirst ? '{' : ','}${JSON.stringify(name)}:`);
      writeValue(field);
      isFirst = false;
    }
    write('}');
  };
  const writeValue = (one: unknown): void => {
    if (!hasMany(one)) write(JSON.stringify(one));
    else if (Array.isArray(one)) writeAll(one);
    else writeFields(one);
  };
  writeValue(value);
  if (room.length <= ROOM) kept = room;
  return Buffer.from(room.subarray(0, length));
}

/** What a handler has answered, as it is sent. */
export const answerBytes = (answer: unknown): Buffer<ArrayBuffer> =>
  answer instanceof JsonText ? answer.bytes : jsonBytes(answer);
