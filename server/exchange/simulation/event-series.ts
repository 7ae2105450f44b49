import type { Asset } from './assets.ts';
import type { Random } from './hash.ts';
import type { Category, Dynamics, GameModel, SimProvider, Team, Track } from './model.ts';

export interface MarketPlan {
  title: string;
  rules: string;
  /** First idea of the chance of YES: sets the tick and the market's share of the volume. */
  chance: number;
  close?: number;
  type?: string;
  line?: string;
  team?: Team;
  outcomes?: [string, string];
  oneSided?: boolean;
}

/** One event as its series thinks of it, before it gets ids. */
export interface Plan {
  title: string;
  subtitle: string;
  /** The subtitle of an instant, where it changes with time. */
  subtitleAt?: (t: number) => string;
  subcategory: string;
  tags: string[];
  beginAt: number | null;
  close: number;
  closeCondition: string;
  rulesSecondary: string;
  markets: MarketPlan[];
  dynamics: Dynamics;
  /** Whole contracts over the event's life. */
  volume: number;
  game: Omit<GameModel, 'gameId'> | null;
  /** Score feed of the game. */
  track?: Track;
}

export interface Slot {
  index: number;
  open: number;
  seed: number;
  random: Random;
  assets: ReadonlyMap<string, Asset>;
}

/** An endless row of events of one kind: number i opens at origin + offset + i * every. */
export interface EventSeries {
  key: string;
  category: Category;
  provider: SimProvider;
  every: number;
  offset: number;
  /** Upper bound of the seconds from opening to the announced close. */
  span: number;
  /** Seconds an event stays listed after its last market is resolved. */
  keep: number;
  /** Range of the seconds between the end of trading and the result. */
  settle: readonly [number, number];
  /** Share of the takers' trades. */
  weight: number;
  build(slot: Slot): Plan;
}

export const KEEP = 86_400;

/** The asset of a key; series only name assets that exist. */
export function assetOf(slot: Slot, key: string): Asset {
  const asset = slot.assets.get(key);
  if (asset === undefined) throw new RangeError(`no asset ${key}`);
  return asset;
}
