import { expect, it } from 'vitest';
import { eventOf } from './event.fixtures.ts';
import { askedOnce } from './same-question.ts';

const asked = (id: string, title: string, provider: string, volumeUsd: string, closeTime = 1_790_000_000) =>
  eventOf([{ marketId: `M-${id}`, provider, closeTime }], id, {
    volumeUsd,
    metadata: { eventId: id, title },
  });

it('a question that several venues ask is shown once, where it is traded most, with all of them named', () => {
  const events = [
    asked('A', 'Will rates fall in May?', 'provider_a', '10'),
    asked('B', 'Something else?', 'provider_a', '5'),
    asked('C', 'Will rates fall in May', 'provider_b', '900'),
  ];
  expect(askedOnce(events).map(({ event, venues }) => [event.eventId, venues])).toEqual([
    ['C', ['provider_b', 'provider_a']],
    ['B', []],
  ]);
});

it('questions of one name that end on different days are different', () => {
  const events = [
    asked('A', 'Bitcoin up or down', 'provider_a', '1'),
    asked('B', 'Bitcoin up or down', 'provider_a', '1', 1_790_086_400),
  ];
  expect(askedOnce(events).map(({ event }) => event.eventId)).toEqual(['A', 'B']);
});
