import { Link, useLocation } from '@tanstack/react-router';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { cx } from '@/lib/cx.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useLayers } from '@/state/layers.ts';
import { NavBadge } from './nav-badge.tsx';
import { isCurrent, type NavItem, useNavItems } from './nav-items.ts';
import { UNAVAILABLE, UnavailableNote } from './nav-unavailable.tsx';

const MoreSheet = lazyWithRetry(async () => (await import('./more-sheet.tsx')).MoreSheet);

/** Pages in the order in which they get a tab, as far as the deployment has them; the others are behind More. */
const FIRST: readonly NavItem['to'][] = ['/', '/rounds', '/portfolio', '/triggers', '/parlay', '/tokens'];
const TABS = 4;

const tabClass = (on: boolean): string =>
  cx(
    'relative flex h-13 flex-1 flex-col items-center justify-center gap-0.5 font-medium text-2xs focus-visible:-outline-offset-2',
    on ? 'text-text' : 'text-muted',
  );

/**
 * Navigation of phones: the four pages one comes back to, and More. One bar at a time: where a page has a bar of its own
 * (`useRootMark`), as the ticket of an event, that one stands in its place and More leads to all pages.
 */
export function MobileTabs() {
  const path = useLocation({ select: (location) => location.pathname });
  const items = useNavItems();
  const { open, show, close } = useLayers();
  const ranked = items.toSorted((a, b) => FIRST.indexOf(a.to) - FIRST.indexOf(b.to));
  const more = ranked.slice(TABS);
  const behind = path === '/settings' || more.some((item) => isCurrent(item, path));
  return (
    <>
      <nav
        aria-label="Main"
        className="fixed inset-x-0 bottom-0 z-30 flex border-line border-t bg-bg pb-[env(safe-area-inset-bottom)] md:hidden print:hidden [:root[data-action-bar]_&]:hidden"
      >
        {ranked.slice(0, TABS).map((item) => {
          const on = isCurrent(item, path);
          return (
            <Link
              key={item.to}
              to={item.to}
              className={cx(tabClass(on), item.unavailable && UNAVAILABLE)}
              {...(on ? { 'aria-current': 'page' } : {})}
            >
              <item.icon aria-hidden className="size-[18px]" />
              {item.label}
              <UnavailableNote item={item} />
              <NavBadge to={item.to} className="absolute top-1 left-[calc(50%+6px)]" />
            </Link>
          );
        })}
        <button
          type="button"
          aria-haspopup="dialog"
          className={tabClass(behind)}
          onClick={() => show('more')}
        >
          <Ellipsis aria-hidden className="size-[18px]" />
          More
          {more.map(({ to }) => (
            <NavBadge key={to} to={to} className="absolute top-1 left-[calc(50%+6px)]" />
          ))}
        </button>
      </nav>
      {open === 'more' && <MoreSheet items={path.startsWith('/event/') ? ranked : more} onClose={close} />}
    </>
  );
}
