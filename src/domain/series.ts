import type { PredictionEvent } from '@contract/prediction/event.ts';
import { closeTimeOf, phaseOf, titleOf } from './events.ts';

const DATED =
  /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(q[1-4]|am|pm|utc|e[sd]t)\b|[\d:,.]+(st|nd|rd|th)?/gi;

/** A title without its dates and numbers: what all events of a series have in common. */
const seriesOf = (event: PredictionEvent): string =>
  titleOf(event)
    .toLowerCase()
    .replace(DATED, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();

/** The event that asks the same for the next time, of those that trade; undefined where there is none. */
export function nextOf(
  event: PredictionEvent,
  others: readonly PredictionEvent[],
  now: number,
): PredictionEvent | undefined {
  const series = seriesOf(event);
  const after = closeTimeOf(event) ?? 0;
  return others
    .filter(
      (other) =>
        other.eventId !== event.eventId &&
        phaseOf(other, undefined, now) !== 'ended' &&
        (closeTimeOf(other) ?? 0) >= after &&
        seriesOf(other) === series,
    )
    .sort((a, b) => (closeTimeOf(a) ?? 0) - (closeTimeOf(b) ?? 0))[0];
}
