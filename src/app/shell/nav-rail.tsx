import { Link, useLocation } from '@tanstack/react-router';
import Settings from 'lucide-react/icons/settings';
import { cx } from '@/lib/cx.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useMedia } from '@/lib/use-media.ts';
import { useWatchlist } from '@/state/watchlist.ts';
import { NavBadge } from './nav-badge.tsx';
import { isCurrent, useNavItems } from './nav-items.ts';
import { navTitle, UNAVAILABLE, UnavailableNote } from './nav-unavailable.tsx';

const linkClass = (on: boolean): string =>
  cx(
    'flex min-h-[34px] items-center gap-2.5 rounded-md px-2.5 font-medium transition-colors duration-100 max-lg:flex-col max-lg:justify-center max-lg:gap-0.5 max-lg:px-0 max-lg:py-1',
    on ? 'bg-raised text-text' : 'text-muted hover:bg-raised hover:text-text',
  );

const Watchlist = lazyWithRetry(async () => (await import('./watchlist.tsx')).Watchlist);

/** Navigation at the left: with labels from 1024 px, icons alone below. Phones have tabs at the bottom instead. */
export function NavRail() {
  const watching = useWatchlist().length > 0;
  const path = useLocation({ select: (location) => location.pathname });
  const items = useNavItems();
  const labelled = useMedia('(width >= 64rem)');
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
            className={cx(linkClass(on), item.unavailable && UNAVAILABLE)}
            activeProps={{}}
            {...(on ? { 'aria-current': 'page' } : {})}
          >
            <item.icon aria-hidden className="size-4 shrink-0" />
            <span className="max-lg:sr-only">{item.label}</span>
            <UnavailableNote item={item} />
            <NavBadge to={item.to} words={labelled} className="lg:-mr-1 lg:ml-auto" />
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
