import { parseDecimal, toDecimalText } from '@contract/money.ts';
import { type ReactNode, useState } from 'react';
import { useTitle } from '@/lib/use-title.ts';
import {
  flashPreference,
  MAX_SLIPPAGE_BPS,
  PALETTE_NAMES,
  PALETTES,
  palettePreference,
  shortcutsPreference,
  slippagePreference,
  THEME_NAMES,
  THEMES,
  themePreference,
} from '@/state/preferences.ts';
import { useStored } from '@/state/stored.ts';
import { AmountInput } from '@/ui/amount-input.tsx';
import { Switch } from '@/ui/field.tsx';
import { Panel, PanelBody, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Segmented } from '@/ui/segmented.tsx';

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel aria-label={title}>
    <PanelHeader>
      <PanelTitle>{title}</PanelTitle>
    </PanelHeader>
    <PanelBody className="flex flex-col gap-4">{children}</PanelBody>
  </Panel>
);

function Setting({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-48 flex-1">
        <p className="font-medium">{title}</p>
        {hint !== undefined && <div className="mt-0.5 text-muted text-sm">{hint}</div>}
      </div>
      {children}
    </div>
  );
}

function SlippageSetting() {
  const bps = useStored(slippagePreference);
  const [text, setText] = useState(toDecimalText(BigInt(bps), 2));
  const parsed = parseDecimal(text, 2);
  const fits = parsed !== undefined && parsed <= BigInt(MAX_SLIPPAGE_BPS);
  return (
    <AmountInput
      className="w-full sm:w-72"
      label="Default slippage"
      suffix="%"
      value={text}
      error={fits ? undefined : `From 0 to ${toDecimalText(BigInt(MAX_SLIPPAGE_BPS), 2)} %`}
      onChange={(next) => {
        setText(next);
        const value = parseDecimal(next, 2);
        if (value !== undefined && value <= BigInt(MAX_SLIPPAGE_BPS)) slippagePreference.set(Number(value));
      }}
    />
  );
}

/** Appearance, keyboard and order defaults; kept in this browser. */
export function SettingsPage() {
  useTitle('Settings');
  const theme = useStored(themePreference);
  const palette = useStored(palettePreference);
  const shortcuts = useStored(shortcutsPreference);
  const flash = useStored(flashPreference);
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-3">
      <h1 className="font-semibold text-xl">Settings</h1>
      <Section title="Appearance">
        <Setting title="Theme">
          <Segmented
            label="Theme"
            value={theme}
            onChange={themePreference.set}
            options={THEMES.map((value) => ({ value, label: THEME_NAMES[value] }))}
          />
        </Setting>
        <Setting
          title="Colours"
          hint={
            <>
              The sign always says it too: <Pnl value={9_180_000n} />, <Pnl value={-1_240_000n} />
            </>
          }
        >
          <Segmented
            label="Colours"
            value={palette}
            onChange={palettePreference.set}
            className="max-sm:w-full max-sm:grid-flow-row"
            options={PALETTES.map((value) => ({ value, label: PALETTE_NAMES[value] }))}
          />
        </Setting>
        <Switch
          label="Flash price changes"
          hint="For a third of a second. Always off when the system asks for less motion."
          checked={flash}
          onChange={flashPreference.set}
        />
      </Section>
      <Section title="Trading">
        <Setting title="Slippage" hint="How far beyond the quoted price an order may fill.">
          <SlippageSetting />
        </Setting>
      </Section>
      <Section title="Keyboard">
        <Switch
          label="Single-key shortcuts"
          hint="Press ? for the list. No key ever submits an order."
          checked={shortcuts}
          onChange={shortcutsPreference.set}
        />
      </Section>
      <p className="text-faint text-sm">Kept in this browser only.</p>
    </div>
  );
}
