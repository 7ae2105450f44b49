import type { Pubkey } from '@contract/ids.ts';
import type { Token } from '@contract/tokens/token.ts';
import { useMemo, useState } from 'react';
import type { AppError } from '@/api/app-error.ts';
import { usePriceSeries } from '@/api/prices.queries.ts';
import { useNamedTokens, useRecentTokens } from '@/api/tokens.queries.ts';
import { useConfig } from '@/config.ts';
import { lookOf, plainName } from '@/domain/sanitize.ts';
import type { MarketCap, TokenFacts } from './form-terms.ts';
import { isCash } from './use-form.ts';

export interface TriggerTokens {
  /** Tokens whose price can be waited for: those that are always there, and the one of the address. */
  choices: readonly TokenFacts[];
  /** The one on show; undefined while it is not known, or does not exist. */
  token: TokenFacts | undefined;
  /** What they are traded against. */
  cash: TokenFacts;
  /** Null where nobody says. */
  mcap: MarketCap | null;
  missing: boolean;
  /** Why the token of the address is not known; undefined unless it could not be loaded. */
  failed: { error: AppError; retrying: boolean; retry: () => void } | undefined;
  tokenOf: (mint: Pubkey) => TokenFacts | undefined;
}

const DAY = 86_400;
const MAX_SYMBOL = 12;
const MAX_NAME = 40;

/**
 * A token as its maker calls it, made safe to show. One that looks like a token of the platform's own bears the beginning
 * of its address: an order must not read as one for the other.
 */
function factsOf(
  mint: Pubkey,
  { symbol, name, decimals }: Omit<TokenFacts, 'mint'>,
  own: readonly Pick<TokenFacts, 'mint' | 'symbol'>[],
): TokenFacts {
  const plain = plainName(symbol, MAX_SYMBOL);
  const isCopy = own.some((one) => one.mint !== mint && lookOf(one.symbol) === lookOf(plain));
  const shown = isCopy ? `${plain} (${mint.slice(0, 4)}…)` : plain || mint.slice(0, 4);
  return { mint, symbol: shown, name: plainName(name, MAX_NAME), decimals };
}

function capOf(listed: Token | undefined): MarketCap | null {
  const { mcap: worth, usdPrice: at } = listed ?? { mcap: null, usdPrice: null };
  return worth === null || at === null ? null : { worth, at };
}

/** All that was ever answered: another page of orders asks for others. */
function useKept(answer: readonly Token[] | undefined): ReadonlyMap<Pubkey, Token> {
  const [kept, setKept] = useState<{ answer?: readonly Token[]; byMint: ReadonlyMap<Pubkey, Token> }>({
    byMint: new Map(),
  });
  if (answer && kept.answer !== answer) {
    setKept({ answer, byMint: new Map([...kept.byMint, ...answer.map((one) => [one.id, one] as const)]) });
  }
  return kept.byMint;
}

/**
 * The token of the address, SOL where it names none, with its name and decimals; and those of `others` that the
 * newest tokens do not tell of any more.
 */
export function useTriggerTokens(wanted: Pubkey | undefined, others: readonly Pubkey[]): TriggerTokens {
  const { trigger, mints } = useConfig();
  const mint = wanted ?? mints.sol;
  const standing = useMemo<readonly TokenFacts[]>(() => trigger?.tokens ?? [], [trigger]);
  const known = standing.find((token) => token.mint === mint);
  const isStanding = (asked: Pubkey) => standing.some((token) => token.mint === asked);
  const recent = useRecentTokens();
  const named = usePriceSeries(known ? undefined : mint, DAY);
  const newest = useMemo(() => new Map((recent.data ?? []).map((token) => [token.id, token])), [recent.data]);
  const older = useNamedTokens(
    recent.data ? [mint, ...others].filter((one) => !newest.has(one) && !isStanding(one)) : [],
  );
  const olderOnes = useKept(older.data);
  const listed = newest.get(mint) ?? olderOnes.get(mint);
  const tokens = useMemo(() => {
    const cash = standing.find((one) => one.mint === mints.usdc) ?? {
      mint: mints.usdc,
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
    };
    const own = [...standing, cash, { mint: mints.sol, symbol: 'SOL' }];
    const found: TokenFacts | undefined = known ?? (named.data && factsOf(mint, named.data, own));
    const token = found && !isCash(found.mint, mints) ? found : undefined;
    const standingChoices = standing.filter((one) => !isCash(one.mint, mints));
    const choices =
      token && !standingChoices.some((one) => one.mint === token.mint)
        ? [...standingChoices, token]
        : standingChoices;
    const listedFacts = new Map(
      [...olderOnes.values(), ...newest.values()].flatMap(({ id, symbol, name, decimals }) =>
        decimals === null ? [] : [[id, factsOf(id, { symbol, name, decimals }, own)] as const],
      ),
    );
    return {
      choices,
      token,
      cash,
      mcap: capOf(listed),
      missing: named.error?.kind === 'not-found' || (found !== undefined && token === undefined),
      tokenOf: (asked: Pubkey) =>
        standing.find((one) => one.mint === asked) ??
        (token?.mint === asked ? token : listedFacts.get(asked)),
    };
  }, [known, named.data, named.error, mint, mints, standing, newest, olderOnes, listed]);
  const { data, error, isFetching, refetch } = named;
  const failed =
    data === undefined && error && error.kind !== 'not-found'
      ? { error, retrying: isFetching, retry: () => void refetch() }
      : undefined;
  return { ...tokens, failed };
}
