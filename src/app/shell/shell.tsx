import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { lazyWithRetry } from '@/lib/lazy-with-retry.ts';
import { useSlipChange } from '@/state/parlay-slip.ts';
import { EmptyWalletNotice } from '@/wallet/index.ts';
import { AppLayers } from '../app-layers.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { MobileTabs } from './mobile-tabs.tsx';
import { NavRail } from './nav-rail.tsx';
import { SEARCH_ID } from './search-box.tsx';
import { SkipLinks } from './skip-links.tsx';
import { TopBar } from './top-bar.tsx';

const ParlayNotice = lazyWithRetry(async () => (await import('./parlay-notice.tsx')).ParlayNotice);

/** A new page takes the focus, so that keyboards and screen readers start where the eyes do. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    // Typing in the search box leads to another page and must go on there.
    if (document.activeElement?.id === SEARCH_ID) return;
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}

/** The frame of every page: top bar, navigation, content. The document scrolls, not the content. */
export function Shell({ children }: { children: ReactNode }) {
  const main = useFocusOnNavigation();
  const picked = useSlipChange(({ change }) => change !== null);
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_1fr] md:grid-cols-[52px_minmax(0,1fr)] lg:grid-cols-[200px_minmax(0,1fr)] print:block">
      {/* What a page covers, filling the screen, is out of the reach of keys too. */}
      <div className="contents [:root[data-covers]_&]:invisible">
        <SkipLinks />
        <TopBar />
        <ConnectionNotice>
          <EmptyWalletNotice />
        </ConnectionNotice>
        <div className="row-start-3 max-md:hidden print:hidden">
          <NavRail />
        </div>
      </div>
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="row-start-3 min-w-0 p-3 pb-[calc(var(--shell-bottom)+1rem)] outline-none md:p-4"
      >
        {children}
      </main>
      <div className="contents [:root[data-covers]_&]:invisible">
        <MobileTabs />
      </div>
      <div
        role="status"
        // Neither over the bars of a phone nor over the ticket at the right; in the column of the navigation, where
        // toasts of orders come before it.
        className="pointer-events-none fixed right-3 left-3 z-30 flex max-md:top-[calc(var(--shell-top)+10px)] md:bottom-3 md:left-16 lg:right-auto lg:bottom-[54px] lg:left-2 lg:w-[184px] print:hidden"
      >
        {picked && <ParlayNotice />}
      </div>
      <AppLayers />
    </div>
  );
}
