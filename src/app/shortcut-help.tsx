import { shortcutsPreference } from '@/state/preferences.ts';
import { type Shortcut, useActiveShortcuts } from '@/state/shortcuts.ts';
import { useStored } from '@/state/stored.ts';
import { Dialog } from '@/ui/dialog.tsx';
import { Keys } from '@/ui/kbd.tsx';

function grouped(shortcuts: readonly Shortcut[]): [string, Shortcut[]][] {
  const groups = new Map<string, Shortcut[]>();
  for (const shortcut of shortcuts) {
    const group = groups.get(shortcut.group) ?? [];
    if (!group.some((known) => known.keys === shortcut.keys))
      groups.set(shortcut.group, [...group, shortcut]);
  }
  return [...groups];
}

/** What the keys do on this page. */
export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const shortcuts = useActiveShortcuts();
  const on = useStored(shortcutsPreference);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Keyboard shortcuts"
      description={on ? 'No key ever submits an order.' : 'Single keys are switched off in the settings.'}
    >
      {grouped(shortcuts).map(([group, items]) => (
        <section key={group} className="mt-2 first:mt-0">
          <h3 className="py-1.5 font-semibold text-2xs text-faint uppercase tracking-[.08em]">{group}</h3>
          <dl>
            {items.map((item) => (
              <div
                key={item.keys}
                className="flex items-center justify-between gap-4 border-line border-t py-1.5"
              >
                <dt className="text-muted">{item.label}</dt>
                <dd>
                  <Keys keys={item.keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
