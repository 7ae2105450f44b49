/** Ways to sort the wall of positions; apart from it, for its address is known before the page is there. */
export const WALL_SORTS = ['move', 'value', 'time'] as const;
export type WallSort = (typeof WALL_SORTS)[number];
