import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Trash2 from 'lucide-react/icons/trash';
import { useRef, useState } from 'react';
import { plainName } from '@/domain/sanitize.ts';
import {
  filterCount,
  MAX_PRESET_NAME,
  sameFilters,
  type TokenFilters,
  type TokenPreset,
} from '@/domain/token-filters.ts';
import { Button } from '@/ui/button.tsx';
import { Chip, chipClass } from '@/ui/chip.tsx';
import { fieldClass } from '@/ui/field.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Popover } from '@/ui/popover.tsx';
import { FilterForm } from './filter-form.view.tsx';
import { OWN_PRESETS } from './presets.ts';

interface Props {
  filters: TokenFilters;
  onChange: (filters: TokenFilters) => void;
  launchpads: readonly string[];
  saved: readonly TokenPreset[];
  onSave: (name: string) => void;
  onDelete: (name: string) => void;
  /** Tokens seen; undefined while none has been told of yet. */
  total: number | undefined;
  passing: (filters: TokenFilters) => number;
}

/** Its place is kept while it is unknown: what stands beside it must not move when it comes. */
const Count = ({ children }: { children: number | undefined }) => (
  <span className="num inline-block min-w-[3ch]">{children}</span>
);

/** Presets with what each hides, and the filters themselves. */
export function FilterBar(props: Props) {
  const { filters, onChange, saved, onDelete, total, passing } = props;
  const presets = [...OWN_PRESETS, ...saved];
  const current = presets.find((preset) => sameFilters(preset.filters, filters));
  const mine = current !== undefined && saved.includes(current);
  const count = filterCount(filters);
  const next = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
        <legend className="sr-only">Presets</legend>
        <Chip on={count === 0} onClick={() => onChange({})}>
          All <Count>{total}</Count>
        </Chip>
        {presets.map((preset) => {
          const left = passing(preset.filters);
          return (
            <Chip
              key={preset.name}
              on={preset === current}
              onClick={() => onChange(preset.filters)}
              title={total === undefined ? undefined : `Shows ${left} of ${total}, hides ${total - left}`}
            >
              {preset.name} <Count>{total === undefined ? undefined : left}</Count>
              {total !== undefined && <span className="sr-only">, hides {total - left}</span>}
            </Chip>
          );
        })}
      </fieldset>
      {mine && current && (
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Delete the preset ${current.name}`}
          onClick={() => {
            onDelete(current.name);
            // What it is about is gone; its filters stay, and are to be changed there.
            next.current?.focus();
          }}
        />
      )}
      <Popover
        label="Filters"
        align="start"
        className="w-80 max-w-[calc(100vw-16px)]"
        trigger={
          <button ref={next} type="button" className={chipClass(false)}>
            <SlidersHorizontal aria-hidden className="size-3.5" />
            Filters
            {count > 0 && <span className="num">{count}</span>}
          </button>
        }
      >
        <FilterForm filters={filters} onChange={onChange} launchpads={props.launchpads} />
        <SavePreset {...props} />
      </Popover>
    </div>
  );
}

function SavePreset({ filters, saved, onSave }: Props) {
  const [name, setName] = useState('');
  const plain = plainName(name, MAX_PRESET_NAME);
  const taken = OWN_PRESETS.some((preset) => preset.name === plain);
  const ready = plain !== '' && !taken && filterCount(filters) > 0;
  const replaces = saved.some((preset) => preset.name === plain);
  return (
    <form
      className="mt-3 flex items-center gap-2 border-line border-t pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        onSave(plain);
        setName('');
      }}
    >
      <div className={`${fieldClass(taken)} flex-1`}>
        <input
          aria-label="Name of the preset"
          placeholder="Name these filters"
          autoComplete="off"
          maxLength={MAX_PRESET_NAME}
          value={name}
          onChange={({ target }) => setName(target.value)}
          className="h-8 w-full min-w-0 bg-transparent px-2.5 outline-none"
        />
      </div>
      <Button type="submit" disabled={!ready}>
        {replaces ? 'Replace' : 'Save'}
      </Button>
    </form>
  );
}
