export { BALANCE_POLL_MS, useBalances, useHolding } from './balances.ts';
export { EmptyWalletNotice } from './empty-wallet.tsx';
export { openConnect, useWalletStore } from './store.ts';
export { useOwner, useSigner, useSignMessage, type WalletSigner } from './use-wallet.ts';
export { BalancePill, WalletButton } from './wallet-button.tsx';
export { WalletRoot } from './wallet-root.tsx';
