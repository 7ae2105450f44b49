import { between, chance, createRandom, mix, noise, type Random } from '../simulation/hash.ts';

/** How a token ends up. */
export type Outcome = 'dud' | 'runner' | 'graduate' | 'rug';

/** Where a token stands at one age. Amounts in USD. */
export interface Standing {
  readonly mcap: number;
  readonly liquidity: number;
  readonly holders: number;
  /** Since the launch: these never fall. */
  readonly bought: number;
  readonly sold: number;
}

/** The course of one token. `age` is in seconds since its first pool; every function is pure. */
export interface Life {
  readonly outcome: Outcome;
  /** Age at which it leaves its launchpad, or its liquidity is pulled; null for the others. */
  readonly turn: number | null;
  /** Market capitalisation in USD. */
  mcap(age: number): number;
  at(age: number): Standing;
  /** Typical size of one trade, USD. */
  readonly trade: number;
  /** Share of the volume that is people. */
  readonly organic: number;
  /** 0-100. */
  score(age: number): number;
}

/** Market capitalisation at which a launchpad lets a token go, USD. */
const GRADUATION = 69_000;
const PULL_SECONDS = 6;
const OCTAVES = 12;

const saturating = (age: number, span: number): number => 1 - Math.exp(-age / span);
/** Up to 1 at `span`, then gone. */
const hump = (age: number, span: number): number => (age / span) * Math.exp(1 - age / span);

function outcomeOf(roll: number): Outcome {
  if (roll < 0.7) return 'dud';
  if (roll < 0.85) return 'runner';
  return roll < 0.91 ? 'graduate' : 'rug';
}

/** Logarithm of the price against its start, without chatter. */
function trendOf(outcome: Outcome, start: number, turn: number, random: Random): (age: number) => number {
  const peak = between(random, 20, 120);
  const up = between(random, 0.2, 1.6);
  const down = between(random, 0.6, 2.2);
  const slow = between(random, 120, 900);
  const far = between(random, 6, 48) * 3_600;
  const dud = (age: number) => up * hump(age, peak) - down * saturating(age, slow);
  const runner = (age: number) => (up + 1) * saturating(age, 2 * slow) - down * saturating(age, far);
  switch (outcome) {
    case 'dud':
      return dud;
    case 'runner':
      return runner;
    case 'graduate': {
      const goal = Math.log(GRADUATION / start);
      return (age) =>
        age < turn
          ? goal * (age / turn) ** 0.8
          : goal + up * saturating(age - turn, slow * 6) - down * saturating(age - turn, far);
    }
    case 'rug':
      return (age) => runner(age) - 4.5 * Math.min(1, Math.max(0, age - turn) / PULL_SECONDS);
  }
}

/** Time as trading feels it: it comes in bursts, and where nobody is left it stops. Never runs backward. */
function tradingTime(seed: number, lively: number): (age: number) => number {
  const phase = (k: number) => 2 * Math.PI * chance(seed, k);
  const bursts = [
    { period: 17, share: 0.45, phase: phase(1) },
    { period: 97, share: 0.4, phase: phase(2) },
  ];
  return (age) => {
    let felt = age;
    for (const { period, share, phase } of bursts) {
      const turn = (2 * Math.PI) / period;
      felt += (share / turn) * (Math.sin(turn * age + phase) - Math.sin(phase));
    }
    return lively * saturating(Math.max(0, felt), lively);
  };
}

const LIVELY: Record<Outcome, readonly [number, number]> = {
  dud: [120, 1_500],
  runner: [7_200, 172_800],
  graduate: [43_200, 432_000],
  rug: [900, 3_600],
};
const VOLUME: Record<Outcome, readonly [number, number]> = {
  dud: [600, 18_000],
  runner: [20_000, 400_000],
  graduate: [80_000, 900_000],
  rug: [15_000, 120_000],
};
const HOLDERS: Record<Outcome, readonly [number, number]> = {
  dud: [4, 140],
  runner: [180, 2_600],
  graduate: [500, 9_000],
  rug: [90, 700],
};
const SCORE: Record<Outcome, readonly [number, number]> = {
  dud: [0, 14],
  runner: [18, 72],
  graduate: [38, 97],
  rug: [2, 25],
};

/** The life of one token out of its seed. */
export function lifeOf(seed: number): Life {
  const random = createRandom(mix(seed, 0x11fe));
  const outcome = outcomeOf(random());
  const range = ([low, high]: readonly [number, number]) => low * (high / low) ** random();
  const start = 3_400 * (9_000 / 3_400) ** random();
  const turn = outcome === 'graduate' ? between(random, 45, 2_400) : between(random, 60, 1_200);
  const ends = outcome === 'rug' ? turn : Number.POSITIVE_INFINITY;
  const trend = trendOf(outcome, start, turn, random);
  const lively = range(LIVELY[outcome]);
  const restless = between(random, 0.006, 0.016);
  const depth = between(random, 74, 98);
  const volume = range(VOLUME[outcome]);
  const share = between(random, 0.46, 0.6);
  const pace = between(random, 60, 400);
  const crowd = range(HOLDERS[outcome]);
  const [low, high] = SCORE[outcome];
  const top = between(random, low, high);
  const buying = tradingTime(mix(seed, 1), lively);
  const selling = tradingTime(mix(seed, 2), lively);
  const felt = (age: number) => lively * saturating(age, lively);

  const octaves = Array.from({ length: OCTAVES }, (_, k) => {
    const period = 5 * 2.4 ** k;
    const own = mix(seed, 0x40 + k);
    return { own, period, size: Math.min(0.3, restless * Math.sqrt(period)), zero: noise(own, 0) };
  });
  function chatter(age: number): number {
    const x = felt(Math.min(age, ends));
    let sum = 0;
    for (const { own, period, size, zero } of octaves) sum += size * (noise(own, x / period) - zero);
    return sum;
  }
  /** Most of it early, the rest as long as trading lasts. */
  const turnover = (time: number): number =>
    0.4 * saturating(time, pace) + 0.6 * (saturating(time, lively) / saturating(lively, lively));
  const pulled = (age: number): boolean => age >= ends + PULL_SECONDS;
  const mcap = (age: number): number => start * Math.exp(trend(age) + chatter(age));
  return {
    outcome,
    turn: outcome === 'graduate' || outcome === 'rug' ? turn : null,
    trade: between(random, 18, 160),
    organic: between(random, 0.02, 0.3),
    mcap,
    at(age) {
      const capital = mcap(age);
      const traded = (time: (age: number) => number, until: number) => turnover(time(Math.max(0, until)));
      return {
        mcap: capital,
        liquidity: depth * Math.sqrt(capital) * (pulled(age) ? 0.02 : 1),
        holders: 1 + Math.floor(crowd * saturating(felt(age), pace * 3) * (pulled(age) ? 0.82 : 1)),
        bought: volume * share * traded(buying, Math.min(age, ends)),
        sold: volume * (1 - share) * traded(selling, Math.min(age, ends + PULL_SECONDS) - 2),
      };
    },
    score: (age) => (age < 30 ? 0 : top * saturating(age - 30, 240)),
  };
}
