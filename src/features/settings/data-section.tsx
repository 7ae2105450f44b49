import { useState } from 'react';
import { dayName, saveFile } from '@/lib/save-file.ts';
import { exportedData, resetSettings } from '@/state/kept-data.ts';
import { Button } from '@/ui/button.tsx';
import { Section, Setting } from './setting.view.tsx';

/** What this browser keeps: to be taken along, and to be set back. */
export function DataSection({ onReset }: { onReset: () => void }) {
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState('');
  const save = () => {
    const text = JSON.stringify(exportedData(), null, 2);
    saveFile(dayName('settings', 'json'), new Blob([text], { type: 'application/json' }));
  };
  const reset = () => {
    resetSettings();
    setAsking(false);
    setSaid('All settings are as they were at first.');
    onReset();
  };
  return (
    <Section title="Data">
      <Setting
        title="Export"
        hint="Settings, watchlist, alerts and parlay slips, as a file. It holds no key of a wallet."
      >
        <Button onClick={save}>Export</Button>
      </Setting>
      <Setting
        title="Reset"
        hint="Sets all settings back. Watchlist, alerts, slips and wallets stay as they are."
      >
        {asking ? (
          <span className="flex gap-2">
            <Button onClick={() => setAsking(false)}>Keep them</Button>
            <Button variant="danger" onClick={reset}>
              Reset all settings
            </Button>
          </span>
        ) : (
          <Button onClick={() => setAsking(true)}>Reset</Button>
        )}
      </Setting>
      <p role="status" className="text-muted text-sm empty:hidden">
        {said}
      </p>
    </Section>
  );
}
