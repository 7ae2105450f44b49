import { tradableMarkets } from '../../e2e/markets.ts';

export interface Opened {
  path: string;
  /** The first of what the page is opened for. */
  data: string;
}

/** The pages that are opened without a wallet, by name. */
export async function openedPages(url: string): Promise<Readonly<Record<string, Opened>>> {
  const [market] = await tradableMarkets(url, 1);
  if (!market) throw new Error('no open market');
  return {
    events: { path: '/', data: 'article' },
    market: {
      path: `/event/${market.eventId}?market=${market.marketId}`,
      data: 'main a[href*="side=no"]',
    },
    tokens: { path: '/tokens', data: 'main tbody tr' },
    portfolio: { path: '/portfolio', data: 'main button' },
    rounds: { path: '/rounds', data: 'main button' },
  };
}
