import type { Order } from '@contract/prediction/order.ts';

export type Ended = Pick<Order, 'status' | 'isBuy' | 'contractsMicro' | 'filledContractsMicro'>;
export type OrderEnd = 'filled' | 'partial' | 'failed';

/**
 * What has become of an order that the keeper has dealt with. A buy is sized in dollars, so a little less than quoted is a
 * price, not a part; unless it ended before it was filled. One that ended so has failed only where nothing of it was
 * traded: what was traded is kept, and is a part where nobody says how much was wanted.
 */
export function endOf({
  status,
  isBuy,
  filledContractsMicro: filled,
  contractsMicro: wanted,
}: Ended): OrderEnd {
  // Whatever else an end is called, it is not that of one that was filled.
  if (status !== 'filled') {
    if (filled === 0n) return 'failed';
    return filled < wanted || wanted === 0n ? 'partial' : 'filled';
  }
  return (isBuy ? filled * 100n < wanted * 95n : filled < wanted) ? 'partial' : 'filled';
}
