// @vitest-environment happy-dom
import type { EventId } from '@contract/ids.ts';
import { afterEach, expect, it } from 'vitest';
import { eventOf } from '@/domain/event.fixtures.ts';
import type { Round, RoundSeries } from '@/domain/rounds.ts';
import { awaited, bySeries, noteResults, noteRounds, withSeen } from './round-memory.ts';

const NOW = 1_790_000_100;

afterEach(() => localStorage.clear());

/** The round that begins so many steps of five minutes after NOW. */
function roundAt(step: number, key = 'BTC'): Round {
  const event = eventOf([{ marketId: `${key}${step}` }], `${key} ${step}`);
  const [up] = event.markets;
  if (!up) throw new Error('no market');
  const beginAt = NOW + step * 300;
  return { event, up, down: undefined, beginAt, closeAt: beginAt + 300, result: 'pending' };
}
/** A series at that step: its round runs, and the one behind it comes next. */
const seriesAt = (step: number, key = 'BTC', more: Partial<RoundSeries> = {}): RoundSeries => ({
  key,
  name: key,
  length: '5m',
  past: [],
  current: roundAt(step, key),
  next: roundAt(step + 1, key),
  ...more,
});
const at = (step: number): number => NOW + step * 300;
const kept = () => JSON.parse(localStorage.getItem('evenline.rounds') ?? '[]');
const idsOf = (rounds: readonly { id: string }[]) => rounds.map(({ id }) => id).sort();

it('asks for results of rounds that are over and no longer listed, of the series on show', () => {
  noteRounds([seriesAt(0), seriesAt(0, 'ETH')], NOW);
  const known = kept();
  expect(idsOf(known)).toEqual(['BTC 0', 'BTC 1', 'ETH 0', 'ETH 1']);
  const asked = (step: number, more?: Partial<RoundSeries>) =>
    idsOf(awaited(known, [seriesAt(step, 'BTC', more)], at(step)));
  expect(awaited(known, [seriesAt(0)], at(1) - 1)).toEqual([]);
  expect(asked(1)).toEqual(['BTC 0']);
  expect(asked(2)).toEqual(['BTC 0', 'BTC 1']);
  const past = [{ eventId: 'BTC 0' as EventId, beginAt: at(0), closeAt: at(1), result: 'up' as const }];
  expect(asked(2, { past })).toEqual(['BTC 1']);
});

it('keeps a result, and asks for it no more; forgets a round that is gone', () => {
  noteRounds([seriesAt(0)], NOW);
  noteRounds([seriesAt(1)], at(1));
  noteResults(
    new Map([
      ['BTC 0', 'up'],
      ['BTC 1', 'gone'],
      ['BTC 9', 'down'],
    ]),
  );
  expect(kept().map(({ id, result }: { id: string; result: string }) => [id, result])).toEqual([
    ['BTC 2', 'pending'],
    ['BTC 0', 'up'],
  ]);
  expect(awaited(kept(), [seriesAt(2)], at(2))).toEqual([]);
});

it('tells the rounds of each series that are over, and none that runs', () => {
  noteRounds([seriesAt(0), seriesAt(0, 'ETH')], NOW);
  noteResults(new Map([['BTC 0', 'up']]));
  expect(bySeries(kept(), at(1) - 1).size).toBe(0);
  expect([...bySeries(kept(), at(1))]).toEqual([
    ['BTC', [{ eventId: 'BTC 0', beginAt: at(0), closeAt: at(1), result: 'up' }]],
    ['ETH', [{ eventId: 'ETH 0', beginAt: at(0), closeAt: at(1), result: 'pending' }]],
  ]);
});

it('goes on with the rounds of a clock that was set back, and writes no more than they change', () => {
  for (let step = 100; step < 120; step += 1) noteRounds([seriesAt(step), seriesAt(step, 'ETH')], at(step));
  noteRounds([seriesAt(0)], NOW);
  const known = kept();
  const ids = idsOf(known);
  expect(ids.filter((id) => id.startsWith('BTC'))).toEqual(['BTC 0', 'BTC 1']);
  // Of a series that is not on show nothing can be said.
  expect(ids.filter((id) => id.startsWith('ETH'))).toHaveLength(12);
  expect(withSeen(known, [seriesAt(0)], NOW + 1)).toBe(known);
});

it('keeps the rounds of a tab whose list is newer, so that neither undoes what the other notes', () => {
  noteRounds([seriesAt(0)], at(1));
  noteRounds([seriesAt(1)], at(1));
  const known = kept();
  expect(idsOf(known)).toEqual(['BTC 0', 'BTC 1', 'BTC 2']);
  expect(withSeen(known, [seriesAt(0)], at(1))).toBe(known);
});
