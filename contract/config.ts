import * as z from 'zod/mini';
import { pubkey } from './ids.ts';
import { openEnum, orNull, usd } from './wire.ts';

/** How a provider behaves. `wire` is its spelling on the wire; markets of any other provider are read-only. */
export const providerDescriptor = z.object({
  wire: z.string(),
  label: z.string(),
  settles: z.enum(['claim', 'itself']),
  depositMints: z.array(pubkey),
  minOrderUsd: usd,
  maxOrderUsd: orNull(usd),
  hasLadder: z.boolean(),
});
export type ProviderDescriptor = z.output<typeof providerDescriptor>;

/** Lighthouse on mainnet: the program of the guards that wallets add. */
export const GUARD_PROGRAM = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95';

/**
 * Addresses a desk needs to check what it signs before it signs it. What a platform does not publish is null, and the
 * check says that it could not look at it.
 */
export const chainConfig = z.object({
  /** The service's own co-signer on everything it builds. */
  authority: orNull(pubkey),
  /** Pays fees where the service sponsors a transaction. */
  sponsor: orNull(pubkey),
  /** Owners of the vault and fee token accounts. */
  vault: orNull(pubkey),
  fees: orNull(pubkey),
  /** Owner of the token account that stakes of parlays are locked in. */
  parlays: orNull(pubkey),
  /** Paper: issues outcome tokens. */
  mintAuthority: z.optional(pubkey),
  /** Paper: public roots that the addresses of escrows and outcome tokens, and of vaults, follow from. */
  escrow: z.optional(pubkey),
  vaults: z.optional(pubkey),
  /** Program of the guards that wallets add to what they sign; GUARD_PROGRAM where it is not said. */
  guardProgram: z.optional(pubkey),
  /** The platform's own programs, by the name the user is told. */
  programs: z.optional(z.array(z.object({ address: pubkey, name: z.string() }))),
  /** Owners of escrow accounts. */
  escrows: z.optional(z.array(pubkey)),
  /** More addresses that may be paid or pay out: wallets, whose token accounts are meant too, or token accounts. */
  feeAccounts: z.optional(z.array(pubkey)),
  vaultAccounts: z.optional(z.array(pubkey)),
  /** Address lookup tables of the platform. */
  lookupTables: z.optional(z.array(pubkey)),
  /** Most that a transaction may pay for priority, in lamports; DEFAULT_MAX_PRIORITY_LAMPORTS where it is not said. */
  maxPriorityLamports: z.optional(z.number()),
});
export type ChainConfig = z.output<typeof chainConfig>;

/** 0.001 SOL: ten times what a busy network commonly takes. */
export const DEFAULT_MAX_PRIORITY_LAMPORTS = 1_000_000;

/** The interfaces of a platform, and the base that each has unless a deployment says otherwise. */
const INTERFACE_BASES = {
  prediction: '/prediction/v1',
  predictionV2: '/prediction/v2',
  tokens: '/tokens/v2',
  trigger: '/trigger/v2',
  triggerV1: '/trigger/v1',
  swap: '/swap/v2',
  price: '/price/v3',
} as const;
export type Interface = keyof typeof INTERFACE_BASES;
/** And where the service's own surface is, which no platform has. */
export const DEFAULT_BASES = { ...INTERFACE_BASES, desk: '/desk/v1' } as const;
export const INTERFACES = Object.keys(INTERFACE_BASES) as Interface[];

/** One value for each interface. */
export const forEachInterface = <T>(value: T): Record<Interface, T> =>
  Object.fromEntries(INTERFACES.map((name) => [name, value])) as Record<Interface, T>;

/** `GET /config.json`: read by the browser before it mounts, so that one build serves every deployment. */
export const appConfig = z.object({
  mode: z.enum(['paper', 'live']),
  providers: z.array(providerDescriptor),
  mints: z.object({ usdc: pubkey, stablecoin: pubkey, sol: pubkey }),
  explorer: orNull(z.object({ tx: z.string(), address: z.string() })),
  bases: z.object({
    ...forEachInterface(z.string()),
    /** Servers from before do not name it. */
    price: z._default(z.string(), () => DEFAULT_BASES.price),
    /** The service's own surface. */
    desk: z._default(z.string(), () => DEFAULT_BASES.desk),
  }),
  /**
   * `tokens`: what can always be traded, whatever else is listed. `minDepositUsd`: smallest deposit of an order. Live:
   * `signInDomains` are hosts under which the platform's own challenges may sign in beside the desk's own, and
   * `signInName` what such a challenge may call the platform instead.
   */
  trigger: orNull(
    z.object({
      enabled: z.boolean(),
      tokens: z.optional(
        z.array(z.object({ mint: pubkey, symbol: z.string(), name: z.string(), decimals: z.number() })),
      ),
      minDepositUsd: z.optional(usd),
      signInDomains: z.optional(z.array(z.string())),
      signInName: z.optional(z.string()),
    }),
  ),
  /** `now`: the exchange's clock in Unix seconds, which runs `speed` times as fast as a wall clock. */
  paper: orNull(z.object({ faucet: z.boolean(), speed: z.number(), now: z.optional(z.number()) })),
  chain: orNull(chainConfig),
  /** Interfaces that this platform does not have: their pages say so, and nothing is asked of them. */
  interfaces: z.optional(z.object({ missing: z.array(openEnum(INTERFACES)) })),
  /** Live: how many requests a second the whole deployment may spend on the platform. */
  budget: z.optional(z.object({ rps: z.number() })),
  /** Whether the server tells of changes by itself, at STREAM_PATH; no where it is not said. */
  stream: z.optional(z.boolean()),
  /** Live: whether the chain can be asked through `/rpc`; yes where it is not said. */
  rpc: z.optional(z.boolean()),
  /** Whether the service keeps what prices were; no where it is not said. */
  history: z.optional(z.boolean()),
});
export type AppConfig = z.output<typeof appConfig>;
export type AppConfigWire = z.input<typeof appConfig>;
