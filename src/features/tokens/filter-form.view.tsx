import { type ReactNode, useId } from 'react';
import type { TokenFilters } from '@/domain/token-filters.ts';
import { FieldNote, fieldClass, Select, Switch } from '@/ui/field.tsx';
import { useTypedAmount } from '@/ui/use-typed-amount.ts';

interface Props {
  filters: TokenFilters;
  onChange: (filters: TokenFilters) => void;
  /** Launchpads among the tokens seen. */
  launchpads: readonly string[];
}

type NumberFilter = 'minAge' | 'maxAge' | 'minLiquidity' | 'minHolders' | 'minScore';
const MOST: Record<NumberFilter, number> = {
  minAge: 1_000_000,
  maxAge: 1_000_000,
  minLiquidity: 1_000_000_000,
  minHolders: 1_000_000_000,
  minScore: 100,
};

function NumberField({
  label,
  unit,
  value,
  most,
  onChange,
}: {
  label: string;
  unit: string;
  value: number | undefined;
  most: number;
  onChange: (value: number | undefined) => void;
}) {
  const id = useId();
  const { refused, input } = useTypedAmount(
    value === undefined ? '' : String(value),
    0,
    (text) => onChange(text === '' ? undefined : Math.min(most, Number(text))),
    unit === 'USD',
  );
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-muted text-xs">
        {label}
      </label>
      <div className={fieldClass(refused !== undefined)}>
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="any"
          aria-invalid={refused !== undefined || undefined}
          aria-describedby={`${id}-note`}
          {...input}
          className="num h-8 w-full min-w-0 bg-transparent px-2.5 outline-none"
        />
        <span className="pr-2.5 text-faint text-xs">{unit}</span>
      </div>
      <FieldNote id={`${id}-note`} error={refused} />
    </div>
  );
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-2 gap-2">{children}</div>
);

/** What narrows the listing. A token with missing data does not match. */
export function FilterForm({ filters, onChange, launchpads }: Props) {
  const field = (name: NumberFilter, label: string, unit: string) => (
    <NumberField
      label={label}
      unit={unit}
      value={filters[name]}
      most={MOST[name]}
      onChange={(value) => onChange({ ...filters, [name]: value })}
    />
  );
  const toggle = (name: 'givenUp' | 'unflagged' | 'social' | 'verified', label: string, hint?: string) => (
    <Switch
      label={label}
      hint={hint}
      checked={filters[name] === true}
      onChange={(on) => onChange({ ...filters, [name]: on || undefined })}
    />
  );
  const pads = [...new Set([...launchpads, ...(filters.launchpad === undefined ? [] : [filters.launchpad])])];
  return (
    <div className="flex flex-col gap-3">
      <Row>
        {field('minAge', 'Older than', 'min')}
        {field('maxAge', 'Younger than', 'min')}
      </Row>
      <Row>
        {field('minLiquidity', 'Liquidity at least', 'USD')}
        {field('minHolders', 'Holders at least', '')}
      </Row>
      <Row>
        {field('minScore', 'Score at least', '')}
        <div>
          <span aria-hidden className="mb-1 block text-muted text-xs">
            Launchpad
          </span>
          <Select
            label="Launchpad"
            value={filters.launchpad ?? ''}
            options={[{ value: '', label: 'Any' }, ...pads.map((pad) => ({ value: pad, label: pad }))]}
            onChange={(pad) => onChange({ ...filters, launchpad: pad === '' ? undefined : pad })}
            className="h-[34px] w-full rounded-md border-control-line bg-bg"
          />
        </div>
      </Row>
      {toggle('givenUp', 'Authorities revoked', 'Mint and freeze, both known')}
      {toggle('unflagged', 'Not flagged')}
      {toggle('social', 'Has a link')}
      {toggle('verified', 'Verified')}
    </div>
  );
}
