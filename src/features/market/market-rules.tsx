import type { PredictionEvent } from '@contract/prediction/event.ts';
import type { Market } from '@contract/prediction/market.ts';
import { useMemo } from 'react';
import { useConfig } from '@/config.ts';
import { diffRules, rulesOf } from '@/domain/rules.ts';
import { comparable, noteRules, useReadRules, useRulesState } from '@/state/rules-memory.ts';
import { Rules } from './rules.view.tsx';

/** The rules of a market, and what has changed in them since they were read in this browser. */
export function MarketRules(props: { event: PredictionEvent; market: Market; outcome: string }) {
  const { event, market } = props;
  const { providers } = useConfig();
  const { text, before } = useRulesState(event, market);
  useReadRules(market.marketId, text);
  const change = useMemo(
    () => before && { readAt: before.at, parts: diffRules(before.text, comparable(before, text)) },
    [before, text],
  );
  return (
    <Rules
      {...props}
      provider={providers.find(({ wire }) => wire === market.provider)?.label ?? market.provider}
      texts={rulesOf(event, market)}
      change={change}
      onRead={() => noteRules(market.marketId, text, Date.now())}
    />
  );
}
