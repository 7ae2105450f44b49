import { useLayers } from '@/state/layers.ts';
import { quickAmountsPreference, shortcutsPreference } from '@/state/preferences.ts';
import { useActiveShortcuts } from '@/state/shortcuts.ts';
import { useStored } from '@/state/stored.ts';
import { ticketKeys } from '@/state/ticket-keys.ts';
import { Button } from '@/ui/button.tsx';
import { Switch } from '@/ui/field.tsx';
import { Keys } from '@/ui/kbd.tsx';
import { Section } from './setting.view.tsx';

function KeyList({ title, keys }: { title: string; keys: readonly { keys: string; label: string }[] }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="py-1.5 font-semibold text-2xs text-faint uppercase tracking-[.08em]">{title}</h3>
      <dl>
        {keys.map((one) => (
          <div key={one.keys} className="flex items-center justify-between gap-4 border-line border-t py-1.5">
            <dt className="text-muted">{one.label}</dt>
            <dd>
              <Keys keys={one.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What keys do, with the amounts that they stand for now. */
export function KeyboardSection() {
  const shortcuts = useStored(shortcutsPreference);
  const quick = useStored(quickAmountsPreference);
  const everywhere = useActiveShortcuts();
  return (
    <Section title="Keyboard">
      <Switch
        label="Single-key shortcuts"
        hint="No key ever submits an order."
        checked={shortcuts}
        onChange={shortcutsPreference.set}
      />
      <div className="grid items-start gap-x-8 gap-y-2 sm:grid-cols-2">
        <KeyList title="Everywhere" keys={everywhere} />
        <KeyList title="Beside a ticket" keys={ticketKeys(quick)} />
      </div>
      <Button className="self-start" onClick={() => useLayers.getState().show('help')}>
        Keys of this page
      </Button>
    </Section>
  );
}
