import { HOUR, MINUTE } from '../dates.ts';
import type { EventSeries } from '../event-series.ts';
import { basketballTrack } from '../games/basketball.ts';
import { counterStrikeTrack, leagueTrack } from '../games/best-of-three.ts';
import { cricketTrack } from '../games/cricket.ts';
import { soccerTrack } from '../games/soccer.ts';
import { tennisTrack } from '../games/tennis.ts';
import { between } from '../hash.ts';
import type { SimProvider, Team, Track } from '../model.ts';
import {
  ALPINE_CLUBS,
  ARENA_SQUADS,
  COAST_CLUBS,
  CRICKET_SIDES,
  EAST_HOOPS,
  NORTH_CLUBS,
  SHOOTER_SQUADS,
  SOUTH_CLUBS,
  TENNIS_PLAYERS,
  WEST_HOOPS,
} from '../teams.ts';
import { type Fixture, type League, leagueSeries, spread, total, winner } from './games.ts';

const fixtureOf = (track: Track, groups: number[], plan: (p: number[]) => Fixture['markets']): Fixture => ({
  track,
  groups,
  markets: plan(track.probabilities(0)),
});

const soccer = (
  key: string,
  name: string,
  short: string,
  teams: readonly Team[],
  offset: number,
  volume: number,
  provider: SimProvider,
): League => ({
  key,
  sport: 'soccer',
  category: 'sports',
  provider,
  name,
  short,
  teams,
  every: 2 * HOUR,
  offset,
  lead: 28 * HOUR,
  longest: 150 * MINUTE,
  volume,
  tags: ['soccer', short],
  fixture(seed, random, home, away, context) {
    const strength = between(random, -0.75, 0.95);
    const track = soccerTrack(seed, Math.exp(0.32 + strength / 2), Math.exp(0.18 - strength / 2));
    const ninety = ' Only 90 minutes and stoppage time count.';
    return fixtureOf(track, [0, 0, 0, -1, -1, -1, -1, -1, -1], (p) => [
      winner(home, p[0] ?? 0, context, ninety),
      {
        title: 'Draw',
        rules: `Resolves to Yes if ${context} is level after 90 minutes and stoppage time. Otherwise resolves to No.`,
        chance: p[1] ?? 0,
        type: 'moneyline',
      },
      winner(away, p[2] ?? 0, context, ninety),
      spread(home, '1.5', 'goals', p[3] ?? 0, context),
      spread(away, '1.5', 'goals', p[4] ?? 0, context),
      total('1.5', 'goals', p[5] ?? 0, context),
      total('2.5', 'goals', p[6] ?? 0, context),
      total('3.5', 'goals', p[7] ?? 0, context),
      {
        title: 'Both teams to score',
        rules: `Resolves to Yes if both sides score at least one goal in ${context}. Otherwise resolves to No.`,
        chance: p[8] ?? 0,
        type: 'both_teams_to_score',
      },
    ]);
  },
});

const basketball = (
  key: string,
  name: string,
  short: string,
  teams: readonly Team[],
  offset: number,
): League => ({
  key,
  sport: 'basketball',
  category: 'sports',
  provider: 'provider_a',
  name,
  short,
  teams,
  every: 2 * HOUR,
  offset,
  lead: 24 * HOUR,
  longest: 170 * MINUTE,
  volume: 340_000,
  tags: ['basketball', short],
  fixture(seed, random, home, away, context) {
    const edge = between(random, -7, 11);
    const pace = between(random, 216, 238);
    const lines = {
      spread: Math.floor(Math.abs(edge) / 1.4) + 1.5,
      total: Math.round(pace + between(random, -6, 0)) - 4.5,
    };
    const track = basketballTrack(seed, (pace + edge) / 2, (pace - edge) / 2, lines);
    return fixtureOf(track, [0, 0, -1, -1, -1], (p) => [
      winner(home, p[0] ?? 0, context),
      winner(away, p[1] ?? 0, context),
      spread(home, String(lines.spread), 'points', p[2] ?? 0, context),
      total(String(lines.total), 'points', p[3] ?? 0, context),
      total(String(lines.total + 10), 'points', p[4] ?? 0, context),
    ]);
  },
});

const tennis = (key: string, name: string, short: string, offset: number, provider: SimProvider): League => ({
  key,
  sport: 'tennis',
  category: 'sports',
  provider,
  name,
  short,
  teams: key.endsWith('2') ? TENNIS_PLAYERS.slice(10) : TENNIS_PLAYERS.slice(0, 10),
  every: 100 * MINUTE,
  offset,
  lead: 20 * HOUR,
  longest: 215 * MINUTE,
  volume: 110_000,
  tags: ['tennis', short],
  fixture(seed, random, home, away, context) {
    const track = tennisTrack(seed, between(random, -0.07, 0.07));
    return fixtureOf(track, [0, 0, -1, -1], (p) => [
      winner(home, p[0] ?? 0, context),
      winner(away, p[1] ?? 0, context),
      {
        title: `${home.name} to win set 1`,
        rules: `Resolves to Yes if ${home.name} wins the first set of ${context}. Otherwise resolves to No.`,
        chance: p[2] ?? 0,
        type: 'tennis_first_set_winner',
        team: home,
      },
      total('21.5', 'games', p[3] ?? 0, context),
    ]);
  },
});

const cricket: League = {
  key: 'cricket-20',
  sport: 'cricket',
  category: 'sports',
  provider: 'provider_a',
  name: 'Twenty20 Circuit',
  short: 'cricket',
  teams: CRICKET_SIDES,
  every: 4 * HOUR,
  offset: 50 * MINUTE,
  lead: 40 * HOUR,
  longest: 165 * MINUTE,
  volume: 260_000,
  tags: ['cricket', 't20'],
  fixture(seed, random, home, away, context) {
    const line = Math.round(between(random, 148, 172)) + 0.5;
    const track = cricketTrack(seed, between(random, 1.22, 1.44), between(random, 1.22, 1.44), line);
    return fixtureOf(track, [0, 0, -1], (p) => [
      winner(home, p[0] ?? 0, context, ' A tie resolves to a draw.'),
      winner(away, p[1] ?? 0, context, ' A tie resolves to a draw.'),
      { ...total(String(line), 'runs', p[2] ?? 0, `the first innings of ${context}`), type: 'totals' },
    ]);
  },
};

const bestOfThree = (
  key: string,
  sport: 'cs' | 'lol',
  name: string,
  short: string,
  teams: readonly Team[],
  offset: number,
  provider: SimProvider,
): League => {
  const shooter = sport === 'cs';
  const unit = shooter ? 'map' : 'game';
  return {
    key,
    sport,
    category: 'esports',
    provider,
    name,
    short,
    teams,
    every: 90 * MINUTE,
    offset,
    lead: 24 * HOUR,
    longest: shooter ? 205 * MINUTE : 170 * MINUTE,
    volume: 75_000,
    tags: ['esports', shooter ? 'counter-strike' : 'league-of-legends', short],
    fixture(seed, random, home, away, context) {
      const track = shooter
        ? counterStrikeTrack(seed, between(random, -0.06, 0.06))
        : leagueTrack(seed, between(random, -0.7, 0.7));
      return fixtureOf(track, [0, 0, -1, -1, -1], (p) => [
        winner(home, p[0] ?? 0, context),
        winner(away, p[1] ?? 0, context),
        {
          title: `${home.name} to win ${unit} 1`,
          rules: `Resolves to Yes if ${home.name} wins the first ${unit} of ${context}. Otherwise resolves to No.`,
          chance: p[2] ?? 0,
          type: 'child_moneyline',
          team: home,
        },
        spread(home, '1.5', `${unit}s`, p[3] ?? 0, context),
        total('2.5', `${unit}s`, p[4] ?? 0, context),
      ]);
    },
  };
};

/** Every league with its calendar. */
export const gameSeries: readonly EventSeries[] = [
  soccer('soccer-north', 'Northern Premier', 'npl', NORTH_CLUBS, 0, 620_000, 'provider_a'),
  soccer('soccer-south', 'Liga Meridional', 'lmd', SOUTH_CLUBS, 35 * MINUTE, 480_000, 'provider_a'),
  soccer('soccer-alpine', 'Alpenliga', 'alp', ALPINE_CLUBS, 65 * MINUTE, 300_000, 'provider_c'),
  soccer('soccer-coast', 'Série Atlântica', 'sat', COAST_CLUBS, 95 * MINUTE, 210_000, 'provider_b'),
  basketball('hoops-west', 'Western Hoops League', 'whl', WEST_HOOPS, 10 * MINUTE),
  basketball('hoops-east', 'Eastern Hoops League', 'ehl', EAST_HOOPS, 70 * MINUTE),
  tennis('tennis-1', 'Continental Open', 'cto', 20 * MINUTE, 'provider_a'),
  tennis('tennis-2', 'Lakeside Classic', 'lkc', 70 * MINUTE, 'provider_c'),
  cricket,
  bestOfThree(
    'cs-1',
    'cs',
    'Vertex Pro Series',
    'cs2',
    SHOOTER_SQUADS.slice(0, 8),
    15 * MINUTE,
    'provider_a',
  ),
  bestOfThree('cs-2', 'cs', 'Northern Arena Cup', 'cs2', SHOOTER_SQUADS.slice(8), 60 * MINUTE, 'provider_b'),
  bestOfThree('lol-1', 'lol', 'Rift Masters', 'lol', ARENA_SQUADS.slice(0, 8), 30 * MINUTE, 'provider_a'),
  bestOfThree(
    'lol-2',
    'lol',
    'Continental Rift League',
    'lol',
    ARENA_SQUADS.slice(8),
    80 * MINUTE,
    'provider_c',
  ),
].map(leagueSeries);
