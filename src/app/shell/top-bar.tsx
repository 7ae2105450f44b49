import Search from 'lucide-react/icons/search';
import { useConfig } from '@/config.ts';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useLayers } from '@/state/layers.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { Pill } from '@/ui/pill.tsx';
import { Brand } from './brand.tsx';
import { SearchBox } from './search-box.tsx';
import { TradingPill } from './trading-pill.tsx';
import { WalletSlot } from './wallet-slot.tsx';

const BudgetPill = lazyWithRetry(async () => (await import('./budget-pill.tsx')).BudgetPill, {
  fallback: () => <Pill>LIVE</Pill>,
});

/** Search, mode, trading status, balance and wallet. */
export function TopBar() {
  const { mode } = useConfig();
  const show = useLayers((layers) => layers.show);
  return (
    <header className="sticky top-0 z-30 col-span-full flex h-(--shell-bar) items-center gap-2 border-line border-b bg-bg px-3 md:gap-3 md:px-4 print:hidden">
      <Brand />
      <SearchBox />
      <div className="flex-1" />
      <IconButton label="Search" icon={Search} className="md:hidden" onClick={() => show('palette')} />
      {mode === 'paper' && (
        <Pill tone="warn" title="Paper exchange: real transactions on a test ledger, no real money">
          PAPER
        </Pill>
      )}
      {mode === 'live' && <BudgetPill />}
      <TradingPill />
      <WalletSlot />
    </header>
  );
}
