import type { Token } from '@contract/tokens/token.ts';
import { type ComponentProps, memo, type ReactNode } from 'react';
import { plainName } from '@/domain/sanitize.ts';
import { type FigureName, figuresOf } from '@/domain/token-figures.ts';
import { LINK_KINDS, namesOf, type SeenToken, startOf } from '@/domain/tokens.ts';
import { cx } from '@/lib/cx.ts';
import type { TokenColumn } from '@/state/preferences.ts';
import { Absent } from '@/ui/price.tsx';
import { ROW_HEIGHT } from '@/ui/row-height.ts';
import { Td, Tr } from '@/ui/table.tsx';
import { BoughtBar } from './bought-bar.view.tsx';
import { Actions } from './token-actions.view.tsx';
import { Audit, Copycat, FigureText, Graduated, PoolAge, Verified } from './token-cells.view.tsx';
import { Links } from './token-links.view.tsx';
import { TokenMark } from './token-mark.view.tsx';

export interface TokenRowProps {
  seen: SeenToken;
  /** What its symbol is a copy of. */
  copyOf: string | undefined;
  /** Not in the last answers any more: the figures are of when it was. */
  left: boolean;
  /** Columns that are left out. The same array every time. */
  hidden: readonly TokenColumn[];
  /** Foreign pictures may be loaded. */
  pictures: boolean;
  /** What its price was, as a line; undefined where nobody knows. The same function every time. */
  sparkOf: ((seen: SeenToken) => ReactNode) | undefined;
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
      <span className="max-[24rem]:hidden">
        <TokenMark token={token} pictures={pictures} size={28} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1">
          <button
            type="button"
            onClick={() => onOpen(token.id)}
            className="min-w-0 truncate rounded-xs text-left font-semibold hover:underline"
          >
            {symbol}
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
    {name === null ? <Absent reason="Launched without a launchpad, or unknown" /> : plainName(name, 16)}
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

const sameRow = (a: TokenRowProps, b: TokenRowProps): boolean =>
  a.seen === b.seen &&
  a.copyOf === b.copyOf &&
  a.left === b.left &&
  a.hidden === b.hidden &&
  a.pictures === b.pictures &&
  a.sparkOf === b.sparkOf &&
  a.onOpen === b.onOpen &&
  a.onTrigger === b.onTrigger;

interface FactsProps {
  token: Token;
}
const sameFacts = ({ token: a }: FactsProps, { token: b }: FactsProps): boolean =>
  a === b ||
  (DRAWN.every((field) => a[field] === b[field]) &&
    AUDITED.every((field) => a.audit?.[field] === b.audit?.[field]));

const Name = memo(
  TokenName,
  (a, b) => a.copyOf === b.copyOf && a.pictures === b.pictures && a.onOpen === b.onOpen && sameFacts(a, b),
);
const Safety = memo(Audit, sameFacts);
const Source = memo(function Source({ token }: FactsProps) {
  return (
    <>
      <Launchpad name={token.launchpad} />
      <Links token={token} />
    </>
  );
}, sameFacts);

/** A cell of a figure, in its face. Digits need neither ligatures nor kerning, which shaping would look for. */
const Cell = ({ className, ...rest }: ComponentProps<typeof Td>) => (
  <Td num className={cx('py-0! [font-variant:none] [font-kerning:none]', className)} {...rest} />
);

/** Columns that hold a figure and nothing else, and from which width they have room. */
const FIGURES = [
  ['change5m', 'md'],
  ['change1h', 'md'],
  ['change6h', '90rem'],
  ['change24h', 'xl'],
  ['liquidity', 'md'],
  ['mcap', undefined],
  ['holders', 'lg'],
  ['score', 'lg'],
] as const satisfies readonly [FigureName, ComponentProps<typeof Td>['from']][];

/** One token as a line of the table. An answer that renews its figures leaves the rest of the line alone. */
export const TokenRow = memo(function TokenRow(props: TokenRowProps) {
  const { seen, copyOf, left, hidden, pictures, sparkOf, onOpen, onTrigger } = props;
  const { token } = seen;
  const figures = figuresOf(token);
  const has = (column: TokenColumn) => !hidden.includes(column);
  return (
    <Tr data-token={token.id} className={cx(left && 'stale')} style={{ height: ROW_HEIGHT }}>
      <Td align="left" className="py-0">
        <Name token={token} copyOf={copyOf} pictures={pictures} onOpen={onOpen} />
      </Td>
      {has('age') && (
        <Cell className="text-muted">
          <span className="block h-[18px]">
            <PoolAge start={startOf(token)} />
          </span>
        </Cell>
      )}
      {has('price') && (
        <Cell>
          <FigureText figure={figures.price} />
          <FigureText figure={figures.change5m} className="text-xs leading-[18px] md:hidden" />
        </Cell>
      )}
      {sparkOf && has('trend') && (
        <Td from="xl" align="left" className="py-0 pl-3!">
          {sparkOf(seen)}
        </Td>
      )}
      {FIGURES.map(
        ([column, from]) =>
          has(column) && (
            <Cell key={column} {...(from && { from })}>
              <FigureText figure={figures[column]} />
            </Cell>
          ),
      )}
      {has('volume') && (
        <Cell from="xl">
          <FigureText figure={figures.volume} />
          <BoughtBar stats={token.stats24h} />
        </Cell>
      )}
      {has('audit') && (
        <Td from="md" align="left" className="pl-3!">
          <Safety token={token} />
        </Td>
      )}
      {has('source') && (
        <Td from="90rem" align="left" className="py-0">
          <Source token={token} />
        </Td>
      )}
      <Td className="max-md:pl-0!">
        <Actions mint={token.id} symbol={token.symbol} onTrigger={onTrigger} />
      </Td>
    </Tr>
  );
}, sameRow);
