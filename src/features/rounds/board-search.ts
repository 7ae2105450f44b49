import * as z from 'zod/mini';
import type { RoundLength } from '@/api/rounds.queries.ts';
import { lenient } from '@/domain/search-params.ts';
import { type Sort, sortsBy } from '@/domain/sort-rows.ts';
import { WINDOW_COLUMNS, type WindowColumn } from '@/domain/window-columns.ts';

/** State of the board of windows in its address. */
export interface BoardSearch {
  /** The board, instead of one round. */
  view?: 'board' | undefined;
  sort?: Sort<WindowColumn> | undefined;
  /** Narrowed to windows of one length. */
  length?: RoundLength | undefined;
  /** With those that have not begun. */
  coming?: 'shown' | undefined;
}

const LENGTHS = ['5m', '15m', '1h'] as const satisfies readonly RoundLength[];

export const boardSearch = {
  view: lenient(z.enum(['board'])),
  sort: lenient(z.enum(sortsBy(WINDOW_COLUMNS))),
  length: lenient(z.enum(LENGTHS)),
  coming: lenient(z.enum(['shown'])),
};
