import type { EventMetadata } from '@contract/prediction/event.ts';
import type { MarketMetadata } from '@contract/prediction/market.ts';

/** What positions, orders and records have in common: a side of a market, or a parlay. */
export interface Named {
  marketId: string;
  isYes: boolean;
  marketMetadata?: Pick<MarketMetadata, 'title' | 'subtitle'> | undefined;
  eventMetadata?: Pick<EventMetadata, 'title'> | undefined;
  /** It is no side of the market that its record names. */
  parlay?: boolean | undefined;
}

export interface HeldName {
  /** Of the event, its blank filled. */
  event: string;
  /** The same around what is held, where that stands within it: "Bitcoin above", "$86,000", "on Nov 24". */
  around: { before: string; after: string } | null;
  /** What is held of the event; null where the event says it all. */
  outcome: string | null;
  /** "Yes", "No", "Up", "Down"; null of a parlay. */
  side: string | null;
}

const BLANK = /\s*_{2,}\s*/;

/** What fills the blank: "Above $75,000" says again what stands before it. */
function filling(before: string, outcome: string): string {
  const last = before.split(/\s+/).at(-1) ?? '';
  const [first = '', ...rest] = outcome.split(/\s+/);
  return rest.length > 0 && first.toLowerCase() === last.toLowerCase() ? rest.join(' ') : outcome;
}

/** A title in two parts around its blank, and what fills it; null where it has none. */
function filledIn(title: string, outcome: string): { before: string; filled: string; after: string } | null {
  const [before, after] = title.split(BLANK);
  return before === undefined || after === undefined
    ? null
    : { before, filled: filling(before, outcome), after };
}

/** A title whose blank is filled. No space stands before "?" or another end. */
export const joined = (before: string, filled: string, after: string): string =>
  `${before} ${filled}${/^[?!.,:;)]/.test(after) ? '' : ' '}${after}`.trim();

/** "Bitcoin above $86,000 on Nov 24?" of "Bitcoin above ___ on Nov 24?"; undefined where the title has no blank. */
export function filledTitle(title: string, outcome: string): string | undefined {
  const parts = filledIn(title, outcome);
  return parts ? joined(parts.before, parts.filled, parts.after) : undefined;
}

/** The title of an event beside one of its outcomes: its blank, where it asks with one, is filled. */
export const titleBeside = (title: string, outcome: string): string => filledTitle(title, outcome) ?? title;

/** An outcome and its event in one line, said once: "France · France vs. Senegal", "Bitcoin above $86,000 on Nov 24?". */
export const outcomeText = (title: string, outcome: string): string =>
  filledTitle(title, outcome) ?? (title === outcome ? outcome : `${outcome} · ${title}`);

/** Up and Down are held as themselves, not as the Yes of an outcome. */
const isSide = (outcome: string): boolean => /^(up|down)$/i.test(outcome);

/** What a side of an outcome is called: "Yes", "No", or "Down" where the outcome is a side itself. */
export function sideName(outcome: string, isYes: boolean): string {
  if (isYes && isSide(outcome)) return outcome;
  return isYes ? 'Yes' : 'No';
}

/** Outcome and side where the event stands elsewhere: France and Yes; no outcome and Down, never "Down Yes". */
export function heldWithin(outcome: string, isYes: boolean): Pick<HeldName, 'outcome'> & { side: string } {
  const side = sideName(outcome, isYes);
  return { outcome: outcome === '' || side === outcome ? null : outcome, side };
}

/** Which of the two colours of sides a side has: Down is bought as the Yes of its market, and is the lower side. */
export const sideTone = (side: string, isYes: boolean): 'yes' | 'no' =>
  isYes && !/^down$/i.test(side) ? 'yes' : 'no';

/** How a market ended: "Yes won", "No won"; of one that is a side itself "Down won", "Down lost". */
export function resultText(outcome: string, yesWon: boolean): string {
  if (isSide(outcome)) return `${outcome} ${yesWon ? 'won' : 'lost'}`;
  return yesWon ? 'Yes won' : 'No won';
}

/** How something held is called. The event may be cut where there is little room; outcome and side never. */
export function heldNameOf({ marketId, isYes, marketMetadata, eventMetadata, parlay }: Named): HeldName {
  const event = eventMetadata?.title || marketMetadata?.title || marketId;
  const outcome = marketMetadata?.title || marketMetadata?.subtitle || '';
  if (parlay) return { event, around: null, outcome: outcome || null, side: null };
  const side = sideName(outcome, isYes);
  if (outcome === '' || outcome === event || outcome === side)
    return { event, around: null, outcome: null, side };
  const parts = filledIn(event, outcome);
  if (!parts) return { event, around: null, outcome, side };
  const { before, filled, after } = parts;
  return { event: joined(before, filled, after), around: { before, after }, outcome: filled, side };
}

/** "Yes · France vs. Senegal · France": in one line, for toasts and labels. */
export function heldText(subject: Named): string {
  const { event, around, outcome, side } = heldNameOf(subject);
  return [side, event, around ? null : outcome].filter((part) => part !== null).join(' · ');
}
