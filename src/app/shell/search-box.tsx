import { useLocation, useNavigate } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { useLayers } from '@/state/layers.ts';
import { PALETTE_KEYS, useShortcutKeys } from '@/state/shortcut-keys.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { Keys } from '@/ui/kbd.tsx';

export const SEARCH_ID = 'search-events';
const LIVE_SEARCH_MS = 250;

/** Puts the cursor into the search box, or opens the palette where the box is not shown. */
export function focusSearch(): void {
  const box = document.getElementById(SEARCH_ID);
  if (box instanceof HTMLInputElement && box.offsetParent !== null) {
    box.focus();
    box.select();
  } else {
    useLayers.getState().show('palette');
  }
}

/** Words of the events page: those of other pages, as of the tokens, are for fields of their own. */
const wordsOf = ({ pathname, search }: { pathname: string; search: object }): string =>
  // The router reads digits in an address as a number.
  pathname === '/' && 'q' in search && (typeof search.q === 'string' || typeof search.q === 'number')
    ? String(search.q)
    : '';

/**
 * Words for the events page, kept in its address. Typing searches after a pause; Enter at once.
 */
export function SearchBox() {
  const navigate = useNavigate();
  const keysOf = useShortcutKeys();
  const inAddress = useLocation({ select: wordsOf });
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    if (text.trim() !== inAddress) setText(inAddress);
  }
  const search = (words: string, replace: boolean): void => {
    void navigate({ to: '/', search: words === '' ? {} : { q: words }, replace });
  };
  const words = text.trim();
  useEffect(() => {
    if (words === inAddress) return;
    const timer = setTimeout(() => {
      void navigate({ to: '/', search: words === '' ? {} : { q: words }, replace: inAddress !== '' });
    }, LIVE_SEARCH_MS);
    return () => clearTimeout(timer);
  }, [words, inAddress, navigate]);
  return (
    <search className="contents">
      <form
        className="relative flex h-8 min-w-0 flex-[0_1_460px] items-center rounded-md border border-line bg-panel has-[input:focus-visible]:border-accent max-md:hidden"
        onSubmit={(event) => {
          event.preventDefault();
          if (words !== inAddress) search(words, false);
        }}
      >
        <Search aria-hidden className="pointer-events-none absolute left-2.5 size-3.5 text-faint" />
        <input
          id={SEARCH_ID}
          type="search"
          aria-label="Search events and markets"
          aria-keyshortcuts={keysOf('search')}
          placeholder="Search events and markets"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            if (text === '') event.currentTarget.blur();
            setText('');
            if (inAddress !== '') search('', true);
          }}
          className="h-full w-full text-ellipsis bg-transparent pr-2 pl-8 outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        {text === '' ? (
          <button
            type="button"
            aria-label="Open the command palette"
            className="mr-2 rounded-xs max-lg:hidden"
            onClick={() => useLayers.getState().show('palette')}
          >
            <Keys keys={PALETTE_KEYS} />
          </button>
        ) : (
          <IconButton
            size="sm"
            icon={X}
            label="Clear the search"
            className="mr-1"
            onClick={() => {
              setText('');
              // The button goes with its press.
              document.getElementById(SEARCH_ID)?.focus();
              if (inAddress !== '') search('', true);
            }}
          />
        )}
      </form>
    </search>
  );
}
