/** Joins class names, leaving out what is false, null, undefined or empty. */
export const cx = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' ');
