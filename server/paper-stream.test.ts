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
