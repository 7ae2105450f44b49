import { DAY, HOUR, longDate, shortDate } from '../dates.ts';
import { exclusive } from '../dynamics.ts';
import { type EventSeries, KEEP, type MarketPlan } from '../event-series.ts';
import { between, chance, createRandom, cycle, mix, noise } from '../hash.ts';
import type { Dynamics, Result } from '../model.ts';
import { GRANDS_PRIX } from '../names.ts';
import { clampProbability, logistic, logit } from '../odds.ts';
import { DRIVERS } from '../teams.ts';

const LEAD = 8 * DAY;
const RACE = 100 * 60;

/** Order at the flag: one driver after another drawn by strength. */
function finish(seed: number, strengths: readonly number[]): number[] {
  const keys = strengths.map((strength, k) => -Math.log(1 - chance(seed, k)) / strength);
  return keys.map((_, k) => k).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
}

/** A race: who wins, who is on the podium, who starts first. */
export const raceSeries: readonly EventSeries[] = [
  {
    key: 'f1-race',
    category: 'sports',
    provider: 'provider_a',
    every: 3.5 * DAY,
    offset: 5 * HOUR,
    span: LEAD + RACE + HOUR,
    keep: KEEP,
    settle: [60, 400],
    weight: 4,
    build(slot) {
      const begin = slot.open + LEAD;
      const close = begin + RACE;
      const place = cycle(GRANDS_PRIX, slot.index);
      const name = `${place} Grand Prix`;
      const strengths = DRIVERS.map((_, k) => Math.exp(between(createRandom(mix(slot.seed, k)), -1.3, 1.3)));
      const sum = strengths.reduce((a, b) => a + b, 0);
      const wins = strengths.map((s) => s / sum);
      const order = finish(mix(slot.seed, 77), strengths);
      const podium = new Set(order.slice(0, 3));
      const spec = { seed: slot.seed, open: slot.open, close, swing: 0.8 };
      const pole = exclusive({ ...spec, seed: mix(slot.seed, 5), close: begin - 20 * HOUR }, wins);
      // Opinion alone never settles a race: it only bends to the winner while the cars are running.
      const race = decided(exclusive({ ...spec, close: close + 5 * LEAD }, wins), order[0] ?? 0, close);
      const podiumChance = wins.map((p) => clampProbability(1 - (1 - p) ** 3.1));
      const n = DRIVERS.length;
      const dynamics: Dynamics = {
        groups: [...DRIVERS.map(() => 0), ...DRIVERS.map(() => -1), ...DRIVERS.map(() => 1)],
        results: [
          ...race.results,
          ...DRIVERS.map((_, k): Result => (podium.has(k) ? 'yes' : 'no')),
          ...pole.results,
        ],
        ends: [...DRIVERS.map(() => close), ...DRIVERS.map(() => close), ...pole.ends],
        probabilities(t) {
          const known = t < begin ? 0 : Math.min(1, (t - begin) / RACE) ** 1.4;
          const places = podiumChance.map((p, k) => {
            const belief = logit(p) + 0.35 * noise(mix(slot.seed, 200 + k), t / 9000);
            return clampProbability(logistic((1 - known) * belief + known * (podium.has(k) ? 4.5 : -4.5)));
          });
          return [...race.probabilities(t), ...places, ...pole.probabilities(t)];
        },
      };
      const first = dynamics.probabilities(slot.open);
      const plan = (k: number, type: string, what: string, driver: number, end: number): MarketPlan => ({
        title: `${cycle(DRIVERS, driver).name}${type === 'f1_race_winner' ? '' : type === 'f1_podium' ? ' · podium' : ' · pole position'}`,
        rules: `Resolves to Yes if ${cycle(DRIVERS, driver).name} ${what} at the ${name} on ${longDate(begin)}. Otherwise resolves to No.`,
        chance: first[k] ?? 0.1,
        type,
        team: cycle(DRIVERS, driver),
        close: end,
      });
      return {
        title: `${name}: winner, podium, pole`,
        subtitle: `F1 · ${shortDate(begin)}`,
        subcategory: 'f1',
        tags: ['f1', 'motorsport'],
        beginAt: begin,
        close,
        closeCondition: 'Closes at the chequered flag.',
        rulesSecondary: 'The classification published after the race counts; later penalties do not.',
        markets: [
          ...DRIVERS.map((_, k) => plan(k, 'f1_race_winner', 'wins the race', k, close)),
          ...DRIVERS.map((_, k) => plan(n + k, 'f1_podium', 'finishes in the first three', k, close)),
          ...DRIVERS.map((_, k) =>
            plan(2 * n + k, 'f1_pole_position', 'qualifies first', k, begin - 20 * HOUR),
          ),
        ],
        dynamics,
        volume: 1_800_000 * between(slot.random, 0.6, 1.6),
        game: null,
      };
    },
  },
];

/** The same opinions, bending to a known winner while the race is on. */
function decided(source: Dynamics, winnerIndex: number, close: number): Dynamics {
  return {
    groups: source.groups,
    ends: source.ends.map(() => close),
    results: source.results.map((_, k): Result => (k === winnerIndex ? 'yes' : 'no')),
    probabilities(t) {
      const known = t < close - RACE ? 0 : Math.min(1, (t - close + RACE) / RACE) ** 1.4;
      const shares = source.probabilities(t).map((p, k) => (1 - known) * p + (k === winnerIndex ? known : 0));
      const sum = shares.reduce((a, b) => a + b, 0);
      return shares.map((p) => clampProbability(p / sum));
    },
  };
}
