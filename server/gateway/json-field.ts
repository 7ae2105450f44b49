/** Lists and objects within one another. Answers of nodes have some ten; what has thousands could not be written again. */
const MAX_DEPTH = 1_000;

/** Where a text of JSON that begins at `at` is over. */
function endOfText(json: string, at: number): number {
  let quote = json.indexOf('"', at + 1);
  while (quote !== -1 && isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote === -1 ? json.length : quote + 1;
}

/** Whether a quote is part of its text: each pair of backslashes before it is one of the text itself. */
function isEscaped(json: string, quote: number): boolean {
  let first = quote;
  while (json[first - 1] === '\\') first -= 1;
  return (quote - first) % 2 === 1;
}

/**
 * The value of a field as it stands in the JSON of an object: read and written again, a number beyond 2^53 would be
 * another one. `json` has been read before; of a name that it gives twice the last counts, as it does there.
 * @returns undefined where there is no such field. @throws RangeError for what is nested too deep.
 */
export function fieldText(json: string, name: string): string | undefined {
  let found: string | undefined;
  let depth = 0;
  let field: unknown;
  /** Where the value of the field begins; undefined before its colon. */
  let from: number | undefined;
  for (let at = 0; at < json.length; at++) {
    const one = json[at];
    if (one === '"') {
      const end = endOfText(json, at);
      if (depth === 1 && from === undefined) field = JSON.parse(json.slice(at, end));
      at = end - 1;
    } else if (one === '{' || one === '[') {
      depth += 1;
      if (depth > MAX_DEPTH) throw new RangeError('nested too deep');
    } else if (one === ':' && depth === 1) {
      from = at + 1;
    } else if (one === ',' || one === '}' || one === ']') {
      if (depth === 1 && from !== undefined) {
        if (field === name) found = json.slice(from, at).trim();
        from = undefined;
      }
      if (one !== ',') depth -= 1;
    }
  }
  return found;
}
