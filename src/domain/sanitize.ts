/** Text and links that others wrote: made safe to show, or not shown at all. */

/** Characters one does not see, or that turn around what stands beside them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** More marks on one letter than any language puts there. */
const PILED = /(\p{M}{2})\p{M}+/gu;
/** White space; the mark of byte order counts as such, but is not seen. */
const SPACES = /[^\S\uFEFF]+/gu;

/**
 * A name without control, direction-changing and invisible characters, at most `most` characters long. What is left
 * may be empty, and may still be a lie.
 */
export function plainName(text: string, most = 48): string {
  const visible = text
    .replace(SPACES, ' ')
    .replace(UNSEEN, '')
    .replace(PILED, '$1')
    .replace(SPACES, ' ')
    .trim();
  const characters = [...visible];
  return characters.length <= most
    ? visible
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

export interface SafeLink {
  readonly href: string;
  /** Where it leads: the host, in the ASCII form of foreign letters. */
  readonly domain: string;
}

const WEB = /^https?:\/\//i;
const hasUnseen = (text: string): boolean => text.replace(UNSEEN, '') !== text;

/** A link that may be followed: http or https, naming its host and nobody's password; undefined otherwise. */
export function safeLink(text: string | null | undefined): SafeLink | undefined {
  const trimmed = text?.trim() ?? '';
  if (!WEB.test(trimmed) || hasUnseen(trimmed) || !URL.canParse(trimmed)) return undefined;
  const url = new URL(trimmed);
  if (url.username !== '' || url.password !== '' || !url.hostname.includes('.')) return undefined;
  return { href: url.href, domain: url.hostname.replace(/^www\./, '') };
}

/** A picture over https that is no drawing with scripts in it; undefined otherwise. */
export function safeIcon(text: string | null | undefined): string | undefined {
  const link = safeLink(text);
  if (!link) return undefined;
  const { protocol, pathname } = new URL(link.href);
  return protocol === 'https:' && !/\.svgz?$/i.test(pathname) ? link.href : undefined;
}

/** Letters and digits that are taken for others. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  '8': 'b',
  i: 'l',
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'l',
  ѕ: 's',
  α: 'a',
  β: 'b',
  ε: 'e',
  ι: 'l',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
};

/** What a symbol looks like at a glance: two that look alike have the same; empty when nothing is left to see. */
export function lookOf(symbol: string): string {
  const letters = plainName(symbol, 64)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return [...letters].map((letter) => LOOKALIKES[letter] ?? letter).join('');
}
