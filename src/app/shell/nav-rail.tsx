import { Link, useLocation } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { cx } from '@/lib/cx.ts';
import { part } from '@/lib/part.ts';
import { useWatchlist } from '@/lib/watchlist.ts';
import { isCurrent, type NavItem, useNavItems } from './nav-items.ts';
import { SlipCount } from './slip-count.tsx';

const linkClass = (on: boolean): string =>
  cx(
    'relative flex h-[34px] items-center gap-2.5 rounded-md px-2.5 font-medium transition-colors duration-100 max-lg:justify-center max-lg:px-0',
    on ? 'bg-raised text-text' : 'text-muted hover:bg-raised hover:text-text',
  );

/** A page that the platform has nothing for stays where it is looked for, and says so. */
const MISSING = 'text-faint line-through';
const NOT_HERE = 'not on this platform';
const navTitle = ({ label, missing }: NavItem): string => (missing ? `${label}: ${NOT_HERE}` : label);
const MissingNote = ({ item }: { item: NavItem }) =>
  item.missing ? <span className="sr-only">, {NOT_HERE}</span> : null;

const Watchlist = part(async () => (await import('./watchlist.tsx')).Watchlist);

/** Navigation at the left: with labels from 1024 px, icons alone below. Phones have tabs at the bottom instead. */
export function NavRail() {
  const watching = useWatchlist().length > 0;
  const path = useLocation({ select: (location) => location.pathname });
  const items = useNavItems();
  return (
    <nav
      aria-label="Main"
      className="sticky top-(--shell-top) flex h-[calc(100dvh-var(--shell-top))] flex-col gap-0.5 border-line border-r px-2 py-3 max-md:hidden"
    >
      {items.map((item) => {
        const on = isCurrent(item, path);
        return (
          <Link
            key={item.to}
            to={item.to}
            title={navTitle(item)}
            className={cx(linkClass(on), item.missing && MISSING)}
            activeProps={{}}
            {...(on ? { 'aria-current': 'page' } : {})}
          >
            <item.icon aria-hidden className="size-4 shrink-0" />
            <span className="max-lg:sr-only">{item.label}</span>
            <MissingNote item={item} />
            {item.to === '/parlay' && <SlipCount className="absolute top-0 right-0 lg:static lg:ml-auto" />}
          </Link>
        );
      })}
      {watching && <Watchlist />}
      <Link to="/settings" title="Settings" className={cx(linkClass(path === '/settings'), 'mt-auto')}>
        <Settings aria-hidden className="size-4 shrink-0" />
        <span className="max-lg:sr-only">Settings</span>
      </Link>
    </nav>
  );
}

/** Navigation of phones. */
export function MobileTabs() {
  const path = useLocation({ select: (location) => location.pathname });
  const items = useNavItems();
  const tabClass = (on: boolean): string =>
    cx(
      'relative flex h-13 flex-1 flex-col items-center justify-center gap-0.5 font-medium text-2xs focus-visible:-outline-offset-2',
      on ? 'text-text' : 'text-muted',
    );
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 flex border-line border-t bg-bg pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {items.map((item) => {
        const on = isCurrent(item, path);
        return (
          <Link
            key={item.to}
            to={item.to}
            className={cx(tabClass(on), item.missing && MISSING)}
            {...(on ? { 'aria-current': 'page' } : {})}
          >
            <item.icon aria-hidden className="size-[18px]" />
            {item.label}
            <MissingNote item={item} />
            {item.to === '/parlay' && <SlipCount className="absolute top-1 left-[calc(50%+6px)]" />}
          </Link>
        );
      })}
      <Link to="/settings" className={tabClass(path === '/settings')}>
        <Settings aria-hidden className="size-[18px]" />
        Settings
      </Link>
    </nav>
  );
}
