import { formatCompactUsd, formatUsd, showDecimal, toDecimalText } from '@contract/money.ts';
import type { Token } from '@contract/tokens/token.ts';
import { PICO_DECIMALS } from '@contract/triggers/price.ts';
import { plainName } from './sanitize.ts';
import type { TokenSort } from './token-sorts.ts';
import {
  exactChange,
  formatChange,
  formatCompactCount,
  formatCount,
  formatTokenPrice,
} from './token-text.ts';
import { changeWithin, volumeOf } from './tokens.ts';

/** Figures of a token that move with its answers. */
export type FigureName = Exclude<TokenSort, 'name' | 'age' | 'audit' | 'source'>;

export type Tone = 'plain' | 'muted' | 'faint' | 'up' | 'down';

/** A figure as it is drawn, and in words: exact, or why it is not known. */
export interface Figure {
  readonly text: string;
  readonly tone: Tone;
  readonly words: string;
}

const plain = (text: string, words: string): Figure => ({ text, tone: 'plain', words });
const absent = (reason: string): Figure => ({ text: '—', tone: 'faint', words: reason });

/** A price in 10^-12 USD to its last digit: "$0.000067634". */
export function exactPrice(price: bigint): string {
  return `$${showDecimal(toDecimalText(price, PICO_DECIMALS))}`;
}

/** A change in percent. */
export function changeFigure(percent: number | null | undefined): Figure {
  if (percent === null || percent === undefined) return absent('Change not known');
  const text = formatChange(percent);
  const flat = !/[1-9]/.test(text);
  return { text, tone: flat ? 'muted' : percent > 0 ? 'up' : 'down', words: exactChange(percent) };
}

/** An amount of micro-USD; `what` names it. */
export const amountFigure = (value: bigint | null, what: string): Figure =>
  value === null
    ? absent(`${what} not known`)
    : plain(formatCompactUsd(value), `${what} ${formatUsd(value)}`);

function volume(stats: Token['stats24h']): Figure {
  const both = volumeOf(stats);
  if (!stats || (stats.buyVolume === null && stats.sellVolume === null)) return absent('Volume not known');
  const told = (value: bigint | null) => (value === null ? 'not known' : formatUsd(value));
  const words = `Bought ${told(stats.buyVolume)}, sold ${told(stats.sellVolume)}`;
  return both === null ? absent(words) : plain(formatCompactUsd(both), words);
}

function score({ organicScore, organicScoreLabel }: Token): Figure {
  if (organicScore === null) return absent('Score not known');
  const rounded = formatCount(organicScore);
  return plain(
    formatCompactCount(organicScore),
    `Score ${rounded}${organicScoreLabel ? `, ${plainName(organicScoreLabel, 12)}` : ''}`,
  );
}

/** The moving figures of a token, ready to be drawn. */
export const figuresOf = (token: Token): Readonly<Record<FigureName, Figure>> => ({
  price:
    token.usdPrice === null
      ? absent('No trade yet')
      : plain(formatTokenPrice(token.usdPrice), exactPrice(token.usdPrice)),
  change5m: changeFigure(changeWithin(token, 'stats5m')),
  change1h: changeFigure(changeWithin(token, 'stats1h')),
  change6h: changeFigure(changeWithin(token, 'stats6h')),
  change24h: changeFigure(changeWithin(token, 'stats24h')),
  liquidity: amountFigure(token.liquidity, 'Liquidity'),
  mcap: amountFigure(token.mcap, 'Market cap'),
  holders:
    token.holderCount === null
      ? absent('Holders not known')
      : plain(formatCompactCount(token.holderCount), `${formatCount(token.holderCount)} holders`),
  score: score(token),
  volume: volume(token.stats24h),
});
