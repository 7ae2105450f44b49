import type { LucideIcon } from 'lucide-react';
import ChartCandlestick from 'lucide-react/icons/chart-candlestick';
import ChartPie from 'lucide-react/icons/chart-pie';
import Coins from 'lucide-react/icons/coins';
import Crosshair from 'lucide-react/icons/crosshair';
import Layers from 'lucide-react/icons/layers';
import Timer from 'lucide-react/icons/timer';
import { roundsProvider, useConfig } from '@/config.ts';
import { useUnavailablePages } from '@/state/interfaces.ts';

export interface NavItem {
  readonly to: '/' | '/parlay' | '/portfolio' | '/rounds' | '/tokens' | '/triggers';
  readonly label: string;
  readonly icon: LucideIcon;
  /** Second key after `g`. */
  readonly key: string;
  /** Paths that belong to this entry. */
  readonly owns: readonly string[];
  /** The platform does not have what the page is made of: it says so. */
  readonly unavailable?: boolean;
}

const NAV_ITEMS: readonly NavItem[] = [
  { to: '/', label: 'Markets', icon: ChartCandlestick, key: 'm', owns: ['/event/'] },
  { to: '/parlay', label: 'Parlay', icon: Layers, key: 'l', owns: [] },
  { to: '/rounds', label: 'Rounds', icon: Timer, key: 'r', owns: [] },
  { to: '/tokens', label: 'Tokens', icon: Coins, key: 't', owns: [] },
  { to: '/triggers', label: 'Triggers', icon: Crosshair, key: 'o', owns: [] },
  { to: '/portfolio', label: 'Portfolio', icon: ChartPie, key: 'p', owns: ['/portfolio/', '/monitor'] },
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
