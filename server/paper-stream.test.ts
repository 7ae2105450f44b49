import { expect, it } from 'vitest';
import { FACTS } from './common/facts.ts';
import { PUBLIC_READS, RECORD_READS } from './exchange/threaded-ids.ts';
import { paperStream } from './paper-stream.ts';

const rules = paperStream({ rpc: { onCommit: () => () => undefined } });
const kindOf = (id: keyof typeof FACTS) => FACTS[id].policy.kind;

it('has looks wait in line for what answers one after another, and no others', () => {
  for (const id of [...PUBLIC_READS, ...RECORD_READS])
    expect({ id, inLine: rules.isInLine(id, kindOf(id)) }).toEqual({ id, inLine: true });
  for (const id of ['getOrderbook', 'getMarket', 'listTrades'] as const)
    expect({ id, inLine: rules.isInLine(id, kindOf(id)) }).toEqual({ id, inLine: false });
});

it('looks at everything but what is built anew for who asks', () => {
  const every = (id: keyof typeof FACTS) => rules.everyMs(id, kindOf(id));
  expect(every('swapOrder')).toBeUndefined();
  for (const id of ['listOrders', 'orderStatus', 'getPosition'] as const) expect(every(id)).toBe(2_000);
  expect(every('getOrderbook')).toBe(100);
  expect(every('listEvents')).toBe(500);
});
