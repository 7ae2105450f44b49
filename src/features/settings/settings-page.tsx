import { useState } from 'react';
import { cx } from '@/lib/cx.ts';
import { useTitle } from '@/lib/use-title.ts';
import {
  flashPreference,
  numbersPreference,
  PALETTE_NAMES,
  PALETTES,
  palettePreference,
  soundsPreference,
  THEME_NAMES,
  THEMES,
  themePreference,
} from '@/state/preferences.ts';
import { useStored } from '@/state/stored.ts';
import { Switch } from '@/ui/field.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { DataSection } from './data-section.tsx';
import { DisplaySection } from './display-section.tsx';
import { KeyboardSection } from './keyboard-section.tsx';
import { Section, Setting } from './setting.view.tsx';
import { TradingSection } from './trading-section.tsx';

function Appearance() {
  const theme = useStored(themePreference);
  const palette = useStored(palettePreference);
  const flash = useStored(flashPreference);
  const sounds = useStored(soundsPreference);
  return (
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
      <Switch
        label="Sounds"
        hint="A short one when an order fills or fails, and when an alert fires."
        checked={sounds}
        onChange={soundsPreference.set}
      />
    </Section>
  );
}

const COLUMN = 'grid grid-cols-[minmax(0,1fr)] items-start gap-3';

/** Appearance, order defaults, times, keys and data; kept in this browser. */
export function SettingsPage() {
  useTitle('Settings');
  // All that stands below shows figures.
  useStored(numbersPreference);
  // Fields begin anew with what a reset has left.
  const [resets, setResets] = useState(0);
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-3 xl:max-w-[88rem] 3xl:max-w-[144rem]">
      <h1 className="font-semibold text-xl">Settings</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 xl:grid-cols-2 3xl:grid-cols-3">
        <div className={COLUMN}>
          <Appearance />
          <TradingSection key={`trading-${resets}`} />
        </div>
        <DisplaySection />
        {/* A line of two where there are two columns, else the last column: the order of Tab is what one sees. */}
        <div className={cx(COLUMN, 'xl:col-span-2 xl:grid-cols-2 3xl:col-span-1 3xl:grid-cols-1')}>
          <KeyboardSection />
          <DataSection onReset={() => setResets((count) => count + 1)} />
        </div>
      </div>
      <p className="text-faint text-sm">Kept in this browser only.</p>
    </div>
  );
}
