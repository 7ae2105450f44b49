import { CARD_LINES } from '@/domain/events.ts';

const FRAME = 22;
const HEADER = 40;
const GAP = 8;
const LINE = 30;

/**
 * Height of a card in pixels, whatever it shows: what a skeleton holds and a row is taken for until measured. Low enough
 * that a screen of 900 pixels holds four rows of them.
 */
export const CARD_HEIGHT = FRAME + HEADER + GAP + CARD_LINES * LINE;
