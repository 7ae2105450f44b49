import type { Token } from '@contract/tokens/token.ts';
import { memo } from 'react';
import { plainName, safeIcon } from '@/domain/strangers.ts';
import { LINK_KINDS, namesOf } from '@/domain/tokens.ts';
import { cx } from '@/lib/cx.ts';
import { Mark } from '@/ui/mark.tsx';
import { Absent } from '@/ui/price.tsx';
import { Td, Tr } from '@/ui/table.tsx';
import type { ColumnName } from './figure-columns.ts';
import { Actions } from './token-actions.view.tsx';
import { Audit, Copycat, Graduated, Verified } from './token-cells.view.tsx';
import { Links } from './token-links.view.tsx';

export interface TokenRowProps {
  token: Token;
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
/** Who the token says it is, and what is to be said about that. */
function TokenName({ token, copyOf, pictures, onOpen }: NameProps) {
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
}

const Launchpad = ({ name }: { name: string | null }) => (
  <span className="block truncate text-muted text-xs">
    {name === null ? <Absent reason="Launched without a launchpad, or not told" /> : plainName(name, 16)}
  </span>
);

const DRAWN = [
  'id',
  'symbol',
  'name',
  'icon',
  'isVerified',
  'graduatedAt',
  'launchpad',
  'mintAuthority',
  'freezeAuthority',
  ...LINK_KINDS,
] as const satisfies readonly (keyof Token)[];
const AUDITED = ['mintAuthorityDisabled', 'freezeAuthorityDisabled', 'isSus'] as const;

/** Nothing of it has changed but figures. */
const sameRow = (a: TokenRowProps, b: TokenRowProps): boolean =>
  a.copyOf === b.copyOf &&
  a.left === b.left &&
  a.pictures === b.pictures &&
  a.onOpen === b.onOpen &&
  a.onTrigger === b.onTrigger &&
  (a.token === b.token ||
    (DRAWN.every((field) => a.token[field] === b.token[field]) &&
      AUDITED.every((field) => a.token.audit?.[field] === b.token.audit?.[field])));

/** A figure in words; what is seen is drawn by the column (see figure-columns.ts). */
const Said = ({ figure, className }: { figure: ColumnName; className?: string }) => (
  <span role="img" data-figure={figure} className={className} />
);

/** One token as a line of the table: who it is and what can be done. Its moving figures are drawn by column. */
export const TokenRow = memo(function TokenRow(props: TokenRowProps) {
  const { token, copyOf, left, pictures, onOpen, onTrigger } = props;
  return (
    <Tr data-token={token.id} className={cx('h-[51px]', left && 'stale')}>
      <Td align="left" className="py-0">
        <TokenName token={token} copyOf={copyOf} pictures={pictures} onOpen={onOpen} />
      </Td>
      <Td>
        <Said figure="age" />
      </Td>
      <Td>
        <Said figure="price" />
        <Said figure="change5m" className="md:hidden" />
      </Td>
      <Td from="xl" />
      <Td from="md">
        <Said figure="change5m" />
      </Td>
      <Td from="md">
        <Said figure="change1h" />
      </Td>
      <Td from="xl">
        <Said figure="change6h" />
      </Td>
      <Td from="xl">
        <Said figure="change24h" />
      </Td>
      <Td from="md">
        <Said figure="liquidity" />
      </Td>
      <Td>
        <Said figure="mcap" />
      </Td>
      <Td from="lg">
        <Said figure="holders" />
      </Td>
      <Td from="lg">
        <Said figure="score" />
      </Td>
      <Td from="xl">
        <Said figure="volume" />
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
}, sameRow);
