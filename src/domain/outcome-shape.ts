import { type MicroUsd, microUsd, ONE_USD } from '@contract/money.ts';
import type { Market } from '@contract/prediction/market.ts';
import { probabilityOf } from './events.ts';
import { scaleOf } from './outcome-scale.ts';

/*
 * What can be drawn of an event's outcomes together. No service says whether they exclude each other: it is read from
 * what they are called, and what is in doubt counts as not.
 */

const RANGE = /\d\s*[a-z%]*\s*(?:–|—|-|to\b|and\b)\s*[$€£]?\d/i;
const OPEN_END =
  /\b(above|below|over|under|or (more|less|higher|lower|fewer)|(more|less|fewer) than)\b|[<>≤≥+]/i;
const ABOVE = /\b(above|over|at least|more than|greater than|or (more|higher))\b|[>≥]/i;
const BELOW = /\b(below|under|at most|less than|fewer than|or (less|lower|fewer))\b|[<≤]/i;
/** Whether a price was ever there is another question than where it ends. */
const TOUCHED = /\b(hits?|reach(es)?|touch(es)?|dips?|falls? to|rises? to|before|by|all-time)\b|[↑↓]/i;
const ONE_OF = /\bwinner\b|\bwho (will )?wins?\b|\bdecision\b|^next\b|^number one\b/i;
const WINNER_KIND = /^moneyline$|winner$/;

/** Whether at most one of these can come true. */
export function excludeEachOther(title: string, markets: readonly Market[]): boolean {
  if (markets.length < 2) return false;
  if (markets.every(({ sportsMarketType }) => WINNER_KIND.test(sportsMarketType ?? ''))) return true;
  const { scale } = scaleOf(title, markets);
  if (scale === 'game') return true;
  if (scale === 'date' || TOUCHED.test(title)) return false;
  const isRange = markets.map((market) => RANGE.test(market.title));
  if (isRange.some(Boolean)) return markets.every((one, k) => isRange[k] || OPEN_END.test(one.title));
  return ONE_OF.test(title) && !(scale === 'value' && strikesOf(title, markets));
}

interface Strike {
  at: number;
  text: string;
  /** Chance of ending above it; null where nobody quotes. */
  above: MicroUsd | null;
}

const AMOUNT = /[−-]?[$€£]?\d[\d,]*(?:\.\d+)?\s*(?:k|m|b|t|bn)?%?(?![a-z\d])/i;

/** Strikes by value with the chance of ending above each; undefined unless all markets ask for that, or its reverse. */
function strikesOf(title: string, markets: readonly Market[]): Strike[] | undefined {
  const { scale, places } = scaleOf(title, markets);
  if (scale !== 'value' || !places || places.some((place) => !Number.isFinite(place))) return undefined;
  if (TOUCHED.test(title) || markets.some((one) => TOUCHED.test(one.title) || RANGE.test(one.title)))
    return undefined;
  const isAbove = markets.every((one) => ABOVE.test(one.title) && !BELOW.test(one.title));
  const isBelow = markets.every((one) => BELOW.test(one.title) && !ABOVE.test(one.title));
  if (!isAbove && !isBelow) return undefined;
  const strikes = markets.map((market, k): Strike => {
    const chance = market.status === 'open' ? probabilityOf(market) : settled(market);
    return {
      at: places[k] ?? 0,
      text: AMOUNT.exec(market.title)?.[0].trim() ?? market.title,
      above: chance === null || isAbove ? chance : microUsd(ONE_USD - chance),
    };
  });
  const sorted = strikes.sort((a, b) => a.at - b.at);
  return new Set(sorted.map(({ at }) => at)).size < sorted.length ? undefined : sorted;
}

const settled = ({ result }: Market): MicroUsd | null =>
  result === 'yes' ? ONE_USD : result === 'no' ? microUsd(0n) : null;

/** A range between two neighbouring strikes, and what the ladder says of its chance. */
export interface Bucket {
  /** "below $82,000", "$82,000 – $84,000", "above $94,000". */
  name: string;
  /** Bounds; undefined where there is none. */
  from: number | undefined;
  to: number | undefined;
  /** Its lower bound as it is written; undefined of the lowest. */
  strike: string | undefined;
  /** Difference of its strikes, micro-USD; negative where they contradict each other, null where one is not quoted. */
  chance: MicroUsd | null;
}

/** The distribution that a ladder of strikes implies, lowest first; undefined of anything else. It sums up to one. */
export function distributionOf(title: string, markets: readonly Market[]): Bucket[] | undefined {
  const strikes = markets.length < 2 ? undefined : strikesOf(title, markets);
  if (!strikes) return undefined;
  const bounds: (Strike | undefined)[] = [undefined, ...strikes, undefined];
  return bounds.slice(1).map((upper, k) => {
    const lower = bounds[k];
    const [over, beyond] = [lower ? lower.above : ONE_USD, upper ? upper.above : microUsd(0n)];
    return {
      name: !lower
        ? `below ${upper?.text}`
        : !upper
          ? `above ${lower.text}`
          : `${lower.text} – ${upper.text}`,
      from: lower?.at,
      to: upper?.at,
      strike: lower?.text,
      chance: over === null || beyond === null ? null : microUsd(over - beyond),
    };
  });
}
