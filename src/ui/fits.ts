/** Width of a letter of the desk's text in ems, at least: each kind as wide as the widest of it. */
const emOf = (letter: string): number => {
  if (" ijlI.,:;'|!frt()/-".includes(letter)) return 0.42;
  if ('mwMW@%&'.includes(letter) || letter > '~') return 1.3;
  return letter >= 'A' && letter <= 'Z' ? 0.8 : 0.68;
};

/**
 * Whether a line of text is certain to be no wider than so many pixels, so that nothing has to be cut off: what may be
 * cut is painted apart, and a page of cards holds dozens of such lines. Estimated, for a measurement would force a
 * layout; it errs on the wide side.
 */
export function fits(text: string, pixels: number, fontPixels: number): boolean {
  let left = pixels / fontPixels;
  for (const letter of text) {
    left -= emOf(letter);
    if (left < 0) return false;
  }
  return true;
}
