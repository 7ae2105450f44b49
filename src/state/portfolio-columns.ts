import * as z from 'zod/mini';
import { stored } from './stored.ts';

/** Columns of the positions that can be left out: all but what is held, its value, and what can be done about it. */
export const POSITION_COLUMN_CHOICES = ['contracts', 'entry', 'mark', 'pnl', 'wins'] as const;
export type PositionColumnChoice = (typeof POSITION_COLUMN_CHOICES)[number];
export const hiddenPositionColumns = stored<PositionColumnChoice[]>(
  'evenline.position-columns-hidden',
  z.array(z.enum(POSITION_COLUMN_CHOICES)),
  [],
);

/** The same of the orders: all but market, side, status and what was filled. */
export const ORDER_COLUMN_CHOICES = ['contracts', 'limit', 'amount', 'placed'] as const;
export type OrderColumnChoice = (typeof ORDER_COLUMN_CHOICES)[number];
export const hiddenOrderColumns = stored<OrderColumnChoice[]>(
  'evenline.order-columns-hidden',
  z.array(z.enum(ORDER_COLUMN_CHOICES)),
  [],
);
