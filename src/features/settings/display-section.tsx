import { formatUsd } from '@contract/money.ts';
import { CHART_RANGE_LABELS } from '@/domain/price-series.ts';
import { TOKEN_SORT_NAMES } from '@/domain/token-sort-names.ts';
import { useNow } from '@/lib/clock.ts';
import { formatLocal } from '@/lib/time.ts';
import { EVENT_COLUMN_CHOICES, type EventColumnChoice, hiddenEventColumns } from '@/state/event-columns.ts';
import {
  CLOCKS,
  chartRangePreference,
  clockPreference,
  hiddenTokenColumns,
  RANGE_CHOICES,
  THOUSANDS,
  type Thousands,
  TIME_ZONES,
  TOKEN_COLUMNS,
  type TokenColumn,
  thousandsPreference,
  timeZonePreference,
} from '@/state/preferences.ts';
import { useStored } from '@/state/stored.ts';
import { Chip } from '@/ui/chip.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Section, Setting } from './setting.view.tsx';

/** There is room to write out what the head of the column cuts short. */
const COLUMN_NAMES: Record<TokenColumn, string> = {
  ...TOKEN_SORT_NAMES,
  trend: 'Trend',
  mcap: 'Market cap',
};

const EVENT_COLUMN_NAMES: Record<EventColumnChoice, string> = {
  outcome: 'Outcome',
  day: '24 h move',
  sell: 'Sell',
  spread: 'Spread',
  volume24hr: '24 h volume',
  volume: 'All volume',
  liquidity: 'Liquidity',
  closes: 'Closes',
  mine: 'My position',
  state: 'State',
};

const SAMPLE = 1_234_567_890_000n;
const THOUSANDS_CHOICES = (Object.keys(THOUSANDS) as Thousands[]).map((value) => ({
  value,
  label: `1${THOUSANDS[value]}234`,
}));

const ZONE_NAMES = { local: 'Local', utc: 'UTC' } as const;

/** Times, charts and tables. */
export function DisplaySection() {
  const range = useStored(chartRangePreference);
  const zone = useStored(timeZonePreference);
  const clock = useStored(clockPreference);
  const hidden = useStored(hiddenTokenColumns);
  const thousands = useStored(thousandsPreference);
  const hiddenOfEvents = useStored(hiddenEventColumns);
  const now = useNow(1_000);
  const toggle = (column: TokenColumn) =>
    hiddenTokenColumns.update((was) =>
      was.includes(column) ? was.filter((one) => one !== column) : [...was, column],
    );
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
      <Setting
        title="Numbers"
        hint={
          <>
            <span className="num">{formatUsd(SAMPLE)}</span>. Amounts use a decimal point.
          </>
        }
      >
        <Segmented
          label="Thousands"
          value={thousands}
          onChange={thousandsPreference.set}
          options={THOUSANDS_CHOICES}
        />
      </Setting>
      <Setting title="Charts open with" hint="Auto: what suits each of them.">
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
      <Setting title="Columns of events" hint="Of the table, as many as there is room for.">
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Columns of events</legend>
          {EVENT_COLUMN_CHOICES.map((column) => (
            <Chip
              key={column}
              on={!hiddenOfEvents.includes(column)}
              onClick={() =>
                hiddenEventColumns.update((was) =>
                  was.includes(column) ? was.filter((one) => one !== column) : [...was, column],
                )
              }
            >
              {EVENT_COLUMN_NAMES[column]}
            </Chip>
          ))}
        </fieldset>
      </Setting>
      <Setting title="Columns of tokens" hint="As many as there is room for, of those chosen.">
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Columns of tokens</legend>
          {TOKEN_COLUMNS.map((column) => (
            <Chip key={column} on={!hidden.includes(column)} onClick={() => toggle(column)}>
              {COLUMN_NAMES[column]}
            </Chip>
          ))}
        </fieldset>
      </Setting>
    </Section>
  );
}
