import type { PicoUsd } from '@contract/triggers/price.ts';
import type { TriggerOrder } from '@/api/triggers.queries.ts';
import { formatPrice } from '@/domain/trigger-price.ts';
import { cx } from '@/lib/cx.ts';
import { Pill } from '@/ui/pill.tsx';
import { Absent } from '@/ui/price.tsx';
import type { TriggerPoint } from './orders-rows.ts';
import {
  amountText,
  distanceOf,
  kindLabel,
  orderTitle,
  stateLabel,
  type TokenOf,
} from './triggers-labels.ts';

/** What an order is about: its sentence, and its kind. */
export const OrderLabel = ({ order, tokenOf }: { order: TriggerOrder; tokenOf: TokenOf }) => (
  <>
    <span className="block whitespace-normal font-medium">{orderTitle(order, tokenOf)}</span>
    <span className="block whitespace-normal text-muted text-xs">{kindLabel(order)}</span>
  </>
);

export function OrderState({ order }: { order: TriggerOrder }) {
  const { text, tone } = stateLabel(order);
  return <Pill tone={tone}>{text}</Pill>;
}

const LEG_TONES: Record<TriggerPoint['id'], string> = {
  trigger: 'text-text',
  tp: 'text-yes',
  sl: 'text-no',
};

/** Each price that an order watches, the best price seen where it trails. */
export function TriggerCell({ order, points }: { order: TriggerOrder; points: readonly TriggerPoint[] }) {
  if (points.length === 0) return <Absent reason="No price seen yet" />;
  const mark = order.highWatermark ?? order.lowWatermark;
  return (
    <span className="flex flex-col items-end">
      {points.map((point) => (
        <span key={point.id} className={cx('num', point.later && 'opacity-70')}>
          <span className="font-sans text-muted text-xs">
            {point.label} {point.fires === 'above' ? '≥' : '≤'}{' '}
          </span>
          <span className={LEG_TONES[point.id]} title={formatPrice(point.price, true)}>
            {formatPrice(point.price)}
          </span>
        </span>
      ))}
      {order.trailingBps !== null && mark !== null && (
        <span className="num text-muted text-xs" title="The best price since the order was placed">
          {order.highWatermark !== null ? 'high' : 'low'} {formatPrice(mark)}
        </span>
      )}
    </span>
  );
}

/** How far the price has to go, in percent and in dollars. */
export function DistanceCell({
  now,
  points,
}: {
  now: PicoUsd | null | undefined;
  points: readonly TriggerPoint[];
}) {
  const watched = points.filter(({ later }) => !later);
  if (watched.length === 0) return <Absent reason="Nothing is watched yet" />;
  if (now === null || now === undefined) return <Absent reason="The price is not known now" />;
  return (
    <span className="flex flex-col items-end">
      {watched.map((point) => {
        const distance = distanceOf(now, point);
        if (!distance) return null;
        return (
          <span key={point.id} className="num">
            {distance.change} <span className="text-muted text-xs">{distance.away}</span>
          </span>
        );
      })}
    </span>
  );
}

/** What is left of the deposit, of how much where part of it is gone. */
export function SizeCell({ order, tokenOf }: { order: TriggerOrder; tokenOf: TokenOf }) {
  const partly = order.remainingInputAmount < order.initialInputAmount;
  return (
    <span className="num" title={partly ? 'Left of what was deposited' : 'Deposited'}>
      {amountText(tokenOf, order.inputMint, order.remainingInputAmount)}
      {partly && (
        <span className="block text-muted text-xs">
          of {amountText(tokenOf, order.inputMint, order.initialInputAmount)}
        </span>
      )}
    </span>
  );
}
