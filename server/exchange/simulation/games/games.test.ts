import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Track } from '../model.ts';
import { basketballTrack } from './basketball.ts';
import { counterStrikeTrack, leagueTrack } from './best-of-three.ts';
import { cricketTrack } from './cricket.ts';
import { soccerTrack } from './soccer.ts';
import { setChance, tennisTrack } from './tennis.ts';

interface Sport {
  name: string;
  make(seed: number): Track;
  score: RegExp;
  period: RegExp;
  /** Markets of which exactly one wins. */
  exclusive: number;
  longest: number;
}

const SPORTS: readonly Sport[] = [
  {
    name: 'soccer',
    make: (s) => soccerTrack(s, 1.6, 1.1),
    score: /^\d+-\d+$/,
    period: /^(1H|HT|2H|FT)$/,
    exclusive: 3,
    longest: 150,
  },
  {
    name: 'basketball',
    make: (s) => basketballTrack(s, 114, 109, { spread: 4.5, total: 221.5 }),
    score: /^\d+-\d+$/,
    period: /^(Q[1-4]|HT|FT)$/,
    exclusive: 2,
    longest: 170,
  },
  {
    name: 'tennis',
    make: (s) => tennisTrack(s, 0.02),
    score: /^\d-\d(\(\d-\d\))?(, \d-\d(\(\d-\d\))?){0,2}$/,
    period: /^(S[123]|FT)$/,
    exclusive: 2,
    longest: 215,
  },
  {
    name: 'cricket',
    make: (s) => cricketTrack(s, 1.34, 1.3, 160.5),
    score: /^\d+-\d+$/,
    period: /^(1st|2nd|FT)$/,
    exclusive: 2,
    longest: 165,
  },
  {
    name: 'Counter-Strike',
    make: (s) => counterStrikeTrack(s, 0.02),
    score: /^\d+-\d+\|[012]-[012]\|Bo3$/,
    period: /^([123]\/3|FT)$/,
    exclusive: 2,
    longest: 205,
  },
  {
    name: 'League of Legends',
    make: (s) => leagueTrack(s, 0.2),
    score: /^\d{3}-\d{3}\|[012]-[012]\|Bo3$/,
    period: /^([123]\/3|FT)$/,
    exclusive: 2,
    longest: 170,
  },
];

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe.each(SPORTS)('$name', ({ make, score, period, exclusive, longest }) => {
  it('reports a readable score at every moment and sensible chances', () => {
    fc.assert(
      fc.property(seeds, fc.double({ min: 0, max: 1.1, noNaN: true }), (seed, part) => {
        const track = make(seed);
        const elapsed = part * track.duration;
        const shown = track.snapshot(elapsed);
        expect(shown.score).toMatch(score);
        expect(shown.period).toMatch(period);
        expect(shown.period === 'FT').toBe(elapsed >= track.duration);
        const odds = track.probabilities(elapsed);
        for (const p of odds) expect(p >= -1e-9 && p <= 1 + 1e-6).toBe(true);
        const sum = odds.slice(0, exclusive).reduce((a, b) => a + b, 0);
        expect(Math.abs(sum - 1)).toBeLessThan(0.01);
      }),
      { numRuns: 150 },
    );
  });

  it('is decided when it is over, and ends in time', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const track = make(seed);
        expect(track.duration).toBeLessThan(longest * 60);
        for (const p of track.probabilities(track.duration))
          expect([0, 0.5, 1]).toContain(Number(p.toFixed(6)));
      }),
      { numRuns: 150 },
    );
  });

  it('wins about as often as its opening chance says', () => {
    let expected = 0;
    let won = 0;
    for (let seed = 1; seed <= 600; seed += 1) {
      const track = make(seed * 7919);
      expected += track.probabilities(0)[0] ?? 0;
      won += track.probabilities(track.duration)[0] ?? 0;
    }
    expect(Math.abs(won - expected) / 600).toBeLessThan(0.08);
  });
});

it('knows a set that is as good as won', () => {
  expect(setChance(6, 4, 0.5, new Map())).toBe(1);
  expect(setChance(5, 7, 0.5, new Map())).toBe(0);
  expect(setChance(3, 3, 0.5, new Map())).toBeCloseTo(0.5, 9);
});
