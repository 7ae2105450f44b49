import { chance, createRandom, cycle, mix, pick, type Random } from '../simulation/hash.ts';
import type { Launch, Launches } from './launches.ts';
import {
  FAMOUS,
  FIRST,
  HOSTILE_ICONS,
  HOSTILE_LINKS,
  HOSTILE_NAMES,
  LAUNCHPADS,
  SECOND,
  TAGS,
  THIRD,
} from './words.ts';

/** What never changes about a token: its names, links, authorities. Undefined is what the listing leaves out. */
export interface TokenModel {
  readonly name: string;
  readonly symbol: string;
  readonly icon: string | undefined;
  readonly decimals: number;
  readonly tokenProgram: string;
  readonly links: Readonly<Partial<Record<Link, string>>>;
  readonly dev: string | undefined;
  readonly devMints: number | undefined;
  readonly mintAuthority: string | undefined;
  readonly freezeAuthority: string | undefined;
  /** Whether the listing says anything about the authorities. */
  readonly audited: boolean;
  readonly launchpad: string | undefined;
  readonly partnerConfig: string | undefined;
  readonly pool: string;
  readonly verified: true | undefined;
  /** Flagged from its first minute on. */
  readonly suspicious: boolean;
  readonly topHolders: number | undefined;
  readonly devBalance: number | undefined;
  readonly createdAt: boolean;
  readonly apy: Readonly<Record<string, number>> | undefined;
  readonly tags: string[] | undefined;
  readonly blockOffset: number;
}

const LINKS = ['twitter', 'telegram', 'website', 'discord', 'instagram', 'tiktok', 'otherUrl'] as const;
type Link = (typeof LINKS)[number];
const LINK_SHARE: Record<Link, number> = {
  twitter: 0.55,
  telegram: 0.22,
  website: 0.27,
  discord: 0.06,
  instagram: 0.03,
  tiktok: 0.04,
  otherUrl: 0.02,
};

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const DEVELOPERS = 600;
const LOOK_BACK = 40;

interface Names {
  name: string;
  symbol: string;
}

function ownNames(random: Random): Names {
  const first = pick(random, FIRST);
  const second = pick(random, SECOND);
  const roll = random();
  const short = `${first.slice(0, 2)}${second.slice(0, 3)}`.toUpperCase();
  if (roll < 0.4) return { name: `${first} ${second}`, symbol: short };
  if (roll < 0.75) {
    const third = pick(random, THIRD);
    const symbol = `${first.slice(0, 2)}${second.slice(0, 2)}${third.charAt(0)}`.toUpperCase();
    return { name: `${first} ${second} ${third}`, symbol };
  }
  if (roll < 0.8) return { name: second, symbol: second.slice(0, 5).toUpperCase() };
  return { name: `${first}${second}`, symbol: `${first.slice(0, 3)}${second.slice(0, 3)}` };
}

/** Names of one launch: its own, somebody else's, or an attack on whoever shows them. */
function namesOf(launch: Launch, launches: Launches): Names {
  const random = createRandom(mix(launch.seed, 0x7a3e));
  const roll = random();
  const own = ownNames(random);
  if (roll < 0.04) {
    const [name, symbol] = cycle(HOSTILE_NAMES, launch.slot);
    return { name, symbol };
  }
  if (roll < 0.06) return { name: own.name, symbol: pick(random, FAMOUS) };
  if (roll < 0.13) {
    // A copy of a launch shortly before, which may itself be a copy.
    const [before] = launches.recent(launch.at - random() * LOOK_BACK - 4, 1);
    if (before === undefined) return own;
    const copied = ownNames(createRandom(mix(before.seed, 0x7a3e)));
    return random() < 0.5 ? copied : { name: `${copied.name} Official`, symbol: copied.symbol };
  }
  return roll < 0.14 ? { name: '', symbol: own.symbol } : own;
}

function linksOf(names: Names, random: Random, hostile: boolean): TokenModel['links'] {
  const slug = names.name.toLowerCase().replace(/[^a-z0-9]+/g, '') || 'token';
  const address: Record<Link, string> = {
    twitter: `https://social.example/${slug.slice(0, 20)}/status/${Math.floor(random() * 1e9)}`,
    telegram: `https://chat.example/${slug.slice(0, 20)}`,
    website: `https://${slug.slice(0, 30)}.example`,
    discord: `https://voice.example/invite/${slug.slice(0, 8)}`,
    instagram: `https://pictures.example/${slug.slice(0, 20)}`,
    tiktok: `https://clips.example/@${slug.slice(0, 20)}`,
    otherUrl: `https://links.example/${slug.slice(0, 20)}`,
  };
  const links: Partial<Record<Link, string>> = {};
  for (const kind of LINKS) {
    if (random() >= LINK_SHARE[kind]) continue;
    links[kind] = hostile && random() < 0.7 ? pick(random, HOSTILE_LINKS) : address[kind];
  }
  return links;
}

/** Everything fixed about the token of a launch. */
export function modelOf(launch: Launch, launches: Launches): TokenModel {
  const { seed } = launch;
  const names = namesOf(launch, launches);
  const random = createRandom(mix(seed, 0x30de1));
  const maybe = <T>(share: number, value: T): T | undefined => (random() < share ? value : undefined);
  const hostile = random() < 0.06;
  const developer = Math.floor(DEVELOPERS * random() ** 2);
  const dev = launches.address(`dev:${developer}`);
  const launchpad = maybe(0.82, pick(random, LAUNCHPADS));
  // On a launchpad the authorities are given up at once; elsewhere many keep them.
  const keeps = (): string | undefined => (launchpad === undefined ? maybe(0.4, dev) : maybe(0.02, dev));
  const mintAuthority = keeps();
  const freezeAuthority = keeps();
  const audited = random() < (launchpad === undefined ? 0.7 : 0.94);
  const icon = random() < 0.7 ? `https://icons.example/${launch.slot.toString(36)}.webp` : undefined;
  return {
    ...names,
    icon: hostile ? pick(random, HOSTILE_ICONS) : icon,
    decimals: random() < 0.85 ? 6 : 9,
    tokenProgram: random() < 0.1 ? TOKEN_2022 : TOKEN,
    links: linksOf(names, random, hostile),
    dev: maybe(0.93, dev),
    devMints: maybe(0.6, 1 + Math.floor(chance(developer, 0xde5) ** 4 * 400)),
    mintAuthority,
    freezeAuthority,
    audited,
    launchpad,
    partnerConfig: launchpad === undefined ? undefined : maybe(0.3, launches.address(`config:${launchpad}`)),
    pool: launches.address(`pool:${launch.slot}`),
    verified: maybe(0.02, true as const),
    suspicious: random() < 0.03,
    topHolders: maybe(0.9, 4 + 66 * random() ** 2),
    devBalance: maybe(0.55, 22 * random() ** 3),
    createdAt: random() < 0.85,
    apy: random() < 0.01 ? { lending: 1 + 9 * random() } : undefined,
    tags: maybe(0.8, [cycle(TAGS, launch.slot)]),
    blockOffset: Math.floor(random() * 3),
  };
}
