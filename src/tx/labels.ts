import { shortKey } from '@contract/ids.ts';
import { SOL_MINT, STABLECOIN_MINT, USDC_MINT } from '@contract/mints.ts';
import { toDecimalText, withDecimalSign } from '@contract/money.ts';

/** A mint by name; undefined for one that nobody has named. */
export type NameOf = (mint: string) => { symbol: string; decimals: number } | undefined;

const KNOWN: ReadonlyMap<string, { symbol: string; decimals: number }> = new Map([
  [USDC_MINT, { symbol: 'USDC', decimals: 6 }],
  [STABLECOIN_MINT, { symbol: 'stablecoin', decimals: 6 }],
  [SOL_MINT, { symbol: 'SOL', decimals: 9 }],
]);
export const knownName: NameOf = (mint) => KNOWN.get(mint);

export const solText = (lamports: bigint): string => `${withDecimalSign(toDecimalText(lamports, 9))} SOL`;

/** "50 USDC", or raw units of a mint without a name. */
export function amountText(units: bigint, mint: string, nameOf: NameOf): string {
  const named = nameOf(mint);
  return named
    ? `${withDecimalSign(toDecimalText(units, named.decimals))} ${named.symbol}`
    : `${units} units of ${shortKey(mint)}`;
}

/** An address to be compared: in short, to be recognised, and in full. */
export const addressText = (key: string): string => (key === '' ? 'nobody' : `${shortKey(key)} (${key})`);

const MAX_QUOTE = 160;
/** A stranger's text, so that it stays on its line and cannot pose as the desk's. */
export function quoteText(text: string): string {
  const plain = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�');
  return `“${plain.length > MAX_QUOTE ? `${plain.slice(0, MAX_QUOTE)}…` : plain}”`;
}

/** Each text once; one that stands there several times says how often, so that no amount is understated. */
export function countedTexts(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`));
}
