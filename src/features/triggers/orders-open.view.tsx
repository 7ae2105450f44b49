import type { Pubkey } from '@contract/ids.ts';
import type { PicoUsd } from '@contract/triggers/price.ts';
import Pencil from 'lucide-react/icons/pencil';
import { type ComponentProps, Fragment, type RefObject, useRef, useState } from 'react';
import type { TriggerOrder } from '@/api/triggers.queries.ts';
import type { TriggerOrderChange } from '@/api/triggers.writes.ts';
import { cx } from '@/lib/cx.ts';
import { useStillOrder } from '@/lib/use-still-order.ts';
import { ButtonClock, waitingTitle } from '@/tx/landing-clock.tsx';
import type { Waiting } from '@/tx/types.ts';
import { Countdown } from '@/ui/countdown.tsx';
import { IconButton } from '@/ui/icon-button.tsx';
import { PassingButton } from '@/ui/passing-button.tsx';
import { Pill } from '@/ui/pill.tsx';
import { Absent } from '@/ui/price.tsx';
import { ActionTh, Table, Td, Th, Tr } from '@/ui/table.tsx';
import { useFocusOnLeaving } from '@/ui/use-focus-on-leaving.ts';
import { DistanceCell, OrderLabel, OrderState, SizeCell, TriggerCell } from './orders-cells.view.tsx';
import type { OrderDrafts } from './orders-drafts.ts';
import { type EditDraft, newDraft } from './orders-edit.ts';
import { OrderEdit } from './orders-edit.view.tsx';
import { triggerPoints } from './orders-rows.ts';
import { orderTitle, type TokenOf } from './triggers-labels.ts';

/** Sends a change; answers what the service objected to, or null once it is made. */
export type SaveChange = (order: TriggerOrder, change: TriggerOrderChange) => Promise<string | null>;

interface RowProps {
  order: TriggerOrder;
  /** It is none of the open orders any more, and holds its place for a while. */
  hasEnded: boolean;
  /** Price of the token it watches; null where nobody knows it, undefined while it comes. */
  now: PicoUsd | null | undefined;
  tokenOf: TokenOf;
  /** Why nothing can be signed now; null when it can. */
  blocked: string | null;
  /** Its withdrawal is under way. */
  busy: boolean;
  /** It was sent and could still land: until then it stays under way. */
  waiting: Waiting | undefined;
  /** Its cancellation was begun on this device and has not ended. */
  begun: boolean;
  /** A change of it that is being made. */
  draft: EditDraft | undefined;
  onDraft: OrderDrafts['set'];
  onSaved: OrderDrafts['saved'];
  onWithdraw: (order: TriggerOrder) => void;
  onSave: SaveChange;
}

const COLUMNS = 7;

/** What gives way first where the table has little room, so that its actions always stay in view. */
const ROOM = {
  size: '@max-[780px]:hidden',
  ends: '@max-[720px]:hidden',
  column: '@max-[640px]:hidden',
  /** What its column says, where it has none. */
  beneath: '@min-[640px]:hidden',
} as const;

/** What the button that ends an order says: a cancellation that has been begun is only to be finished. */
const endingLabel = (order: TriggerOrder, begun: boolean): string =>
  order.orderState === 'pending_withdraw' ? 'Withdraw' : begun ? 'Finish cancelling' : 'Cancel';

/** Names the form in which an order is changed. */
const changeFormId = (order: Pick<TriggerOrder, 'id'>): string => `change-${order.id}`;

/** Brings the change of an order into view, and with `focus` the keys to its first field. */
export function showChange(order: Pick<TriggerOrder, 'id'>, focus: boolean): void {
  const form = document.getElementById(changeFormId(order));
  form?.scrollIntoView({ block: 'nearest' });
  if (focus) form?.querySelector('input')?.focus();
}

interface EditingProps extends Pick<RowProps, 'order' | 'now' | 'onDraft' | 'onSave'> {
  draft: EditDraft;
  busy: boolean;
  onBusy: (busy: boolean) => void;
  onSaved: (draft: EditDraft) => void;
  onClose: () => void;
}

function Editing(props: EditingProps) {
  const { order, draft, now, busy, onBusy, onDraft, onSave, onSaved, onClose } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (change: TriggerOrderChange) => {
    onBusy(true);
    const said = await onSave(order, change);
    onBusy(false);
    setProblem(said);
    if (said === null) onSaved(draft);
  };
  return (
    <OrderEdit
      id={changeFormId(order)}
      order={order}
      draft={draft}
      points={triggerPoints(order)}
      now={now ?? null}
      busy={busy}
      problem={problem}
      onDraft={(next) => onDraft(order, next)}
      onSave={(change) => void save(change)}
      onClose={onClose}
    />
  );
}

interface ChangeProps extends Omit<ComponentProps<typeof IconButton>, 'ref' | 'icon'> {
  /** Where it is found while it is there. */
  opener: RefObject<HTMLButtonElement | null>;
}

/** Opens the change of an order; it leaves the focus to what is around it as it goes. */
function ChangeButton({ opener, ...rest }: ChangeProps) {
  const leaving = useFocusOnLeaving<HTMLButtonElement>();
  const both = (button: HTMLButtonElement | null) => {
    leaving.current = button;
    opener.current = button;
  };
  return <IconButton ref={both} icon={Pencil} {...rest} />;
}

function OpenOrderRow(props: RowProps) {
  const { order, hasEnded, now, tokenOf, blocked, busy, waiting, begun, draft } = props;
  const { onDraft, onSaved, onWithdraw, onSave } = props;
  const points = triggerPoints(order);
  const title = orderTitle(order, tokenOf);
  const words = endingLabel(order, begun);
  const isOpen = order.orderState === 'open';
  const state = hasEnded ? <Pill>Ended</Pill> : <OrderState order={order} />;
  const endsIn = hasEnded ? null : (
    <Countdown to={order.expiresAt} past="ending" className="text-muted text-xs" />
  );
  const opener = useRef<HTMLButtonElement>(null);
  const [saving, setSaving] = useState(false);
  const leaving = (end: () => void) => {
    // The form goes, and its buttons: who pressed one of them stays in the row.
    if (document.getElementById(changeFormId(order))?.contains(document.activeElement))
      opener.current?.focus();
    end();
  };
  return (
    <Fragment>
      <Tr
        data-testid="trigger-order"
        data-state={hasEnded ? 'ended' : order.orderState}
        className={cx(hasEnded && 'stale')}
      >
        <Td
          align="left"
          className="w-full whitespace-normal 3xl:w-2/5 @max-[640px]:max-w-0 @max-[640px]:align-top @min-[640px]:min-w-28"
        >
          <OrderLabel order={order} tokenOf={tokenOf} />
          <span className={cx('mt-1 flex flex-wrap items-center gap-x-2 gap-y-1', ROOM.beneath)}>
            {state}
            {endsIn}
          </span>
        </Td>
        <Td className="@max-[640px]:align-top">
          <TriggerCell order={order} points={points} />
          <span className={cx('block text-xs', ROOM.beneath)}>
            <DistanceCell now={now} points={points} />
          </span>
        </Td>
        <Td className={ROOM.column}>
          <DistanceCell now={now} points={points} />
        </Td>
        <Td className={ROOM.size}>
          <SizeCell order={order} tokenOf={tokenOf} />
        </Td>
        <Td className={ROOM.ends}>{endsIn ?? <Absent reason="It has ended: see Past orders" />}</Td>
        <Td align="left" className={ROOM.column}>
          {state}
        </Td>
        <Td className="pr-2 @max-[640px]:align-top">
          {hasEnded ? (
            <span className="sr-only">No action</span>
          ) : (
            <span className="inline-flex items-center justify-end gap-1 @max-[640px]:flex-col-reverse @max-[640px]:items-end">
              {isOpen && (
                <ChangeButton
                  opener={opener}
                  size="sm"
                  label={`Change: ${title}`}
                  aria-expanded={draft !== undefined}
                  aria-controls={changeFormId(order)}
                  pressed={draft !== undefined}
                  aria-disabled={saving || undefined}
                  onClick={() => {
                    if (!saving) onDraft(order, draft ? null : newDraft);
                  }}
                />
              )}
              <PassingButton
                size="sm"
                variant={words === 'Cancel' ? 'outline' : 'primary'}
                busy={busy}
                disabled={blocked !== null || order.orderState === 'pending'}
                title={
                  waiting
                    ? waitingTitle(waiting)
                    : (blocked ?? 'Stops the order; you sign the withdrawal of what it has left')
                }
                aria-label={`${words}: ${title}`}
                onClick={() => onWithdraw(order)}
              >
                <ButtonClock waiting={waiting}>{words}</ButtonClock>
              </PassingButton>
            </span>
          )}
        </Td>
      </Tr>
      {draft && isOpen && (
        <tr>
          <td colSpan={COLUMNS} className="p-0">
            <Editing
              order={order}
              draft={draft}
              now={now}
              onDraft={onDraft}
              onSave={onSave}
              busy={saving}
              onBusy={setSaving}
              onSaved={(done) => leaving(() => onSaved(order, done))}
              onClose={() => leaving(() => onDraft(order, null))}
            />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

interface Props
  extends Omit<
    RowProps,
    'order' | 'hasEnded' | 'now' | 'busy' | 'waiting' | 'begun' | 'draft' | 'onDraft' | 'onSaved'
  > {
  orders: readonly TriggerOrder[];
  /** Prices of the tokens they watch. */
  prices: ReadonlyMap<Pubkey, PicoUsd | null | undefined>;
  busy: ReadonlySet<string>;
  /** Those of them that were sent and could still land. */
  waiting: ReadonlyMap<string, Waiting>;
  begun: ReadonlySet<string>;
  drafts: OrderDrafts;
}

/** Orders that still watch the price or are being ended; those that wait for a signature come first. */
export function OpenOrdersTable({ orders, prices, busy, waiting, begun, drafts, ...row }: Props) {
  const toEnd = ({ id, orderState }: TriggerOrder) => orderState === 'pending_withdraw' || begun.has(id);
  const sorted = [...orders.filter(toEnd), ...orders.filter((order) => !toEnd(order))];
  // A press on Cancel stops an order for good before the wallet opens: no other one comes under the pointer.
  const { places, holding } = useStillOrder(sorted, '', ({ id }) => id);
  return (
    <div className="@container" {...holding}>
      <Table caption="Open orders">
        <thead>
          <tr>
            <Th align="left">Order</Th>
            <Th>Triggers at</Th>
            <Th className={ROOM.column}>Distance</Th>
            <Th className={ROOM.size}>Size</Th>
            <Th className={ROOM.ends}>Ends in</Th>
            <Th align="left" className={ROOM.column}>
              State
            </Th>
            <ActionTh />
          </tr>
        </thead>
        <tbody>
          {places.map(({ row: order, isGone }) => (
            <OpenOrderRow
              key={order.id}
              order={order}
              hasEnded={isGone}
              now={prices.get(order.triggerMint)}
              busy={busy.has(order.id)}
              waiting={waiting.get(order.id)}
              begun={begun.has(order.id)}
              draft={drafts.of.get(order.id)}
              onDraft={drafts.set}
              onSaved={drafts.saved}
              {...row}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}
