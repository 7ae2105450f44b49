import * as z from 'zod/mini';
import type { RoundLength } from '@/api/rounds.queries.ts';
import type { Sort } from '@/domain/sort-rows.ts';
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

const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
const LENGTHS = ['5m', '15m', '1h'] as const satisfies readonly RoundLength[];
const SORTS = WINDOW_COLUMNS.flatMap((column): Sort<WindowColumn>[] => [column, `-${column}`]);

/** What an address gets wrong is as if it were absent. */
export const boardSearch = {
  view: lenient(z.enum(['board'])),
  sort: lenient(z.enum(SORTS)),
  length: lenient(z.enum(LENGTHS)),
  coming: lenient(z.enum(['shown'])),
};
