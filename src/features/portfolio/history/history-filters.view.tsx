import X from 'lucide-react/icons/x';
import type { Ref } from 'react';
import { Button } from '@/ui/button.tsx';
import { DateField, Select } from '@/ui/field.tsx';
import { HISTORY_KINDS, type HistoryKind, narrowsHistory, type PortfolioSearch } from '../search-params.ts';

const KIND_NAMES: Record<HistoryKind, string> = {
  bought: 'Bought',
  sold: 'Sold',
  paid: 'Payouts',
  lost: 'Lost',
  unfilled: 'Not filled',
  placed: 'Orders placed',
};
const KINDS = [
  { value: 'all', label: 'Everything' },
  ...HISTORY_KINDS.map((value) => ({ value, label: KIND_NAMES[value] })),
] as const;
const SIDES = [
  { value: 'both', label: 'Yes and No' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const;

interface Props {
  search: PortfolioSearch;
  /** Markets that occur in the history. */
  markets: readonly { id: string; name: string }[];
  onSearch: (search: PortfolioSearch) => void;
  /** Takes all of them off. */
  onClear: () => void;
  /** Of the first of them. */
  ref: Ref<HTMLSelectElement>;
}

/** What the history is narrowed to; kept in the address. */
export function HistoryFilters({ search, markets, onSearch, onClear, ref }: Props) {
  const set = (change: PortfolioSearch) => onSearch({ ...search, ...change });
  const options = [
    { value: '', label: 'All markets' },
    ...markets.map(({ id, name }) => ({ value: id, label: name })),
    // An address may name a market that is not in the history that is loaded.
    ...(search.market === undefined || markets.some(({ id }) => id === search.market)
      ? []
      : [{ value: search.market, label: search.market }]),
  ];
  return (
    <fieldset className="scroll-none flex items-center gap-2 overflow-x-auto border-line border-b px-3 py-2 md:flex-wrap max-md:[&>*]:shrink-0">
      <legend className="sr-only">Filter the history</legend>
      <Select
        ref={ref}
        label="Record type"
        value={search.kind ?? 'all'}
        options={KINDS}
        onChange={(kind) => set({ kind: kind === 'all' ? undefined : kind })}
      />
      <Select
        label="Market"
        value={search.market ?? ''}
        options={options}
        onChange={(market) => set({ market: market === '' ? undefined : market })}
        className="max-w-56 truncate max-md:max-w-40"
      />
      <Select
        label="Side"
        value={search.side ?? 'both'}
        options={SIDES}
        onChange={(side) => set({ side: side === 'both' ? undefined : side })}
      />
      <DateField label="From" value={search.from} max={search.to} onChange={(from) => set({ from })} />
      <DateField label="To" value={search.to} min={search.from} onChange={(to) => set({ to })} />
      {narrowsHistory(search) && (
        <Button size="sm" variant="ghost" onClick={onClear}>
          <X aria-hidden className="size-3.5" />
          Clear
        </Button>
      )}
    </fieldset>
  );
}
