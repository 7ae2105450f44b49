import { formatCents, formatContracts, formatUsd } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import X from 'lucide-react/icons/x';
import { sideName } from '@/domain/held-name.ts';
import { cx } from '@/lib/cx.ts';
import { useStillOrder } from '@/lib/use-still-order.ts';
import { LandingSeconds, waitingTitle } from '@/tx/landing-clock.tsx';
import type { Waiting } from '@/tx/types.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { useFocusOnLeaving } from '@/ui/use-focus-on-leaving.ts';

/** Taking back orders, which another feature does. */
export interface OrderCancels {
  /** Why nothing can be signed now; null when it can. */
  blocked: string | null;
  busy: ReadonlySet<string>;
  /** Those of them that were sent and could still land. */
  waiting: ReadonlyMap<string, Waiting>;
  cancel: (order: Order) => void;
}

const sizeOf = (order: Order): string =>
  order.contractsMicro > 0n ? formatContracts(order.contractsMicro) : formatUsd(order.sizeUsd);

function nameOf(order: Order): string {
  const limit = order.isBuy ? order.maxBuyPriceUsd : order.minSellPriceUsd;
  const price = limit === null ? '' : ` ${order.isBuy ? '≤' : '≥'} ${formatCents(limit, true)}`;
  return `${order.isBuy ? 'Buy' : 'Sell'} ${sideName(order.marketMetadata.title, order.isYes)} ${sizeOf(order)}${price}`;
}

interface CancelProps {
  label: string;
  disabled: boolean;
  busy: boolean;
  onClick: () => void;
}

/** It keeps the focus while its order is cancelled, and leaves it to what is around it as it goes. */
const CancelButton = ({ busy, onClick, ...rest }: CancelProps) => (
  <IconButton
    ref={useFocusOnLeaving()}
    size="sm"
    icon={X}
    aria-disabled={busy || undefined}
    className={cx(busy && 'cursor-progress opacity-50')}
    onClick={() => {
      if (!busy) onClick();
    }}
    {...rest}
  />
);

/** The viewer's open orders in this market, each with its way out. They are marked ● among the levels. */
export function OwnOrders({ orders, cancels }: { orders: readonly Order[]; cancels: OrderCancels }) {
  const [first] = orders;
  const { places, holding } = useStillOrder(
    orders,
    `${first?.owner} ${first?.marketId}`,
    ({ pubkey }) => pubkey,
  );
  if (!first) return null;
  return (
    <ul
      aria-label="My open orders"
      {...holding}
      className="scroll-thin max-h-[4.5rem] shrink-0 overflow-y-auto border-line border-t"
    >
      {places.map(({ row: order, isGone }) => {
        const name = nameOf(order);
        const busy = cancels.busy.has(order.pubkey);
        const waiting = cancels.waiting.get(order.pubkey);
        return (
          <li key={order.pubkey} className="flex h-7 items-center gap-2 pr-1.5 pl-3 text-xs">
            <span aria-hidden className="text-accent">
              ●
            </span>
            <span className="min-w-0 flex-1 truncate text-muted" title={name}>
              {name}
            </span>
            {busy && !isGone && (
              <span className="font-sans text-faint" title={waiting && waitingTitle(waiting)}>
                Cancelling
                {waiting && (
                  <>
                    , <LandingSeconds until={waiting.until} />
                  </>
                )}
              </span>
            )}
            {isGone ? (
              <span className="pr-1.5 font-sans text-faint">Ended</span>
            ) : (
              <CancelButton
                label={cancels.blocked ?? `Cancel: ${name}`}
                disabled={cancels.blocked !== null}
                busy={busy}
                onClick={() => cancels.cancel(order)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
