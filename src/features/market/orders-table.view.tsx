import { formatCents, formatContracts } from '@contract/money.ts';
import type { Order } from '@contract/prediction/order.ts';
import { orderStatusText } from '@/domain/status-texts.ts';
import { formatShortLocal } from '@/lib/time.ts';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Absent } from '@/ui/price.tsx';
import { Table, Td, Th, Tr } from '@/ui/table.tsx';
import { HeldWithin } from './held-within.view.tsx';

function Row({ order, name }: { order: Order; name: string }) {
  const limit = order.isBuy ? order.maxBuyPriceUsd : order.minSellPriceUsd;
  const filled = order.filledContractsMicro > 0n;
  return (
    <Tr>
      <Td align="left" num className="text-muted">
        {formatShortLocal(order.createdAt * 1_000)}
      </Td>
      <Td align="left" className="w-full min-w-28 max-w-0" data-name>
        <HeldWithin name={name} isYes={order.isYes} action={`${order.isBuy ? 'Buy' : 'Sell'} `} />
      </Td>
      <Td num>{formatContracts(order.contractsMicro)}</Td>
      <Td num>{limit === null ? <Absent reason="No limit" /> : formatCents(limit, true)}</Td>
      <Td num>{filled ? formatContracts(order.filledContractsMicro) : <Absent reason="Nothing filled" />}</Td>
      <Td num>{filled ? formatCents(order.avgFillPriceUsd, true) : <Absent reason="Nothing filled" />}</Td>
      <Td>{orderStatusText(order)}</Td>
    </Tr>
  );
}

interface Props {
  orders: readonly Order[];
  connected: boolean;
  nameOf: (order: Order) => string;
}

/** The viewer's orders in this event, newest first. */
export function OrdersTable({ orders, connected, nameOf }: Props) {
  if (!connected)
    return <EmptyState title="No wallet connected">Connect one to see your orders here.</EmptyState>;
  if (orders.length === 0) return <EmptyState title="No order in this event yet" />;
  return (
    <Table caption="My orders in this event" className="xl:max-3xl:[&_td]:px-2 xl:max-3xl:[&_th]:px-2">
      <thead>
        <tr>
          <Th align="left">Time</Th>
          <Th align="left">Order</Th>
          <Th>Contracts</Th>
          <Th>Limit</Th>
          <Th>Filled</Th>
          <Th>Average</Th>
          <Th>Status</Th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.pubkey} order={order} name={nameOf(order)} />
        ))}
      </tbody>
    </Table>
  );
}
