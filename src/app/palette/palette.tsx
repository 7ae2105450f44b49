import { CATEGORIES } from '@contract/prediction/event.ts';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import Bell from 'lucide-react/icons/bell';
import Contrast from 'lucide-react/icons/contrast';
import Keyboard from 'lucide-react/icons/keyboard';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Moon from 'lucide-react/icons/moon';
import PaletteIcon from 'lucide-react/icons/palette';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import Sun from 'lucide-react/icons/sun';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearch } from '@/api/events.queries.ts';
import { cx } from '@/lib/cx.ts';
import { openAlerts } from '@/state/alerts.ts';
import { useLayers } from '@/state/layers.ts';
import {
  PALETTE_NAMES,
  PALETTES,
  palettePreference,
  shortcutsPreference,
  THEME_NAMES,
  THEMES,
  themePreference,
} from '@/state/preferences.ts';
import { type ShortcutId, useShortcutKeys } from '@/state/shortcut-keys.ts';
import { useStored } from '@/state/stored.ts';
import { CategoryGlyph } from '@/ui/category-glyph.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { Keys } from '@/ui/kbd.tsx';
import { Mark } from '@/ui/mark.tsx';
import { Probability } from '@/ui/price.tsx';
import { useNavItems } from '../shell/nav-items.ts';
import { foundOutcomes } from './found-outcomes.ts';

const SEARCH_AFTER_MS = 180;
const MAX_EVENTS = 8;
/** So many of them, the best, have their outcomes below them. */
const WITH_OUTCOMES = 3;

function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const GROUP =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:uppercase [&_[cmdk-group-heading]]:tracking-[.08em]';

function Item({
  value,
  icon,
  children,
  always = false,
  whole = false,
  shortcut,
  onSelect,
}: {
  value: string;
  icon: ReactNode;
  children: ReactNode;
  /** Shown whatever is typed: what the service found. */
  always?: boolean;
  /** It takes a second line where it would be cut. */
  whole?: boolean;
  /** What does the same without the palette. */
  shortcut?: ShortcutId;
  onSelect: () => void;
}) {
  const on = useStored(shortcutsPreference);
  const keysOf = useShortcutKeys();
  return (
    <Command.Item
      value={value}
      forceMount={always}
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1 text-text data-[selected=true]:bg-hover"
    >
      <span className="flex size-[22px] shrink-0 items-center justify-center text-muted">{icon}</span>
      <span className={cx('min-w-0 flex-1', !whole && 'truncate')}>{children}</span>
      {shortcut && on && (
        // The name of the choice is what it does.
        <span aria-hidden className="max-md:hidden">
          <Keys keys={keysOf(shortcut)} />
        </span>
      )}
    </Command.Item>
  );
}

const ICON = 'size-4';
const itemOf = (eventId: string): string => `event ${eventId}`;
const THEME_ICONS = { dark: Moon, light: Sun, system: Contrast } as const;

/** Everything by name: events, pages, categories, appearance. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const pages = useNavItems();
  const show = useLayers((layers) => layers.show);
  const [text, setText] = useState('');
  const words = text.trim();
  const settled = useSettledText(words);
  const found = useSearch(settled, MAX_EVENTS);
  // What matched other words is not offered: Enter would open it.
  const isFound = settled === words && found.data !== undefined;
  const events = words === '' || !isFound ? [] : found.data;
  // The best match is what Enter takes, as soon as it is there and until another row is chosen.
  const [chosen, setChosen] = useState('');
  const best = events[0] && itemOf(events[0].eventId);
  const [offered, setOffered] = useState(best);
  if (offered !== best) {
    setOffered(best);
    if (best !== undefined) setChosen(best);
  }
  const act = (action: () => void) => () => {
    onClose();
    setText('');
    action();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Command palette"
      hideTitle
      className="[&>div:last-child]:p-0"
    >
      <Command label="Command palette" loop value={chosen} onValueChange={setChosen}>
        <div className="sticky top-0 z-10 flex items-center gap-2.5 border-line border-b bg-panel px-4">
          <Search aria-hidden className="size-4 text-faint" />
          <Command.Input
            value={text}
            onValueChange={setText}
            placeholder="Search events, pages, settings"
            className="h-12 w-full bg-transparent text-md outline-none"
          />
          <IconButton label="Close" icon={X} className="-mr-1.5 md:hidden" onClick={onClose} />
        </div>
        {/* Beside the list: a list box may hold nothing but what can be chosen. */}
        {words !== '' && events.length === 0 && (
          <p role="status" className="wrap-anywhere px-4 pt-5 pb-3 text-center text-muted">
            {settled === words && found.error && !found.isFetching
              ? `Couldn’t search: ${found.error.message}`
              : !isFound || found.isFetching
                ? 'Searching…'
                : `No events match “${words}”`}
          </p>
        )}
        <Command.List className="p-2">
          {events.length > 0 && (
            <Command.Group heading="Events" forceMount className={GROUP}>
              {events.map((event, index) => {
                const title = event.metadata?.title || event.eventId;
                const outcomes = index < WITH_OUTCOMES ? foundOutcomes(event, words) : [];
                return [
                  <Item
                    key={event.eventId}
                    value={itemOf(event.eventId)}
                    always
                    icon={
                      <Mark id={event.eventId} name={title} imageUrl={event.metadata?.imageUrl} size={22} />
                    }
                    onSelect={act(
                      () => void navigate({ to: '/event/$eventId', params: { eventId: event.eventId } }),
                    )}
                  >
                    {title}
                  </Item>,
                  ...outcomes.map(({ key, marketId, label, probability }) => (
                    <Item
                      key={key}
                      value={`outcome ${key}`}
                      always
                      whole
                      icon={null}
                      onSelect={act(
                        () =>
                          void navigate({
                            to: '/event/$eventId',
                            params: { eventId: event.eventId },
                            search: { market: marketId },
                          }),
                      )}
                    >
                      <span className="flex items-baseline justify-between gap-3 text-muted">
                        <span className="wrap-anywhere min-w-0">{label}</span>
                        <Probability value={probability} className="shrink-0" />
                      </span>
                    </Item>
                  )),
                ];
              })}
            </Command.Group>
          )}
          <Command.Group heading="Pages" className={GROUP}>
            {pages.map((item) => (
              <Item
                key={item.to}
                value={`go to ${item.label}`}
                shortcut={item.shortcut}
                icon={<item.icon aria-hidden className={ICON} />}
                onSelect={act(() => void navigate({ to: item.to }))}
              >
                {item.label}
              </Item>
            ))}
            <Item
              value="go to position monitor wall tiles"
              shortcut="monitor"
              icon={<LayoutGrid aria-hidden className={ICON} />}
              onSelect={act(() => void navigate({ to: '/monitor' }))}
            >
              Position monitor
            </Item>
            <Item
              value="alerts notify price bell"
              icon={<Bell aria-hidden className={ICON} />}
              onSelect={act(() => openAlerts(null))}
            >
              Alerts
            </Item>
            <Item
              value="go to settings"
              icon={<Settings aria-hidden className={ICON} />}
              onSelect={act(() => void navigate({ to: '/settings' }))}
            >
              Settings
            </Item>
            <Item
              value="keyboard shortcuts help"
              shortcut="help"
              icon={<Keyboard aria-hidden className={ICON} />}
              onSelect={act(() => show('help'))}
            >
              Keyboard shortcuts
            </Item>
          </Command.Group>
          <Command.Group heading="Categories" className={GROUP}>
            {CATEGORIES.map((category) => (
              <Item
                key={category}
                value={`category ${category}`}
                icon={<CategoryGlyph category={category} className={ICON} />}
                onSelect={act(() => void navigate({ to: '/', search: { category } }))}
              >
                <span className="first-letter:uppercase inline-block">{category}</span>
              </Item>
            ))}
          </Command.Group>
          <Command.Group heading="Appearance" className={GROUP}>
            {THEMES.map((theme) => {
              const Icon = THEME_ICONS[theme];
              return (
                <Item
                  key={theme}
                  value={`theme ${THEME_NAMES[theme]}`}
                  icon={<Icon aria-hidden className={ICON} />}
                  onSelect={act(() => themePreference.set(theme))}
                >
                  Theme: {THEME_NAMES[theme]}
                </Item>
              );
            })}
            {PALETTES.map((palette) => (
              <Item
                key={palette}
                value={`colours palette ${PALETTE_NAMES[palette]}`}
                icon={<PaletteIcon aria-hidden className={ICON} />}
                onSelect={act(() => palettePreference.set(palette))}
              >
                Colours: {PALETTE_NAMES[palette]}
              </Item>
            ))}
          </Command.Group>
          {/* Last: what is called by its own name comes before a search for that name. */}
          {words !== '' && (
            <Command.Group forceMount className={GROUP}>
              <Item
                value="all results"
                always
                icon={<Search aria-hidden className={ICON} />}
                onSelect={act(() => void navigate({ to: '/', search: { q: words } }))}
              >
                All events with “{words}”
              </Item>
            </Command.Group>
          )}
        </Command.List>
      </Command>
    </Dialog>
  );
}
