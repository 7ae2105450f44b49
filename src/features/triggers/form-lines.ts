import type { PicoUsd } from '@contract/triggers/price.ts';
import type { Prices } from './form-levels.ts';
import type { FormState, LevelId } from './form-state.ts';

/** A line on the chart; those with `movable` can be dragged. */
export interface TriggerLine {
  id: LevelId;
  price: PicoUsd;
  label: string;
  tone: 'neutral' | 'up' | 'down';
  movable: boolean;
}

/** Where the levels of the form lie. `trail`: basis points behind the best price, `now` the price it starts from. */
export function linesOf(
  state: FormState,
  prices: Prices,
  trail: bigint | undefined,
  now: PicoUsd | null | undefined,
) {
  const lines: TriggerLine[] = [];
  const add = (id: LevelId, label: string, tone: TriggerLine['tone']) => {
    const price = prices[id];
    if (price !== undefined) lines.push({ id, price, label, tone, movable: true });
  };
  if (state.kind === 'trailing' && trail !== undefined && now) {
    const away = (now * trail) / 10_000n;
    const price = (state.side === 'sell' ? now - away : now + away) as PicoUsd;
    lines.push({ id: 'trigger', price, label: 'Trailing, if set now', tone: 'neutral', movable: false });
  }
  if (state.kind === 'single' || state.kind === 'otoco') {
    add('trigger', state.side === 'sell' ? 'Sell' : 'Buy', 'neutral');
  }
  if (state.kind === 'oco' || state.kind === 'otoco') {
    add('tp', 'Take profit', 'up');
    add('sl', 'Stop loss', 'down');
  }
  return lines;
}
