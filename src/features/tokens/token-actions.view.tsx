import Crosshair from 'lucide-react/icons/crosshair';
import { memo } from 'react';
import { plainName } from '@/domain/sanitize.ts';
import { isPlainClick } from '@/lib/dom.ts';
import { CopyButton } from '@/ui/copy-button.tsx';

/** Where an order on a token is made: for a tab of its own. */
const triggersPath = (mint: string): string => `/triggers?mint=${encodeURIComponent(mint)}`;

interface ActionsProps {
  mint: string;
  symbol: string;
  onTrigger: ((mint: string) => void) | undefined;
}

/** What can be done with a token without opening it. */
export const Actions = memo(function Actions({ mint, symbol, onTrigger }: ActionsProps) {
  const name = plainName(symbol, 14) || 'the token';
  const label = `Trigger order on ${name}`;
  return (
    <span className="inline-flex items-center gap-0.5">
      <span className="max-md:hidden">
        <CopyButton text={mint} what={`address of ${name}`} />
      </span>
      {onTrigger && (
        <a
          href={triggersPath(mint)}
          title={label}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onTrigger(mint);
          }}
          className="hit-area inline-flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text"
        >
          <Crosshair aria-hidden className="size-3.5" />
          <span className="sr-only">{label}</span>
        </a>
      )}
    </span>
  );
});
