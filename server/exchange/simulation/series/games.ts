import { longDate, shortDate } from '../dates.ts';
import { type EventSeries, KEEP, type MarketPlan } from '../event-series.ts';
import { gameDynamics } from '../games/dynamics.ts';
import { between, chance, cycle, mix, type Random } from '../hash.ts';
import type { Category, SimProvider, Sport, Team, Track } from '../model.ts';

/** One match as its sport sees it. */
export interface Fixture {
  track: Track;
  markets: MarketPlan[];
  groups: number[];
}

export interface League {
  key: string;
  sport: Sport;
  category: Category;
  provider: SimProvider;
  name: string;
  /** League abbreviation of the score record. */
  short: string;
  teams: readonly Team[];
  every: number;
  offset: number;
  /** Seconds a match is listed before it begins. */
  lead: number;
  /** Seconds after which trading ends at the latest. */
  longest: number;
  volume: number;
  tags: string[];
  fixture(seed: number, random: Random, home: Team, away: Team, context: string): Fixture;
}

const ABANDONED = 0.012;

/** Home and away of match `index`: a round robin, each side once a round, home and away taking turns. */
function pairing(teams: readonly Team[], index: number): [Team, Team] {
  const n = teams.length - (teams.length % 2);
  const half = n / 2;
  const round = Math.floor(index / half);
  const match = index - round * half;
  const seat = (place: number): Team =>
    place === 0 ? cycle(teams, 0) : cycle(teams, 1 + ringAt(place - 1 + round, n - 1));
  const pair: [Team, Team] = [seat(match), seat(n - 1 - match)];
  return (round + match) % 2 === 0 ? pair : [pair[1], pair[0]];
}

const ringAt = (place: number, size: number): number => ((place % size) + size) % size;

/** The endless calendar of a league. */
export function leagueSeries(league: League): EventSeries {
  return {
    key: league.key,
    category: league.category,
    provider: league.provider,
    every: league.every,
    offset: league.offset,
    span: league.lead + league.longest,
    keep: KEEP,
    settle: [30, 300],
    weight: 6,
    build(slot) {
      const [home, away] = pairing(league.teams, slot.index);
      const begin = slot.open + league.lead;
      const close = begin + league.longest;
      const context = `${home.name} vs. ${away.name} on ${longDate(begin)} (${league.name})`;
      const { track, markets, groups } = league.fixture(mix(slot.seed, 7), slot.random, home, away, context);
      const voided = chance(slot.seed, 0xabad) < ABANDONED;
      const dynamics = gameDynamics({ seed: mix(slot.seed, 9), track, begin, groups, voided });
      return {
        title: `${home.name} vs. ${away.name}`,
        subtitle: `${league.name} · ${shortDate(begin)}`,
        subcategory: league.short,
        tags: ['games', ...league.tags],
        beginAt: begin,
        close,
        closeCondition: 'Closes when the result is official.',
        rulesSecondary:
          'A match moved by less than two days keeps its markets open. A match abandoned without a result voids them: ' +
          'every position returns its cost.',
        markets,
        dynamics,
        track,
        volume: league.volume * between(slot.random, 0.4, 2.2),
        game: {
          sport: league.sport,
          league: league.short,
          home,
          away,
          beginAt: begin,
          endAt: begin + track.duration,
        },
      };
    },
  };
}

/** A moneyline market on a team. */
export const winner = (team: Team, p: number, context: string, extra = ''): MarketPlan => ({
  title: team.name,
  rules: `Resolves to Yes if ${team.name} wins ${context}.${extra} Otherwise resolves to No.`,
  chance: p,
  type: 'moneyline',
  team,
});

/** An over or under market. */
export const total = (line: string, unit: string, p: number, context: string): MarketPlan => ({
  title: `Over ${line} ${unit}`,
  rules: `Resolves to Yes ("Over") if ${context} has more than ${line} ${unit} in all. Otherwise resolves to No ("Under").`,
  chance: p,
  type: 'totals',
  line,
  outcomes: ['Over', 'Under'],
});

/** A handicap market on a team. */
export const spread = (team: Team, line: string, unit: string, p: number, context: string): MarketPlan => ({
  title: `${team.name} −${line}`,
  rules: `Resolves to Yes if ${team.name} wins ${context} by more than ${line} ${unit}. Otherwise resolves to No.`,
  chance: p,
  type: 'spreads',
  line: `-${line}`,
  team,
});
