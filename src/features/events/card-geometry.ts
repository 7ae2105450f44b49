import { CARD_LINES } from '@/domain/events.ts';
import type { ListedEvent } from './event-list.ts';

const FRAME = 26;
const HEADER = 41;
const GAP = 10;
const ROW = 37;
const ROW_GAP = 8;
const FOOTER = 24;

/** Pixels of the narrowest column that lines are reckoned to fit in; narrower ones end them in an ellipsis. */
export const FITTING_COLUMN = 340;
/** Pixels of a card in such a column for the label of an outcome, its title (a line), and what kind it is of. */
export const LABEL_WIDTH = FITTING_COLUMN - 230;
export const TITLE_WIDTH = FITTING_COLUMN - 70;
export const KIND_WIDTH = TITLE_WIDTH - 90;

/** Height of a card with so many outcomes, in pixels: what a skeleton holds and a row is taken for until measured. */
export const cardHeight = (outcomes: number): number => {
  const rows = Math.min(CARD_LINES, Math.max(1, outcomes));
  return FRAME + HEADER + GAP + rows * ROW + (rows - 1) * ROW_GAP + GAP + FOOTER;
};

/** How many lines a card of this event shows: a single market has two sides. */
export const outcomesShown = ({ order }: ListedEvent): number => (order.length === 1 ? 2 : order.length);
