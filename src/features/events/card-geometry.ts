import { CARD_LINES } from '@/domain/events.ts';
import type { ListedEvent } from './event-list.ts';

const FRAME = 26;
const HEADER = 41;
const GAP = 10;
const ROW = 37;
const ROW_GAP = 8;
const FOOTER = 24;

/** Height of a card with so many outcomes, in pixels: what a skeleton holds and a row is taken for until measured. */
export const cardHeight = (outcomes: number): number => {
  const rows = Math.min(CARD_LINES, Math.max(1, outcomes));
  return FRAME + HEADER + GAP + rows * ROW + (rows - 1) * ROW_GAP + GAP + FOOTER;
};

/** How many lines a card of this event shows: a single market has two sides. */
export const outcomesShown = ({ order }: ListedEvent): number => (order.length === 1 ? 2 : order.length);
