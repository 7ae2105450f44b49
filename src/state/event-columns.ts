import * as z from 'zod/mini';
import { stored } from './stored.ts';

/** Columns of the table of events that can be left out. */
export const EVENT_COLUMN_CHOICES = [
  'outcome',
  'day',
  'sell',
  'spread',
  'volume24hr',
  'volume',
  'liquidity',
  'closes',
  'mine',
  'state',
] as const;
export type EventColumnChoice = (typeof EVENT_COLUMN_CHOICES)[number];
export const hiddenEventColumns = stored<EventColumnChoice[]>(
  'evenline.event-columns-hidden',
  z.array(z.enum(EVENT_COLUMN_CHOICES)),
  [],
);
