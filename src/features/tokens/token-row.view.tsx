import type { Token } from '@contract/tokens/token.ts';
import { memo } from 'react';
import { plainName, safeIcon } from '@/domain/strangers.ts';
import { formatCount } from '@/domain/token-text.ts';
import { namesOf, type SeenToken, startOf } from '@/domain/tokens.ts';
import { cx } from '@/lib/cx.ts';
import { Mark } from '@/ui/mark.tsx';
import { Absent } from '@/ui/price.tsx';
import { Td, Tr } from '@/ui/table.tsx';
import { Sparkline } from './sparkline.view.tsx';
import { Actions } from './token-actions.view.tsx';
import {
  Amount,
  Audit,
  Change,
  Copycat,
  Graduated,
  PoolAge,
  TokenPrice,
  Verified,
  VolumeSplit,
} from './token-cells.view.tsx';
import { Links } from './token-links.view.tsx';

/** Height of a line, pixels (`h-[51px]`): it is not measured. */
export const ROW_HEIGHT = 51;

export interface TokenRowProps {
  seen: SeenToken;
  /** What its symbol is a copy of. */
  copyOf: string | undefined;
  /** Not in the last answers any more: the figures are of when it was. */
  left: boolean;
  /** Foreign pictures may be loaded. */
  pictures: boolean;
  onOpen: (mint: string) => void;
  /** Leads to a trigger order on it; undefined where none are taken. The same function every time. */
  onTrigger: ((mint: string) => void) | undefined;
}

interface NameProps {
  token: Token;
  copyOf: string | undefined;
  pictures: boolean;
  onOpen: (mint: string) => void;
}
const sameName = (a: NameProps, b: NameProps): boolean =>
  a.copyOf === b.copyOf &&
  a.pictures === b.pictures &&
  a.onOpen === b.onOpen &&
  (['id', 'symbol', 'name', 'icon', 'isVerified', 'graduatedAt'] as const).every(
    (field) => a.token[field] === b.token[field],
  );

/** Who the token says it is, and what is to be said about that. */
const TokenName = memo(function TokenName({ token, copyOf, pictures, onOpen }: NameProps) {
  const { symbol, name } = namesOf(token);
  return (
    <span className="flex items-center gap-2.5">
      <Mark
        id={token.id}
        name={symbol}
        imageUrl={pictures ? safeIcon(token.icon) : undefined}
        size={28}
        round
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1">
          <button
            type="button"
            onClick={() => onOpen(token.id)}
            className="min-w-0 truncate rounded-xs text-left font-semibold hover:underline"
          >
            <bdi>{symbol}</bdi>
            <span className="sr-only">, details</span>
          </button>
          {token.isVerified && <Verified />}
          {token.graduatedAt !== null && <Graduated />}
          {copyOf !== undefined && <Copycat of={copyOf} className="max-lg:hidden" />}
        </span>
        <span className="flex items-center gap-1 text-faint text-xs">
          {copyOf !== undefined && <Copycat of={copyOf} className="lg:hidden" />}
          <bdi className="truncate">{name}</bdi>
        </span>
      </span>
    </span>
  );
}, sameName);

const Launchpad = memo(function Launchpad({ name }: { name: string | null }) {
  return (
    <span className="block truncate text-muted text-xs">
      {name === null ? <Absent reason="Launched without a launchpad, or not told" /> : plainName(name, 16)}
    </span>
  );
});

/** One token as a line of the table. */
export const TokenRow = memo(function TokenRow(props: TokenRowProps) {
  const { seen, copyOf, left, pictures, onOpen, onTrigger } = props;
  const { token, prices } = seen;
  return (
    <Tr data-token={token.id} className={cx('h-[51px]', left && 'stale')}>
      <Td align="left" className="py-0">
        <TokenName token={token} copyOf={copyOf} pictures={pictures} onOpen={onOpen} />
      </Td>
      <Td num className="text-muted">
        <PoolAge start={startOf(token)} />
      </Td>
      <Td num>
        <TokenPrice price={token.usdPrice} />
        <span className="mt-0.5 block text-xs md:hidden">
          <Change percent={token.stats5m?.priceChange} />
        </span>
      </Td>
      <Td from="xl" className="pl-3!">
        <Sparkline prices={prices} width={56} height={24} />
      </Td>
      <Td num from="md">
        <Change percent={token.stats5m?.priceChange} />
      </Td>
      <Td num from="md">
        <Change percent={token.stats1h?.priceChange} />
      </Td>
      <Td num from="xl">
        <Change percent={token.stats6h?.priceChange} />
      </Td>
      <Td num from="xl">
        <Change percent={token.stats24h?.priceChange} />
      </Td>
      <Td num from="md">
        <Amount value={token.liquidity} what="Liquidity" />
      </Td>
      <Td num>
        <Amount value={token.mcap} what="Market cap" />
      </Td>
      <Td num from="lg">
        {token.holderCount === null ? <Absent reason="Holders not known" /> : formatCount(token.holderCount)}
      </Td>
      <Td num from="lg">
        {token.organicScore === null ? (
          <Absent reason="Score not known" />
        ) : (
          <span title={token.organicScoreLabel ?? ''}>{Math.round(token.organicScore)}</span>
        )}
      </Td>
      <Td num from="xl" className="w-16">
        <VolumeSplit stats={token.stats24h} />
      </Td>
      <Td from="md" align="left" className="pl-3!">
        <Audit token={token} />
      </Td>
      <Td from="xl" align="left" className="py-0">
        <Launchpad name={token.launchpad} />
        <Links token={token} />
      </Td>
      <Td className="max-md:pl-0!">
        <Actions mint={token.id} symbol={token.symbol} onTrigger={onTrigger} />
      </Td>
    </Tr>
  );
});
