import * as z from 'zod/mini';
import { pubkey, pubkeyInput } from '../ids.ts';
import { type MicroUsd, parseDecimal } from '../money.ts';
import { queryInteger, queryList } from '../page.ts';
import { sends } from '../sends.ts';
import { picoPrice, plainText } from '../triggers/price.ts';
import {
  detail,
  isoInstant,
  isoInstantOrNull,
  listOrNull,
  mayLack,
  numeric,
  openEnum,
  orNull,
  orUnknown,
  textOrEmpty,
} from '../wire.ts';

export const DEFAULT_TOKENS = 30;
export const MAX_TOKENS = 100;

/** Decimal USD, as a number or text, to micro-USD; digits beyond are cut. */
const usdAmount = sends(
  z.pipe(
    z.union([z.number(), z.string()]),
    z.transform((value, context): MicroUsd => {
      const amount = parseDecimal(plainText(value).replace(/(\.\d{6})\d+$/, '$1'), 6);
      if (amount === undefined) {
        context.issues.push({ code: 'custom', message: 'not a decimal amount', input: value });
      }
      return (amount ?? 0n) as MicroUsd;
    }),
  ),
  () => z.number(),
);
const NO_AMOUNT = /^-|^\d{27}/;
/**
 * Whoever makes a token chooses its decimals, and with them how many digits its price has: what has more than any amount
 * is not known of that one, and leaves the others of its list readable. Nor is what lies below zero, where there is none.
 */
const bounded = <T extends z.ZodMiniType>(schema: T) =>
  sends(
    z.union([
      z.pipe(
        z.union([z.number(), z.string()]).check(z.refine((value) => NO_AMOUNT.test(plainText(value)))),
        z.transform(() => null),
      ),
      schema,
    ]),
    (sent) => sent(schema),
  );
/** A mint holds its decimals in one byte: of any other number no amount can be written, and they are not known. */
const decimals = sends(
  z.pipe(
    orNull(numeric),
    z.transform((told) =>
      told !== null && Number.isInteger(told) && told >= 0 && told <= 255 ? told : null,
    ),
  ),
  () => z.number(),
);
/** What is not known of a token is left out, or null. */
const number = mayLack(orNull(numeric));
const count = mayLack(orNull(bounded(numeric)));
const amount = mayLack(orNull(bounded(usdAmount)));
const flag = mayLack(orNull(z.boolean()));
const text = mayLack(orNull(z.string()));
/** A picture, or where more about it stands. */
const link = detail(text, null);

/** A record that is left out where there is none. */
const ifAny = <T extends z.ZodMiniType>(schema: T) => mayLack(orUnknown(schema));

/** What happened within one span of time. Changes are percentages (-11.5 = −11.5 %), volumes micro-USD. */
export const tokenStats = z.object({
  priceChange: number,
  holderChange: number,
  liquidityChange: number,
  volumeChange: number,
  buyVolume: amount,
  sellVolume: amount,
  buyOrganicVolume: amount,
  sellOrganicVolume: amount,
  numBuys: count,
  numSells: count,
  numTraders: count,
  numOrganicBuyers: count,
  numNetBuyers: number,
});
export type TokenStats = z.output<typeof tokenStats>;
export type TokenStatsWire = z.input<typeof tokenStats>;

/** Every fact may be missing, and what is missing is unknown: never safe. `isSus` is there only when flagged. */
const tokenAudit = z.object({
  isSus: flag,
  mintAuthorityDisabled: flag,
  freezeAuthorityDisabled: flag,
  topHoldersPercentage: count,
  devBalancePercentage: count,
  devMints: count,
});

/**
 * One token of the listing. `usdPrice` is in 10^-12 USD, `mcap`, `fdv` and `liquidity` in micro-USD, instants in Unix
 * seconds. Names, symbols, icons and links are written by others: nothing here has been made safe to show.
 */
export const token = z.object({
  id: pubkey,
  name: textOrEmpty,
  symbol: textOrEmpty,
  icon: link,
  decimals,
  tokenProgram: orUnknown(z.string()),
  createdAt: mayLack(isoInstant),
  twitter: link,
  telegram: link,
  website: link,
  discord: link,
  instagram: link,
  tiktok: link,
  otherUrl: link,
  dev: text,
  mintAuthority: text,
  freezeAuthority: text,
  circSupply: count,
  totalSupply: count,
  launchpad: text,
  partnerConfig: text,
  graduatedPool: text,
  graduatedAt: mayLack(isoInstantOrNull),
  holderCount: count,
  fdv: amount,
  mcap: amount,
  usdPrice: mayLack(orNull(bounded(picoPrice))),
  priceBlockId: number,
  liquidity: amount,
  apy: ifAny(z.record(z.string(), z.number())),
  stats5m: ifAny(tokenStats),
  stats1h: ifAny(tokenStats),
  stats6h: ifAny(tokenStats),
  stats24h: ifAny(tokenStats),
  firstPool: ifAny(z.object({ id: orUnknown(z.string()), createdAt: isoInstant })),
  audit: ifAny(tokenAudit),
  organicScore: count,
  organicScoreLabel: ifAny(openEnum(['high', 'medium', 'low'])),
  isVerified: flag,
  tags: mayLack(listOrNull(z.string())),
  updatedAt: mayLack(isoInstant),
});
export type Token = z.output<typeof token>;
export type TokenWire = z.input<typeof token>;

/** How many tokens a search by symbol or name, and a list of the busiest, answer unless told. */
export const DEFAULT_FOUND = 20;
export const DEFAULT_BUSIEST = 50;

const limit = z.optional(
  queryInteger.check(z.gte(1, 'must be 1 or more'), z.lte(MAX_TOKENS, `must be at most ${MAX_TOKENS}`)),
);
const searchTerm = z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(64, 'is too long'));

export const recentQuery = z.strictObject({ limit });

/** `query`: symbols, names and addresses, up to 100, comma-separated. */
export const searchQuery = z.strictObject({
  query: queryList(searchTerm, MAX_TOKENS, 'symbol, name or address'),
  limit,
});

/** `query`: `verified` or `lst`. */
export const tagQuery = z.strictObject({
  query: z.enum(['verified', 'lst'], 'must be verified or lst'),
});

export const BUSIEST = ['toporganicscore', 'toptraded', 'toptrending'] as const;
export const INTERVALS = ['5m', '1h', '6h', '24h'] as const;
export const busiestParams = z.strictObject({
  category: z.enum(BUSIEST, `must be one of ${BUSIEST.join(', ')}`),
  interval: z.enum(INTERVALS, `must be one of ${INTERVALS.join(', ')}`),
});
export const busiestQuery = z.strictObject({ limit });

export const MAX_PRICES = 50;
/** `ids`: up to 50 addresses, comma-separated. */
export const tokenPricesQuery = z.strictObject({ ids: queryList(pubkeyInput, MAX_PRICES, 'address') });
/** By address; a token without a price is left out. `priceChange24h` is a percentage. */
export const tokenPrices = z.record(
  z.string(),
  z.object({
    usdPrice: orUnknown(bounded(picoPrice)),
    decimals: numeric,
    blockId: number,
    priceChange24h: number,
    liquidity: amount,
    createdAt: mayLack(isoInstant),
  }),
);
export type TokenPricesWire = z.input<typeof tokenPrices>;
