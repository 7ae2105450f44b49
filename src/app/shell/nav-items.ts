import type { LucideIcon } from 'lucide-react';
import ChartCandlestick from 'lucide-react/icons/chart-candlestick';
import ChartPie from 'lucide-react/icons/chart-pie';
import Coins from 'lucide-react/icons/coins';
import Crosshair from 'lucide-react/icons/crosshair';
import Layers from 'lucide-react/icons/layers';
import Timer from 'lucide-react/icons/timer';
import { roundsProvider, useConfig } from '@/config.ts';
import { useUnavailablePages } from '@/state/interfaces.ts';
import type { ShortcutId } from '@/state/shortcut-keys.ts';

export interface NavItem {
  readonly to: '/' | '/parlay' | '/portfolio' | '/rounds' | '/tokens' | '/triggers';
  readonly label: string;
  readonly icon: LucideIcon;
  readonly shortcut: ShortcutId;
  /** Paths that belong to this entry. */
  readonly owns: readonly string[];
  /** The platform does not have what the page is made of: it says so. */
  readonly unavailable?: boolean;
}

const NAV_ITEMS: readonly NavItem[] = [
  { to: '/', label: 'Markets', icon: ChartCandlestick, shortcut: 'markets', owns: ['/event/'] },
  { to: '/parlay', label: 'Parlay', icon: Layers, shortcut: 'parlay', owns: [] },
  { to: '/rounds', label: 'Rounds', icon: Timer, shortcut: 'rounds', owns: [] },
  { to: '/tokens', label: 'Tokens', icon: Coins, shortcut: 'tokens', owns: [] },
  { to: '/triggers', label: 'Triggers', icon: Crosshair, shortcut: 'triggers', owns: [] },
  {
    to: '/portfolio',
    label: 'Portfolio',
    icon: ChartPie,
    shortcut: 'portfolio',
    owns: ['/portfolio/', '/monitor'],
  },
];

/** The pages this deployment has: rounds and trigger orders are there only where they are offered. */
export function useNavItems(): readonly NavItem[] {
  const config = useConfig();
  const isUnavailable = useUnavailablePages();
  return NAV_ITEMS.map((item) => (isUnavailable(item.to) ? { ...item, unavailable: true } : item)).filter(
    ({ to, unavailable }) => {
      if (to === '/rounds') return unavailable || roundsProvider(config) !== undefined;
      return unavailable || to !== '/triggers' || config.trigger?.enabled === true;
    },
  );
}

export const isCurrent = (item: NavItem, path: string): boolean =>
  path === item.to || item.owns.some((prefix) => path.startsWith(prefix));
