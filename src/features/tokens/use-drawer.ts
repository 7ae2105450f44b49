import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import type { TokensSearch } from './search-params.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Before it in the history is the list whose token it shows. */
    overList?: boolean;
  }
}

/** Opens the details of a token over the list of an address, and closes them. */
export function useDrawer(search: TokensSearch): { open: (mint: string) => void; close: () => void } {
  const navigate = useNavigate();
  const { history } = useRouter();
  const here = useRef(search);
  here.current = search;
  const open = useCallback(
    (token: string) =>
      void navigate({
        to: '/tokens',
        search: { ...here.current, token },
        state: { overList: true },
        resetScroll: false,
      }),
    [navigate],
  );
  const close = () => {
    // Back to the list: replaced by it, the next Back would lead to the same list, and seem to do nothing.
    if (history.location.state.overList) history.back();
    else
      void navigate({
        to: '/tokens',
        search: { ...search, token: undefined },
        replace: true,
        resetScroll: false,
      });
  };
  return { open, close };
}
