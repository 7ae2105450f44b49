import { formatUsd, withDecimalSign } from '@contract/money.ts';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { useId } from 'react';
import { formatPercent, formatPrice } from '@/domain/trigger-price.ts';
import { cx } from '@/lib/cx.ts';
import { ButtonNote } from '@/tx/landing-clock.tsx';
import { AmountInput } from '@/ui/amount-input.tsx';
import { Button } from '@/ui/button.tsx';
import { NoticeBox } from '@/ui/notice-box.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { ExpiryField, SlippageFields } from './form-options.view.tsx';
import { type FormKind, LEVELS_OF, type LevelId, type LevelUnit } from './form-state.ts';
import { balanceText } from './triggers-labels.ts';
import type { FormController } from './use-form.ts';

const KINDS: readonly { value: FormKind; label: string; title: string }[] = [
  { value: 'single', label: 'Single', title: 'One order at one price' },
  { value: 'oco', label: 'TP / SL', title: 'Take profit or stop loss, whichever comes first (OCO)' },
  {
    value: 'otoco',
    label: 'Bracket',
    title: 'An entry, then a take-profit and a stop-loss for what it bought',
  },
  { value: 'trailing', label: 'Trailing', title: 'Follows the best price at a distance' },
];
const SHARES = [25n, 50n, 75n, 100n] as const;

function Sides({ form }: { form: FormController }) {
  const { state } = form.summary;
  const symbol = form.token?.symbol ?? '';
  const fixed = state.kind === 'oco' || state.kind === 'otoco';
  if (state.kind === 'oco') return null;
  return (
    <div className="grid grid-cols-1 gap-2">
      {!fixed && (
        <Segmented
          label="Sell or buy"
          value={state.side}
          onChange={(side) => form.dispatch({ type: 'side', side })}
          options={[
            { value: 'sell', label: `Sell ${symbol}`, tone: 'no' },
            { value: 'buy', label: `Buy ${symbol}`, tone: 'yes' },
          ]}
        />
      )}
      {(state.kind === 'single' || state.kind === 'otoco') && (
        <Segmented
          label="Direction of the price"
          value={state.condition}
          onChange={(condition) => form.dispatch({ type: 'condition', condition })}
          options={[
            { value: 'below', label: 'Falls below' },
            { value: 'above', label: 'Rises above' },
          ]}
        />
      )}
    </div>
  );
}

function Amount({ form }: { form: FormController }) {
  const { summary, input, held, frozen } = form;
  const symbol = input?.symbol ?? '';
  const having =
    held === undefined || !input ? undefined : `You have ${balanceText(held, input.decimals)} ${symbol}`;
  const worth = summary.worth === undefined ? undefined : `About ${formatUsd(summary.worth)}`;
  return (
    <div className="flex flex-col gap-1.5">
      <AmountInput
        label="Amount"
        value={summary.state.amount}
        onChange={(text) => form.dispatch({ type: 'amount', text })}
        decimals={input?.decimals ?? 9}
        disabled={frozen}
        suffix={<span className="text-sm">{symbol}</span>}
        error={summary.notes.amount}
        hint={[having, worth].filter(Boolean).join(' · ')}
      />
      <div className="grid grid-cols-4 gap-1.5">
        {SHARES.map((percent) => {
          const text = form.shareText(percent);
          return (
            <Button
              key={percent}
              size="sm"
              className="px-0"
              disabled={frozen || text === undefined || text === '0'}
              onClick={() => text !== undefined && form.dispatch({ type: 'amount', text })}
            >
              {percent === 100n ? 'Max' : `${percent} %`}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

const UNITS: readonly { value: LevelUnit; label: string }[] = [
  { value: 'price', label: 'Price' },
  { value: 'percent', label: 'Percent' },
  { value: 'mcap', label: 'Market cap' },
];
const UNIT_DECIMALS: Record<LevelUnit, number> = { price: 12, percent: 2, mcap: 2 };

function labelOf(id: LevelId, form: FormController): string {
  const { kind, side } = form.summary.state;
  if (id === 'tp') return 'Take profit';
  if (id === 'sl') return 'Stop loss';
  return kind === 'otoco' ? 'Entry price' : side === 'sell' ? 'Sell price' : 'Buy price';
}

function Level({ id, form }: { id: LevelId; form: FormController }) {
  const { summary, frozen } = form;
  const { state, prices, notes } = summary;
  const { unit, kind, condition } = state;
  const up = id === 'tp' || (id === 'trigger' && condition === 'above');
  const price = prices[id];
  const against = kind === 'otoco' && id !== 'trigger' ? 'the entry' : 'now';
  const hint =
    unit === 'price' || price === undefined
      ? undefined
      : `${formatPrice(price, true)}${unit === 'percent' ? `, ${up ? 'above' : 'below'} ${against}` : ''}`;
  return (
    <AmountInput
      label={labelOf(id, form)}
      value={state.levels[id]}
      onChange={(text) => form.dispatch({ type: 'level', id, text })}
      decimals={UNIT_DECIMALS[unit]}
      disabled={frozen}
      {...(unit === 'percent' ? { suffix: '%' } : { prefix: '$' })}
      {...(unit === 'percent' && state.levels[id] !== '' ? { prefix: up ? '+' : '\u2212' } : {})}
      error={notes[id]}
      hint={hint}
    />
  );
}

function Levels({ form }: { form: FormController }) {
  const why = useId();
  const { summary, frozen } = form;
  const { state, notes } = summary;
  if (state.kind === 'trailing') {
    return (
      <AmountInput
        label={state.side === 'sell' ? 'Below the high' : 'Above the low'}
        value={state.trail}
        onChange={(text) => form.dispatch({ type: 'trail', text })}
        decimals={2}
        disabled={frozen}
        suffix="%"
        error={notes.trail}
        hint={withDecimalSign('0.5 % to 90 %. The best price counts from the moment the order is placed.')}
      />
    );
  }
  const off = UNITS.flatMap(({ value, label }) => {
    const problem = summary.unitProblems[value];
    return problem === undefined ? [] : [{ value, text: `${label}: ${problem}` }];
  });
  return (
    <div className="flex flex-col gap-2">
      <Segmented<LevelUnit>
        label="Levels by"
        value={state.unit}
        onChange={form.setUnit}
        describedBy={why}
        options={UNITS.map((unit) => ({
          ...unit,
          disabled: off.some(({ value }) => value === unit.value),
        }))}
      />
      {LEVELS_OF[state.kind].map((id) => (
        <Level key={id} id={id} form={form} />
      ))}
      <ul id={why} className="text-faint text-xs empty:hidden">
        {off.map(({ value, text }) => (
          <li key={value}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

const Warnings = ({ warnings }: { warnings: readonly string[] }) => (
  <ul
    aria-label="Warnings"
    className="flex flex-col gap-1.5 rounded-md bg-warn-dim px-3 py-2 text-sm text-warn"
  >
    {warnings.map((warning) => (
      <li key={warning} className="flex items-start gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        {warning}
      </li>
    ))}
  </ul>
);

function Foot({ form }: { form: FormController }) {
  const { summary, frozen } = form;
  const { button, sentence, warnings, state } = summary;
  const selling = state.side === 'sell';
  return (
    <div className="flex flex-col gap-2.5">
      {sentence !== null && (
        <p
          data-testid="order-sentence"
          className="rounded-md border border-line bg-bg px-3 py-2 tabular-nums"
        >
          {sentence}.
        </p>
      )}
      {warnings.length > 0 && <Warnings warnings={warnings} />}
      {form.notice && <NoticeBox notice={form.notice} />}
      <Button
        variant={
          button.kind === 'connect' ? 'outline' : button.kind === 'submit' && selling ? 'no' : 'primary'
        }
        size="lg"
        className={cx('w-full', frozen && 'opacity-90')}
        busy={frozen}
        disabled={button.kind === 'blocked'}
        onClick={form.submit}
      >
        {frozen ? 'Placing' : button.text}
      </Button>
      <ButtonNote waiting={form.waiting} className="text-faint">
        Your wallet signs a deposit into your vault. It stays there until the order fills, is cancelled or
        expires.
      </ButtonNote>
    </div>
  );
}

/** The form of a trigger order. It is no <form>: only a press of its button sends anything, never a key in a field. */
export function TriggerFormView({ form }: { form: FormController }) {
  const { summary, frozen, token } = form;
  const { state, slippage } = summary;
  return (
    <fieldset
      aria-label={`Trigger order: ${token?.symbol ?? 'no token'}`}
      className="flex min-w-0 flex-col gap-3 p-3"
    >
      {/* Without its button, which would lose the focus by it. */}
      <fieldset disabled={frozen} className="flex min-w-0 flex-col gap-3">
        <Segmented
          label="Kind of order"
          value={state.kind}
          onChange={(kind) => form.dispatch({ type: 'kind', kind })}
          options={KINDS}
        />
        <p className="-mt-1.5 text-faint text-xs">{KINDS.find(({ value }) => value === state.kind)?.title}</p>
        <Sides form={form} />
        <Amount form={form} />
        <Levels form={form} />
        <ExpiryField form={form} />
        <SlippageFields
          form={form}
          summaryText={Object.values(slippage)
            .map((bps) => formatPercent(bps))
            .join(' / ')}
        />
      </fieldset>
      <Foot form={form} />
    </fieldset>
  );
}
