/** Shorter keys would be found in any text. */
const WORTH_LOOKING_FOR = 8;
/** Writings within one another that are looked into: JSON in a text of JSON, a quoted address in that, … */
const LAYERS = 5;
/** Characters that a text may write in other ways: looking into more of them would hold the process for seconds. */
const MAX_MARKS = 500_000;

/** Whether a part of an address looks like a key: neither a word such as `confirmed` nor the name of a network. */
export const looksLikeKey = (part: string): boolean => part.length >= 20 || /\d/.test(part);

type Decode = (text: string) => string;

class TooMuchError extends Error {}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', colon: ':', comma: ',', num: '#' },
  ...{ lowbar: '_', period: '.', plus: '+', equals: '=', excl: '!', dollar: '$', commat: '@', ast: '*' },
};

/** The character of a number in digits; what stands there where there is none. */
function character(digits: string, radix: number, otherwise: string): string {
  const code = Number.parseInt(digits, radix);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : otherwise;
}

/** Backslashes of JSON and of scripts. */
const unescaped: Decode = (text) =>
  text.replace(
    /\\(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|(.))/gis,
    (all, four?: string, braced?: string, two?: string, one = '') => {
      const digits = four ?? braced ?? two;
      return digits === undefined ? (CONTROLS[one] ?? one) : character(digits, 16, all);
    },
  );

const unquoted: Decode = (text) =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());

const withoutEntities: Decode = (text) =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));?/gi,
    (all, decimal?: string, hex?: string, name = '') => {
      if (decimal !== undefined) return character(decimal, 10, all);
      return hex === undefined ? (NAMED[name] ?? all) : character(hex, 16, all);
    },
  );

const DECODERS: readonly (readonly [mark: string, decode: Decode])[] = [
  ['\\', unescaped],
  ['%', unquoted],
  ['&', withoutEntities],
];

/** How often a mark stands in a text: counted no further than `most` and one more. */
function marksIn(text: string, mark: string, most: number): number {
  let found = 0;
  for (let at = text.indexOf(mark); at !== -1 && found <= most; at = text.indexOf(mark, at + 1)) found += 1;
  return found;
}

/**
 * A text, and what it says in other words: without one kind of writing after the other, until nothing changes.
 * @throws TooMuchError where that would take too long.
 */
function* readingsOf(text: string): Generator<string> {
  yield text;
  let current = text;
  let left = MAX_MARKS;
  for (let layer = 0; layer < LAYERS; layer++) {
    const before = current;
    for (const [mark, decode] of DECODERS) {
      const marks = marksIn(current, mark, left);
      if (marks > left) throw new TooMuchError();
      left -= marks;
      const plain = marks > 0 ? decode(current) : current;
      if (plain !== current) yield plain;
      current = plain;
    }
    if (current === before) return;
  }
}

/** What is always the same of a key's base64, wherever in a longer text the key begins. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // Neighbours share the first character and the last one of what is the key's own.
    const own = text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** A key as it may stand in a text. */
function writingsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  const hex = bytes.toString('hex');
  return [key, hex, hex.toUpperCase(), ...base64Of(bytes)];
}

/**
 * Whether a text shows a key: as it is, or in one of the usual writings, also within one another. So it may for all that
 * is known where more of it is written otherwise than can be looked into.
 */
export type KeyWatch = (text: string) => boolean;

/** Looks for keys in whole texts, so that nothing that is passed on as it came is left out. */
export function createKeyWatch(keys: readonly string[]): KeyWatch {
  // A key that can be read in other words itself is found in those.
  const readings = keys.flatMap((key) => [...readingsOf(key)]);
  const worth = readings.filter((reading) => reading.length >= WORTH_LOOKING_FOR);
  const writings = [...new Set(worth.flatMap(writingsOf))];
  return (text) => {
    if (writings.length === 0) return false;
    try {
      for (const reading of readingsOf(text)) {
        if (writings.some((writing) => reading.includes(writing))) return true;
      }
      return false;
    } catch (error) {
      if (error instanceof TooMuchError) return true;
      throw error;
    }
  };
}
