import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useLayers } from '@/state/layers.ts';
import { quickAmountsPreference, shortcutsPreference } from '@/state/preferences.ts';
import {
  asShortcutKey,
  chooseKey,
  chosenKeys,
  PALETTE_KEYS,
  SHORTCUT_IDS,
  SHORTCUTS,
  type ShortcutId,
  useShortcutKeys,
} from '@/state/shortcut-keys.ts';
import { useActiveShortcuts } from '@/state/shortcuts.ts';
import { useStored } from '@/state/stored.ts';
import { ticketKeys } from '@/state/ticket-keys.ts';
import { Button } from '@/ui/button.tsx';
import { Switch } from '@/ui/field.tsx';
import { FixedKeyRow, KeyRow } from './key-row.view.tsx';
import { Section } from './setting.view.tsx';
import { KEY_NOT_FREE, keyTaken } from './settings-labels.ts';

/** Pressed on the way to another key. */
const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn'];
/** What a page does with these keys by itself, which it must not do while they are refused. */
const ACTS = /^(Enter|Arrow.*| )$/;

interface Waiting {
  id: ShortcutId;
  problem?: string | undefined;
}

/** What keys do, with the amounts that they stand for now, and by which keys. */
export function KeyboardSection() {
  const shortcuts = useStored(shortcutsPreference);
  const quick = useStored(quickAmountsPreference);
  const keysOf = useShortcutKeys();
  const chosen = useStored(chosenKeys);
  const [waiting, setWaiting] = useState<Waiting>();
  const [said, setSaid] = useState('');
  // On this page nothing but the app's own is in force: pages that this deployment has not are not among them.
  const active = new Set(useActiveShortcuts().map(({ id }) => id));
  const everywhere = SHORTCUT_IDS.filter((id) => id === 'go' || active.has(id));

  const press = (id: ShortcutId, label: string) => (event: KeyboardEvent) => {
    if (event.key === 'Tab' || event.repeat || MODIFIERS.includes(event.key)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      return setWaiting(undefined);
    }
    const combined = event.ctrlKey || event.metaKey || event.altKey;
    const key = combined || event.nativeEvent.isComposing ? undefined : asShortcutKey(event.key);
    if (key === undefined) {
      if (!combined && ACTS.test(event.key)) event.preventDefault();
      return setWaiting({ id, problem: KEY_NOT_FREE });
    }
    event.preventDefault();
    const holder = chooseKey(id, key);
    if (holder !== undefined) return setWaiting({ id, problem: keyTaken(key, SHORTCUTS[holder].label) });
    setWaiting(undefined);
    setSaid(`“${key}” is set: ${label}.`);
  };
  const list = (title: string, rows: readonly { id: ShortcutId; label: string }[], fixed?: ReactNode) => (
    <section aria-label={title} className="min-w-0">
      <h3 className="py-1.5 font-semibold text-2xs text-faint uppercase tracking-[.08em]">{title}</h3>
      <dl>
        {fixed}
        {rows.map(({ id, label }) => (
          <KeyRow
            key={id}
            label={label}
            keys={keysOf(id)}
            waiting={waiting?.id === id}
            problem={waiting?.id === id ? waiting.problem : undefined}
            onWait={() => setWaiting((now) => (now?.id === id ? now : { id }))}
            onKey={press(id, label)}
            onLeave={() => setWaiting((now) => (now?.id === id ? undefined : now))}
          />
        ))}
      </dl>
    </section>
  );
  return (
    <Section title="Keyboard">
      <Switch
        label="Single-key shortcuts"
        hint="No key ever submits an order."
        checked={shortcuts}
        onChange={shortcutsPreference.set}
      />
      <p className="text-muted text-sm">
        Press a shortcut’s key here, then the one it should have. Escape leaves it as it is.
      </p>
      <div className="grid items-start gap-x-8 gap-y-2 sm:grid-cols-2">
        {list(
          'Everywhere',
          everywhere.map((id) => ({ id, label: SHORTCUTS[id].label })),
          <FixedKeyRow label="Command palette" keys={PALETTE_KEYS} />,
        )}
        {list('Beside a ticket', ticketKeys(quick, keysOf))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => useLayers.getState().show('help')}>Keys of this page</Button>
        <Button
          disabled={Object.keys(chosen).length === 0}
          onClick={() => {
            chosenKeys.set({});
            setSaid('All keys reset to defaults.');
          }}
        >
          Default keys
        </Button>
        <p role="status" className="text-muted text-sm">
          {said}
        </p>
      </div>
    </Section>
  );
}
