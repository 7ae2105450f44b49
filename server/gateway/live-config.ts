import { readFileSync } from 'node:fs';
import {
  type AppConfigWire,
  appConfig,
  DEFAULT_BASES,
  forEachInterface,
  INTERFACES,
  type Interface,
} from '@contract/config.ts';
import { pubkeyInput } from '@contract/ids.ts';
import { STABLECOIN_MINT, USDC_MINT } from '@contract/mints.ts';
import { SIGN_IN_HOST } from '@contract/triggers/sign-in.ts';
import * as z from 'zod/mini';
import { baseConfig } from '../common/base-config.ts';
import { EnvError } from '../common/env-error.ts';
import { check } from '../common/validate.ts';

/** Path prefix of each interface on the platform; null where the platform does not have it. */
export type UpstreamBases = Readonly<Record<Interface, string | null>>;

export interface LiveConfig {
  readonly bases: UpstreamBases;
  /** What a browser is told; the budget and the node come from elsewhere. */
  readonly browser: Omit<AppConfigWire, 'budget' | 'rpc'>;
}

const micro = z.string().check(z.regex(/^\d{1,18}$/, 'must be micro-USD in plain digits'));
const text = z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(200));
const prefix = z.string().check(z.regex(/^(?:\/[\w.~-]+)*$/, 'must be a path such as /prediction/v1'));
/** Only https: nobody is sent astray on the way. */
const link = (place: string) =>
  z
    .string()
    .check(
      z.regex(/^https:\/\/[^\s{}]+\{[a-z]+\}[^\s{}]*$/, 'must be an address that starts with https://'),
      z.includes(place, `must hold ${place}`),
    );
const host = z.string().check(z.regex(SIGN_IN_HOST, 'must be a host such as platform.example'));
const plainText = z
  .string()
  .check(z.regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,78}[\x21-\x7e])?$/, 'must be plain text'));
/** Null and absent: not known, so that nothing can be compared with it. */
const address = z.optional(z.nullable(pubkeyInput));
const MAX_ADDRESSES = 200;
const addresses = z.optional(z.array(pubkeyInput).check(z.maxLength(MAX_ADDRESSES)));
const MAX_NAME = 60;
/** Stands in a question to the user: printable, so that it cannot pose as something else. */
const programName = z
  .string()
  .check(
    z.minLength(1, 'must not be empty'),
    z.maxLength(MAX_NAME),
    z.regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'must be printable'),
  );
/** Up to one SOL: more is a slip of the operator's. */
const priority = z.number().check(z.int(), z.gte(0), z.lte(1_000_000_000));
const places = z.number().check(z.int(), z.gte(0), z.lte(18));

const liveFile = z.strictObject({
  bases: z.optional(z.strictObject(forEachInterface(z.optional(z.nullable(prefix))))),
  providers: z.optional(
    z.array(
      z.strictObject({
        wire: text,
        label: text,
        settles: z.enum(['claim', 'itself'], 'must be claim or itself'),
        depositMints: z.array(pubkeyInput),
        minOrderUsd: micro,
        maxOrderUsd: z.optional(z.nullable(micro)),
        hasLadder: z.boolean(),
      }),
    ),
  ),
  mints: z.optional(
    z.strictObject({
      usdc: z.optional(pubkeyInput),
      stablecoin: z.optional(pubkeyInput),
      sol: z.optional(pubkeyInput),
    }),
  ),
  explorer: z.optional(z.nullable(z.strictObject({ tx: link('{signature}'), address: link('{address}') }))),
  trigger: z.optional(
    z.nullable(
      z.strictObject({
        enabled: z.optional(z.boolean()),
        tokens: z.optional(
          z.array(z.strictObject({ mint: pubkeyInput, symbol: text, name: text, decimals: places })),
        ),
        minDepositUsd: z.optional(micro),
        signInDomains: z.optional(z.array(host)),
        signInName: z.optional(plainText),
      }),
    ),
  ),
  chain: z.optional(
    z.nullable(
      z.strictObject({
        authority: address,
        sponsor: address,
        vault: address,
        fees: address,
        parlays: address,
        guardProgram: z.optional(pubkeyInput),
        programs: z.optional(
          z
            .array(z.strictObject({ address: pubkeyInput, name: programName }))
            .check(z.maxLength(MAX_ADDRESSES)),
        ),
        escrows: addresses,
        feeAccounts: addresses,
        vaultAccounts: addresses,
        lookupTables: addresses,
        maxPriorityLamports: z.optional(priority),
      }),
    ),
  ),
});
type LiveFile = z.output<typeof liveFile>;

/** Without the fields that are absent, whatever the type of a spread says of them. */
const given = <T extends object>(part: T | undefined) =>
  Object.fromEntries(Object.entries(part ?? {}).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** The configuration of a live platform: what is documented of it, changed by what the file says. */
export function liveConfigOf(file: LiveFile): LiveConfig {
  const mints = given(file.mints);
  const base = baseConfig({
    usdc: mints.usdc ?? USDC_MINT,
    stablecoin: mints.stablecoin ?? STABLECOIN_MINT,
  });
  const bases: UpstreamBases = { ...DEFAULT_BASES, ...given(file.bases) };
  const trigger = file.trigger === null || bases.trigger === null ? null : given(file.trigger);
  return {
    bases,
    browser: {
      ...base,
      mode: 'live',
      ...(file.providers && { providers: file.providers }),
      mints: { ...base.mints, ...mints },
      explorer: file.explorer ?? null,
      trigger: trigger && { ...base.trigger, ...trigger },
      paper: null,
      chain: file.chain ?? null,
      interfaces: { missing: INTERFACES.filter((name) => bases[name] === null) },
    },
  };
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new EnvError(`LIVE_CONFIG names ${file}, which is not valid JSON.`);
  }
}

/**
 * Reads what differs on the live platform; without a file nothing does.
 * @throws EnvError in one line that names the field at fault.
 */
export function readLiveConfig(file: string | undefined): LiveConfig {
  if (file === undefined) return liveConfigOf({});
  const content = parsed(file);
  try {
    // The schema has checked it by then.
    const config = liveConfigOf(check(liveFile, content, 'body') as LiveFile);
    // What a browser is told must be what a browser understands.
    appConfig.parse(config.browser);
    return config;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EnvError(`LIVE_CONFIG names ${file}, which is not as it must be: ${reason.split('\n')[0]}`);
  }
}
