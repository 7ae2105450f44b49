import { Link } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import { cx } from '@/lib/cx.ts';
import { useLayers } from '@/state/layers.ts';
import { Sheet } from '@/ui/dialog.tsx';
import { NavBadge } from './nav-badge.tsx';
import type { NavItem } from './nav-items.ts';
import { UNAVAILABLE, UnavailableNote } from './nav-unavailable.tsx';

const ROW = 'flex h-12 w-full items-center gap-3 border-line border-t font-medium first:border-t-0';

interface Props {
  items: readonly NavItem[];
  onClose: () => void;
}

/** Of phones: the pages without a tab, and what else the top bar and the keyboard open on a larger screen. */
export function MoreSheet({ items, onClose }: Props) {
  const show = useLayers((layers) => layers.show);
  return (
    <Sheet open onOpenChange={(next) => !next && onClose()} title="More">
      <nav aria-label="More">
        {items.map((item) => (
          <Link
            key={item.to}
            to={item.to}
            onClick={onClose}
            className={cx(ROW, item.unavailable && UNAVAILABLE)}
          >
            <item.icon aria-hidden className="size-[18px] text-muted" />
            {item.label}
            <UnavailableNote item={item} />
            <NavBadge to={item.to} words className="ml-auto" />
          </Link>
        ))}
        <button
          type="button"
          className={ROW}
          onClick={() => {
            onClose();
            show('palette');
          }}
        >
          <Search aria-hidden className="size-[18px] text-muted" />
          Search
        </button>
        <Link to="/settings" onClick={onClose} className={ROW}>
          <Settings aria-hidden className="size-[18px] text-muted" />
          Settings
        </Link>
      </nav>
    </Sheet>
  );
}
