export const PORTFOLIO_TABS = ['positions', 'orders', 'parlays', 'history'] as const;
export type PortfolioTab = (typeof PORTFOLIO_TABS)[number];
export const isPortfolioTab = (value: string): value is PortfolioTab =>
  PORTFOLIO_TABS.some((tab) => tab === value);
