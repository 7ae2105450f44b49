import { useId, useState } from 'react';
import type { TriggerOrder } from '@/api/triggers.queries.ts';
import { cx } from '@/lib/cx.ts';
import { ButtonClock, waitingTitle } from '@/tx/landing-clock.tsx';
import type { Waiting } from '@/tx/types.ts';
import { PassingButton } from '@/ui/passing-button.tsx';
import { Absent } from '@/ui/price.tsx';
import { SignatureCell } from '@/ui/signature.tsx';
import { Table, Td, Th, Tr } from '@/ui/table.tsx';
import { UnfoldButton } from '@/ui/unfold-button.tsx';
import { When } from '@/ui/when.tsx';
import { OrderLabel, OrderState, TriggerCell } from './orders-cells.view.tsx';
import { assetsOf, firedPoints, isStranded } from './orders-rows.ts';
import { amountText, assetsText, eventLabel, orderTitle, type TokenOf } from './triggers-labels.ts';

interface StrandedRowProps {
  order: TriggerOrder;
  tokenOf: TokenOf;
  blocked: string | null;
  busy: boolean;
  /** It was sent and could still land: until then it stays under way. */
  waiting: Waiting | undefined;
  onWithdraw: (order: TriggerOrder) => void;
}

function Stranded({ order, tokenOf, blocked, busy, waiting, onWithdraw }: StrandedRowProps) {
  return (
    <li data-testid="stranded" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 flex-1 basis-56">
        <span className="num font-semibold">{assetsText(assetsOf(order), tokenOf)}</span>{' '}
        <span className="text-muted">
          of “{orderTitle(order, tokenOf)}”, {order.orderState} <When seconds={order.updatedAt / 1_000} />
        </span>
      </span>
      <PassingButton
        size="sm"
        busy={busy}
        disabled={blocked !== null}
        title={
          waiting
            ? waitingTitle(waiting)
            : (blocked ?? 'You sign the withdrawal; everything comes back to your wallet')
        }
        aria-label={`Recover ${assetsText(assetsOf(order), tokenOf)}: ${orderTitle(order, tokenOf)}`}
        onClick={() => onWithdraw(order)}
      >
        <ButtonClock waiting={waiting}>Recover</ButtonClock>
      </PassingButton>
    </li>
  );
}

interface StrandedProps extends Omit<StrandedRowProps, 'order' | 'busy' | 'waiting'> {
  orders: readonly TriggerOrder[];
  busy: ReadonlySet<string>;
  /** Those of them that were sent and could still land. */
  waiting: ReadonlyMap<string, Waiting>;
}

/** Orders that ended with funds in the vault, above everything else: nothing moves them but their owner. */
export const StrandedFunds = ({ orders, busy, waiting, ...row }: StrandedProps) => (
  <section aria-label="Funds waiting in your vault" className="border-line border-b bg-warn-dim">
    <h3 className="px-3 pt-2.5 font-semibold text-warn">Funds waiting in your vault</h3>
    <ul className="grid gap-1 px-3 pt-1 pb-2.5">
      {orders.map((order) => (
        <Stranded
          key={order.id}
          order={order}
          busy={busy.has(order.id)}
          waiting={waiting.get(order.id)}
          {...row}
        />
      ))}
    </ul>
  </section>
);

const COLUMNS = 7;

/** What gives way first where the table has little room. */
const ROOM = {
  triggered: '@max-[720px]:hidden',
  column: '@max-[640px]:hidden',
  /** What its column says, where it has none. */
  beneath: '@min-[640px]:hidden',
} as const;

function Events({ order, tokenOf }: { order: TriggerOrder; tokenOf: TokenOf }) {
  if (order.events.length === 0)
    return <p className="px-3 py-2 text-muted">No deposits, fills or withdrawals on record.</p>;
  return (
    <ol className="grid gap-1.5 whitespace-normal border-line border-t bg-bg px-3 py-2.5 text-left md:pl-11">
      {order.events.map((event, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: records are only ever added at the end, and have no id
          key={index}
          data-testid="trigger-event"
          className="flex flex-wrap items-center gap-x-3 gap-y-0.5"
        >
          <span className="min-w-28">
            <When seconds={event.timestamp / 1_000} />
          </span>
          <span className="min-w-0 flex-1 basis-40">{eventLabel(event, tokenOf)}</span>
          <SignatureCell signature={event.txSignature ?? ''} />
        </li>
      ))}
      {isStranded(order) && (
        <li className="text-warn">Still in your vault: {assetsText(assetsOf(order), tokenOf)}.</li>
      )}
    </ol>
  );
}

function PastRow({ order, tokenOf }: { order: TriggerOrder; tokenOf: TokenOf }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const title = orderTitle(order, tokenOf);
  const fired = firedPoints(order);
  // A service may leave out what a filled order has paid and brought: that is no nothing.
  const untold = order.orderState === 'filled' ? 'The service does not say' : null;
  return (
    <tbody className="border-line border-b last:border-b-0">
      <Tr className="border-b-0" data-testid="past-order" data-state={order.orderState}>
        <Td align="left" className="w-px pr-0 @max-[640px]:align-top">
          <UnfoldButton
            open={open}
            controls={id}
            what={`what happened: ${title}`}
            onToggle={() => setOpen((was) => !was)}
          />
        </Td>
        <Td
          align="left"
          className="w-full whitespace-normal 3xl:w-2/5 @max-[640px]:max-w-0 @min-[640px]:min-w-28"
        >
          <OrderLabel order={order} tokenOf={tokenOf} />
          <span className={cx('mt-1 flex flex-wrap items-center gap-x-2 gap-y-1', ROOM.beneath)}>
            <OrderState order={order} />
            <When seconds={order.updatedAt / 1_000} />
          </span>
        </Td>
        <Td align="left" className={ROOM.column}>
          <OrderState order={order} />
        </Td>
        <Td className={ROOM.triggered}>
          {fired.length === 0 ? (
            <Absent reason={untold ?? 'It never triggered'} />
          ) : (
            <TriggerCell order={order} points={fired} />
          )}
        </Td>
        <Td num className={ROOM.column}>
          {order.inputUsed === null ? (
            <Absent reason={untold ?? 'Nothing was executed'} />
          ) : (
            amountText(tokenOf, order.inputMint, order.inputUsed)
          )}
        </Td>
        <Td num className="@max-[640px]:align-top">
          {order.outputAmount === null ? (
            <Absent reason={untold ?? 'Nothing was received'} />
          ) : (
            amountText(tokenOf, order.outputMint, order.outputAmount)
          )}
        </Td>
        <Td className={ROOM.column}>
          <When seconds={order.updatedAt / 1_000} />
        </Td>
      </Tr>
      {open && (
        <tr id={id}>
          <td colSpan={COLUMNS} className="p-0">
            <Events order={order} tokenOf={tokenOf} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** Orders that have ended, each with what happened to it. */
export const PastOrdersTable = ({
  orders,
  tokenOf,
}: {
  orders: readonly TriggerOrder[];
  tokenOf: TokenOf;
}) => (
  <div className="@container">
    <Table caption="Past orders">
      <thead>
        <tr>
          <Th>
            <span className="sr-only">Events</span>
          </Th>
          <Th align="left">Order</Th>
          <Th align="left" className={ROOM.column}>
            State
          </Th>
          <Th className={ROOM.triggered}>Triggered at</Th>
          <Th className={ROOM.column}>Paid</Th>
          <Th>Received</Th>
          <Th className={ROOM.column}>Changed</Th>
        </tr>
      </thead>
      {orders.map((order) => (
        <PastRow key={order.id} order={order} tokenOf={tokenOf} />
      ))}
    </Table>
  </div>
);
