import { groupDigits, parseDecimal, toDecimalText, withDecimalSign } from '@contract/money.ts';
import { useState } from 'react';
import {
  LADDER_SIZES,
  type LadderClick,
  ladderClickPreference,
  MAX_QUICK,
  MAX_SLIPPAGE_BPS,
  type QuickAmounts,
  quickAmountsPreference,
  slippagePreference,
} from '@/state/preferences.ts';
import { useStored } from '@/state/stored.ts';
import { AmountInput } from '@/ui/amount-input.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Section, Setting } from './setting.view.tsx';
import { LADDER_CLICK_LABELS } from './settings-labels.ts';

/** The text of a field for what is kept: as it was typed here, until another tab or a file brings another value. */
function useTextOf(value: number, write: (value: number) => string) {
  const [typed, setTyped] = useState({ text: write(value), value });
  return {
    text: typed.value === value ? typed.text : write(value),
    /** `kept`: what of it was taken. */
    setText: (text: string, kept = value) => setTyped({ text, value: kept }),
  };
}

const percentOf = (bps: number): string => toDecimalText(BigInt(bps), 2);

function SlippageSetting() {
  const bps = useStored(slippagePreference);
  const { text, setText } = useTextOf(bps, percentOf);
  const parsed = parseDecimal(text, 2);
  const fits = parsed !== undefined && parsed <= BigInt(MAX_SLIPPAGE_BPS);
  return (
    <AmountInput
      className="w-full sm:w-72"
      label="Default slippage"
      suffix="%"
      value={text}
      error={fits ? undefined : `From 0 to ${withDecimalSign(toDecimalText(BigInt(MAX_SLIPPAGE_BPS), 2))} %`}
      onChange={(next) => {
        const value = parseDecimal(next, 2);
        if (value === undefined || value > BigInt(MAX_SLIPPAGE_BPS)) return setText(next);
        setText(next, Number(value));
        slippagePreference.set(Number(value));
      }}
    />
  );
}

interface WholeProps {
  label: string;
  value: number;
  most: number;
  prefix?: string;
  suffix?: string;
  onChange: (value: number) => void;
}

/** A whole number from 1; what does not fit is said, and not taken. */
function Whole({ label, value, most, prefix, suffix, onChange }: WholeProps) {
  const { text, setText } = useTextOf(value, String);
  const fits = (number: number) => number >= 1 && number <= most;
  return (
    <AmountInput
      className="min-w-0"
      label={label}
      value={text}
      decimals={0}
      {...(prefix === undefined ? {} : { prefix })}
      {...(suffix === undefined ? {} : { suffix })}
      error={fits(Number(text)) ? undefined : `1 to ${groupDigits(String(most))}`}
      onChange={(next) => {
        if (!fits(Number(next))) return setText(next);
        setText(next, Number(next));
        onChange(Number(next));
      }}
    />
  );
}

function QuickSetting() {
  const quick = useStored(quickAmountsPreference);
  const { unit } = quick;
  const change = (index: number, value: number) =>
    quickAmountsPreference.update((was) => ({
      ...was,
      [unit]: was[unit].map((one, at) => (at === index ? value : one)),
    }));
  return (
    <div className="flex w-full flex-col gap-2">
      <Segmented<QuickAmounts['unit']>
        label="Quick amounts in"
        value={unit}
        onChange={(next) => quickAmountsPreference.update((was) => ({ ...was, unit: next }))}
        options={[
          { value: 'usd', label: 'Dollars' },
          { value: 'percent', label: 'Percent of the balance' },
        ]}
      />
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {quick[unit].map((value, index) => (
          <Whole
            // biome-ignore lint/suspicious/noArrayIndexKey: there are always four, each in its place
            key={`${unit}${index}`}
            label={`${index + 1}`}
            value={value}
            most={MAX_QUICK[unit]}
            {...(unit === 'usd' ? { prefix: '$' } : { suffix: '%' })}
            onChange={(next) => change(index, next)}
          />
        ))}
      </div>
    </div>
  );
}

function LadderSetting() {
  const click = useStored(ladderClickPreference);
  return (
    <div className="flex w-full flex-col gap-2 sm:w-72">
      <Segmented<LadderClick['size']>
        label="Size of a click in the order book"
        value={click.size}
        onChange={(size) => ladderClickPreference.update((was) => ({ ...was, size }))}
        options={LADDER_SIZES.map((value) => ({ value, label: LADDER_CLICK_LABELS[value] }))}
      />
      {click.size === 'usd' && (
        <Whole
          label="Amount of a click"
          prefix="$"
          value={click.usd}
          most={MAX_QUICK.usd}
          onChange={(usd) => ladderClickPreference.update((was) => ({ ...was, usd }))}
        />
      )}
    </div>
  );
}

/** How orders begin. */
export const TradingSection = () => (
  <Section title="Trading">
    <Setting title="Quick amounts" hint="The first four buttons and keys when you buy; the fifth is Max.">
      <QuickSetting />
    </Setting>
    <Setting title="Slippage" hint="How far beyond the quoted price an order may fill.">
      <SlippageSetting />
    </Setting>
    <Setting title="Click in the order book" hint="What it fills into the ticket; no order is sent.">
      <LadderSetting />
    </Setting>
  </Section>
);
