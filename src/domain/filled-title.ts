const BLANK = /\s*_{2,}\s*/;

/** What fills the blank: "Above $86,000" says again what stands before it. */
function filling(before: string, outcome: string): string {
  const last = before.split(/\s+/).at(-1) ?? '';
  const [first = '', ...rest] = outcome.split(/\s+/);
  return rest.length > 0 && first.toLowerCase() === last.toLowerCase() ? rest.join(' ') : outcome;
}

/** "Bitcoin above $86,000 on Nov 24?" of "Bitcoin above ___ on Nov 24?"; undefined where the title has no blank. */
export function filledTitle(title: string, outcome: string): string | undefined {
  const [before, after] = title.split(BLANK);
  if (before === undefined || after === undefined) return undefined;
  const rest = /^[?!.,:;)]/.test(after) ? after : ` ${after}`;
  return `${before} ${filling(before, outcome)}${rest}`.trim();
}
