import type { Side } from '@contract/ids.ts';
import { useRouter } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { isPlainClick } from '@/lib/dom.ts';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  eventId: string;
  /** Opens the page with this market and side chosen. */
  marketId?: string;
  side?: Side;
}

/**
 * A link to an event's page. A plain anchor: a screen full of cards holds a hundred of them, and the router's own
 * link subscribes each to every navigation.
 */
export function EventLink({ eventId, marketId, side, onClick, ...rest }: Props) {
  const router = useRouter();
  const search = {
    ...(marketId === undefined ? {} : { market: marketId }),
    ...(side === undefined ? {} : { side }),
  };
  const href = `/event/${encodeURIComponent(eventId)}${router.options.stringifySearch(search)}`;
  return (
    <a
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        router.history.push(href);
      }}
      {...rest}
    />
  );
}
