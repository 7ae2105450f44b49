import { type ComponentProps, memo, type ReactNode, useMemo, useRef } from 'react';
import { TOKEN_SORT_NAMES } from '@/domain/token-sort-names.ts';
import type { TokenSort } from '@/domain/token-sorts.ts';
import type { SeenToken } from '@/domain/tokens.ts';
import type { TokenColumn } from '@/state/preferences.ts';
import { ROW_HEIGHT, rowHeight } from '@/ui/row-height.ts';
import { SortTh } from '@/ui/sort-th.tsx';
import { Spacer, Table, Th } from '@/ui/table.tsx';
import { useSlideDown } from '@/ui/use-slide-down.ts';
import { useVirtualRows } from '@/ui/use-virtual-rows.ts';
import { TokenRow } from './token-row.view.tsx';

const mintOf = ({ token }: SeenToken): string => token.id;

interface Props {
  /** Names what is listed: filters and order. */
  listKey: string;
  rows: readonly SeenToken[];
  copies: ReadonlyMap<string, string>;
  /** Columns that are left out. The same array every time. */
  hidden: readonly TokenColumn[];
  sort: TokenSort;
  direction: 'asc' | 'desc';
  /** The same function every time. */
  onSort: (sort: TokenSort) => void;
  /** What the price of a token was, as a line; undefined where nobody knows. The same function every time. */
  sparkOf: ((seen: SeenToken) => ReactNode) | undefined;
  /** The same function every time. */
  onOpen: (mint: string) => void;
  /** Leads to a trigger order on a token; undefined where none are taken. The same function every time. */
  onTrigger: ((mint: string) => void) | undefined;
  /** Tells which rows are drawn. The same function every time. */
  onVisible?: (first: number, last: number) => void;
  /** Foreign pictures may be loaded. */
  pictures: boolean;
  /** Local Unix ms; a row last seen before has left the feed. */
  leftBefore: number;
}

/** Tokens as a dense table of up to a thousand lines; only those on the screen are drawn. */
export function TokenTable(props: Props) {
  const { listKey, rows, copies, hidden, sort, direction, onSort, onOpen, onTrigger, pictures, leftBefore } =
    props;
  const { sparkOf } = props;
  const table = useVirtualRows(
    {
      key: `tokens|${listKey}`,
      items: rows,
      idOf: mintOf,
      ...(props.onVisible && { onVisible: props.onVisible }),
    },
    { estimate: rowHeight, overscan: 2 },
  );
  const body = useRef<HTMLTableSectionElement>(null);
  const ids = useMemo(() => rows.map(mintOf), [rows]);
  // Where the top is out of sight nothing on the screen is pushed.
  useSlideDown(body, table.rows[0]?.index === 0 ? listKey : `${listKey}, further down`, ids, ROW_HEIGHT);
  const before = (table.rows[0]?.start ?? table.margin) - table.margin;
  const after = table.total + table.margin - (table.rows.at(-1)?.end ?? table.margin);
  return (
    <div ref={table.container}>
      <Table
        caption="Tokens"
        aria-rowcount={rows.length + 1}
        className="table-fixed [&_td]:px-1.5 [&_th]:px-1.5 [&_tr>:first-child]:pl-3 [&_tr>:last-child]:pr-2"
      >
        <Head
          hidden={hidden}
          sort={sort}
          direction={direction}
          onSort={onSort}
          trend={sparkOf !== undefined}
        />
        <tbody ref={body}>
          <Spacer height={before} />
          {table.rows.map(({ index }) => {
            const seen = rows[index];
            return (
              seen && (
                <TokenRow
                  key={seen.token.id}
                  seen={seen}
                  copyOf={copies.get(seen.token.id)}
                  hidden={hidden}
                  left={seen.seenAt < leftBefore}
                  pictures={pictures}
                  sparkOf={sparkOf}
                  onOpen={onOpen}
                  onTrigger={onTrigger}
                />
              )
            );
          })}
          <Spacer height={after} />
        </tbody>
      </Table>
    </div>
  );
}

/** The same at every update of the figures. */
const Head = memo(function Head({
  hidden,
  sort,
  direction,
  onSort,
  trend,
}: Pick<Props, 'hidden' | 'sort' | 'direction' | 'onSort'> & { trend: boolean }) {
  const head = (by: TokenSort, more: Partial<ComponentProps<typeof Th>> = {}) =>
    by !== 'name' && hidden.includes(by) ? null : (
      <SortTh
        sorted={sort === by ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
        onSort={() => onSort(by)}
        className={WIDTHS[by]}
        {...more}
      >
        {TOKEN_SORT_NAMES[by]}
      </SortTh>
    );
  return (
    // Above the rows that glide down beneath it.
    <thead className="relative z-1 bg-panel">
      <tr>
        {head('name', { align: 'left' })}
        {head('age')}
        {head('price')}
        {trend && !hidden.includes('trend') && (
          <Th
            from="xl"
            align="left"
            title="Price since the first pool"
            className="w-[74px] pl-3! min-[150rem]:w-[260px]"
          >
            Trend
          </Th>
        )}
        {head('change5m', { from: 'md' })}
        {head('change1h', { from: 'md' })}
        {head('change6h', { from: '90rem' })}
        {head('change24h', { from: 'xl' })}
        {head('liquidity', { from: 'md' })}
        {head('mcap')}
        {head('holders', { from: 'lg' })}
        {head('score', { from: 'lg', title: 'Organic score, 0 to 100' })}
        {head('volume', { from: 'xl', title: 'Bought and sold in 24 hours' })}
        {head('audit', { from: 'md', align: 'left', title: 'Mint and freeze authority, flags' })}
        {head('source', { from: '90rem', align: 'left' })}
        <Th className="w-[34px] md:w-[68px]">
          <span className="sr-only">Actions</span>
        </Th>
      </tr>
    </thead>
  );
});

/** Widths are fixed, so that a figure that grows moves nothing. */
const WIDTHS: Record<TokenSort, string> = {
  name: '3xl:w-[300px]',
  age: 'w-[54px]',
  price: 'w-[90px]',
  change5m: 'w-[62px]',
  change1h: 'w-[62px]',
  change6h: 'w-[62px]',
  change24h: 'w-[62px]',
  liquidity: 'w-[70px]',
  mcap: 'w-[70px]',
  holders: 'w-[66px]',
  score: 'w-[52px]',
  volume: 'w-[72px]',
  audit: 'w-[98px] pl-3!',
  source: 'w-[92px]',
};
