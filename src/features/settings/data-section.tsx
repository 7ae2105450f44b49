import { useRef, useState } from 'react';
import { dayName, saveFile } from '@/lib/save-file.ts';
import { exportedData, type Imported, importData, resetSettings } from '@/state/kept-data.ts';
import { Button } from '@/ui/button.tsx';
import { Section, Setting } from './setting.view.tsx';

/** What became of a file, with what of it was not taken over: a line each. */
const importText = ({ taken, unkept, refused, unknown }: Imported): string =>
  [
    `${taken} of ${taken + refused.length} settings and lists taken over.`,
    ...(unkept.length > 0
      ? [`Not kept by this browser, and gone once this tab closes: ${unkept.join(', ')}.`]
      : []),
    ...(refused.length > 0 ? [`Did not fit and stay as they were: ${refused.join(', ')}.`] : []),
    ...(unknown > 0 ? [`Not known here and left out: ${unknown}.`] : []),
  ].join('\n');

/** What this browser keeps: to be taken along, and to be set back. */
export function DataSection({ onReset }: { onReset: () => void }) {
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const save = () => {
    const text = JSON.stringify(exportedData(), null, 2);
    saveFile(dayName('settings', 'json'), new Blob([text], { type: 'application/json' }));
  };
  const reset = () => {
    resetSettings();
    setAsking(false);
    setSaid('All settings reset to defaults.');
    onReset();
    opener.current?.focus();
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    let text: string;
    try {
      text = await file.text();
    } catch {
      return setSaid('The file could not be read. Nothing was changed.');
    }
    const done = importData(text);
    if (!done) return setSaid('Not an Evenline settings file. Nothing was changed.');
    setSaid(importText(done));
    onReset();
  };
  return (
    <Section title="Data">
      <Setting
        title="Export"
        hint="Settings, watchlist, alerts, parlay slips and presets, as a file. It holds no key of a wallet."
      >
        <Button onClick={save}>Export</Button>
      </Setting>
      <Setting title="Import" hint="Loads an exported file: what is in it replaces what is here.">
        <Button onClick={() => picker.current?.click()}>Import</Button>
        <input
          ref={picker}
          type="file"
          accept="application/json,.json"
          aria-label="File of exported settings"
          className="hidden"
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0]);
            // The same file may be chosen again.
            currentTarget.value = '';
          }}
        />
      </Setting>
      <Setting
        title="Reset"
        hint="Resets all settings to defaults. Watchlist, alerts, slips, presets and wallets stay as they are."
      >
        <span className="flex gap-2">
          {/* One element, so that the focus stays on the way out of the question, and comes back to it. */}
          <Button ref={opener} onClick={() => setAsking(!asking)}>
            {asking ? 'Keep them' : 'Reset'}
          </Button>
          {asking && (
            <Button variant="danger" onClick={reset}>
              Reset all settings
            </Button>
          )}
        </span>
      </Setting>
      {/* There from the first, or what comes into it might not be read out. */}
      <p role="status" className="whitespace-pre-line text-muted text-sm empty:sr-only">
        {said}
      </p>
    </Section>
  );
}
