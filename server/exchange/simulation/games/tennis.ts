import { between, createRandom } from '../hash.ts';
import type { Snapshot, Track } from '../model.ts';
import { normalCdf } from '../odds.ts';

interface Moment {
  at: number;
  /** Finished sets as "7-6(7-2)", then the running one. */
  text: string;
  sets: [number, number];
  games: [number, number];
  total: number;
  firstSet: 'home' | 'away' | null;
}

/** Chance to win a set from a-b in games, winning each game with q and a tie-break alike. */
export function setChance(a: number, b: number, q: number, memo: Map<number, number>): number {
  if (a >= 6 && a - b >= 2) return 1;
  if (b >= 6 && b - a >= 2) return 0;
  if (a === 7) return 1;
  if (b === 7) return 0;
  if (a === 6 && b === 6) return q;
  const key = a * 8 + b;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const p = q * setChance(a + 1, b, q, memo) + (1 - q) * setChance(a, b + 1, q, memo);
  memo.set(key, p);
  return p;
}

/**
 * Markets of a tennis match, best of three sets: home, away, home wins the first set, over 21.5 games.
 * `edge`: what the home player adds to the chance of winning a game, -0.15 to 0.15.
 */
export function tennisTrack(seed: number, edge: number): Track {
  const random = createRandom(seed);
  const hold = 0.76;
  const moments: Moment[] = [];
  const finished: string[] = [];
  const sets: [number, number] = [0, 0];
  let at = 0;
  let total = 0;
  let firstSet: Moment['firstSet'] = null;
  let homeServes = random() < 0.5;
  const record = (games: [number, number], text: string): void => {
    moments.push({ at, text, sets: [...sets], games: [...games], total, firstSet });
  };
  record([0, 0], '0-0');
  while (sets[0] < 2 && sets[1] < 2) {
    const games: [number, number] = [0, 0];
    for (;;) {
      const tieBreak = games[0] === 6 && games[1] === 6;
      at += tieBreak ? between(random, 480, 780) : between(random, 150, 330);
      const p = tieBreak ? 0.5 + edge : (homeServes ? hold : 1 - hold) + edge;
      const home = random() < p;
      games[home ? 0 : 1] += 1;
      total += 1;
      homeServes = !homeServes;
      const [high, low] = home ? games : [games[1], games[0]];
      const won = high === 7 || (high === 6 && high - low >= 2);
      if (won) {
        const lost = Math.floor(random() * 6);
        finished.push(`${games[0]}-${games[1]}${tieBreak ? (home ? `(7-${lost})` : `(${lost}-7)`) : ''}`);
        sets[home ? 0 : 1] += 1;
        firstSet ??= home ? 'home' : 'away';
        const over = sets[0] === 2 || sets[1] === 2;
        record([0, 0], over ? finished.join(', ') : [...finished, '0-0'].join(', '));
        at += over ? 0 : 110;
        break;
      }
      record(games, [...finished, `${games[0]}-${games[1]}`].join(', '));
    }
  }
  const duration = at;
  const moment = (elapsed: number): Moment => {
    let found = moments[0];
    for (const candidate of moments) {
      if (candidate.at > elapsed) break;
      found = candidate;
    }
    if (found === undefined) throw new RangeError('a match has a first moment');
    return found;
  };

  const memo = new Map<number, number>();
  const q = 0.5 + edge;
  const fresh = setChance(0, 0, q, memo);
  /** Chance of the match from sets won and the chance of the running set. */
  const matchChance = (h: number, a: number, current: number): number => {
    if (h === 2) return 1;
    if (a === 2) return 0;
    const next = (x: number, y: number): number => matchChance(x, y, fresh);
    return current * next(h + 1, a) + (1 - current) * next(h, a + 1);
  };

  return {
    duration,
    snapshot(elapsed): Snapshot {
      const now = moment(elapsed);
      const set = Math.min(now.sets[0] + now.sets[1] + 1, 3);
      const period = elapsed >= duration ? 'FT' : `S${set}`;
      const minutes = Math.floor(Math.min(Math.max(elapsed, 0), duration) / 60);
      return {
        score: now.text,
        period,
        elapsed: `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`,
      };
    },
    probabilities(elapsed) {
      const now = moment(elapsed);
      const done = elapsed >= duration;
      const current = setChance(now.games[0], now.games[1], q, memo);
      const win = matchChance(now.sets[0], now.sets[1], current);
      const first = now.firstSet === null ? current : now.firstSet === 'home' ? 1 : 0;
      const played = now.sets[0] + now.sets[1];
      const third = played === 2 ? 1 : played === 1 ? (now.sets[0] === 1 ? 1 - current : current) : 0.45;
      const inSet = now.games[0] + now.games[1];
      const expected =
        now.total + Math.max(9.6 - inSet, 1) + (played === 0 ? 9.6 : 0) + (played < 2 ? third * 9.6 : 0);
      const sd = 1.2 + (2 - Math.min(played, 2)) * 2.2;
      const over = done || now.total > 21.5 ? (now.total > 21.5 ? 1 : 0) : normalCdf((expected - 21.5) / sd);
      return [win, 1 - win, first, over];
    },
  };
}
