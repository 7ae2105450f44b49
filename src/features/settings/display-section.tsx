import { formatUsd } from '@contract/money.ts';
import { EVENT_COLUMN_NAMES, ORDER_COLUMN_NAMES, POSITION_COLUMN_NAMES } from '@/domain/column-names.ts';
import { CHART_RANGE_LABELS } from '@/domain/price-series.ts';
import { useNow } from '@/lib/clock.ts';
import { formatLocal } from '@/lib/time.ts';
import { EVENT_COLUMN_CHOICES, hiddenEventColumns } from '@/state/event-columns.ts';
import {
  hiddenOrderColumns,
  hiddenPositionColumns,
  ORDER_COLUMN_CHOICES,
  POSITION_COLUMN_CHOICES,
} from '@/state/portfolio-columns.ts';
import {
  CLOCKS,
  chartRangePreference,
  clockPreference,
  DATE_ORDERS,
  dateOrderPreference,
  hiddenTokenColumns,
  NUMBER_FORM_NAMES,
  NUMBER_FORMS,
  numbersPreference,
  RANGE_CHOICES,
  TIME_ZONES,
  TOKEN_COLUMNS,
  timeZonePreference,
} from '@/state/preferences.ts';
import { type Stored, useStored } from '@/state/stored.ts';
import { Chip } from '@/ui/chip.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Section, Setting } from './setting.view.tsx';
import { TOKEN_COLUMN_LABELS } from './settings-labels.ts';

const SAMPLE = 1_234_567_890_000n;
const NUMBER_CHOICES = NUMBER_FORM_NAMES.map((value) => {
  const { group, decimal } = NUMBER_FORMS[value];
  return { value, label: `1${group}234${group}567${decimal}8` };
});

const DATE_ORDER_NAMES = { day: '24 Nov', month: 'Nov 24', year: '2026-11-24' } as const;
const ZONE_NAMES = { local: 'Local', utc: 'UTC' } as const;

interface ColumnsProps<Column extends string> {
  of: string;
  hint: string;
  names: Record<Column, string>;
  choices: readonly Column[];
  hidden: Stored<Column[]>;
}

/** Which columns of a table are wanted; what it cannot do without is no choice. */
function Columns<Column extends string>({ of, hint, names, choices, hidden }: ColumnsProps<Column>) {
  const left = useStored(hidden);
  const title = `Columns of ${of}`;
  const toggle = (column: Column) =>
    hidden.update((was) => (was.includes(column) ? was.filter((one) => one !== column) : [...was, column]));
  return (
    <Setting title={title} hint={hint}>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{title}</legend>
        {choices.map((column) => (
          <Chip key={column} on={!left.includes(column)} onClick={() => toggle(column)}>
            {names[column]}
          </Chip>
        ))}
      </fieldset>
    </Setting>
  );
}

/** Times, charts and tables. */
export function DisplaySection() {
  const range = useStored(chartRangePreference);
  const zone = useStored(timeZonePreference);
  const clock = useStored(clockPreference);
  const order = useStored(dateOrderPreference);
  const numbers = useStored(numbersPreference);
  const now = useNow(1_000);
  return (
    <Section title="Times, charts and tables">
      <Setting title="Times" hint={<span className="num">{formatLocal(now)}</span>}>
        <span className="flex flex-wrap gap-2">
          <Segmented
            label="Clock"
            value={clock}
            onChange={clockPreference.set}
            options={CLOCKS.map((value) => ({ value, label: `${value} hours` }))}
          />
          <Segmented
            label="Zone"
            value={zone}
            onChange={timeZonePreference.set}
            options={TIME_ZONES.map((value) => ({ value, label: ZONE_NAMES[value] }))}
          />
        </span>
      </Setting>
      <Setting title="Dates" hint="Short ones leave the year out.">
        <Segmented
          label="Order of dates"
          value={order}
          onChange={dateOrderPreference.set}
          options={DATE_ORDERS.map((value) => ({ value, label: DATE_ORDER_NAMES[value] }))}
        />
      </Setting>
      <Setting
        title="Numbers"
        hint={
          <>
            <span className="num">{formatUsd(SAMPLE)}</span> everywhere on screen, and in what you type.
            Exported files keep the decimal point.
          </>
        }
      >
        <Segmented
          label="Numbers"
          value={numbers}
          onChange={numbersPreference.set}
          className="max-sm:w-full max-sm:grid-flow-row max-sm:grid-cols-3"
          options={NUMBER_CHOICES}
        />
      </Setting>
      <Setting title="Charts open with" hint="Auto picks one for each chart.">
        <Segmented
          label="Charts open with"
          value={range}
          onChange={chartRangePreference.set}
          options={RANGE_CHOICES.map((value) => ({
            value,
            label: value === 'auto' ? 'Auto' : CHART_RANGE_LABELS[value],
          }))}
        />
      </Setting>
      <Columns
        of="events"
        hint="In the table, as many as fit."
        names={EVENT_COLUMN_NAMES}
        choices={EVENT_COLUMN_CHOICES}
        hidden={hiddenEventColumns}
      />
      <Columns
        of="positions"
        hint="Market, value and its button are always there."
        names={POSITION_COLUMN_NAMES}
        choices={POSITION_COLUMN_CHOICES}
        hidden={hiddenPositionColumns}
      />
      <Columns
        of="orders"
        hint="Market, order, status and what was filled are always there."
        names={ORDER_COLUMN_NAMES}
        choices={ORDER_COLUMN_CHOICES}
        hidden={hiddenOrderColumns}
      />
      <Columns
        of="tokens"
        hint="In the table, as many as fit."
        names={TOKEN_COLUMN_LABELS}
        choices={TOKEN_COLUMNS}
        hidden={hiddenTokenColumns}
      />
    </Section>
  );
}
