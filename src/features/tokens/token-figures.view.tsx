import type { Token, TokenStats } from '@contract/tokens/token.ts';
import type { ReactNode } from 'react';
import { plainName } from '@/domain/sanitize.ts';
import { formatShare } from '@/domain/token-text.ts';
import { changeWithin } from '@/domain/tokens.ts';
import { KeyValue, KeyValues } from '@/ui/key-value.tsx';
import { Absent } from '@/ui/price.tsx';
import { Td, Th } from '@/ui/table.tsx';
import { Amount, Change, compactCount, count } from './token-cells.view.tsx';

/** What a token is worth, and to how many. */
export const Market = ({ token }: { token: Token }) => (
  <KeyValues>
    <KeyValue name="Liquidity">
      <Amount value={token.liquidity} what="Liquidity" />
    </KeyValue>
    <KeyValue name="Market cap">
      <Amount value={token.mcap} what="Market cap" />
    </KeyValue>
    <KeyValue name="Fully diluted">
      <Amount value={token.fdv} what="Fully diluted value" />
    </KeyValue>
    <KeyValue name="Holders">{count(token.holderCount, 'Holders not known')}</KeyValue>
    <KeyValue name="Organic score">
      {count(token.organicScore, 'Score not known')}
      {token.organicScoreLabel && ` · ${plainName(token.organicScoreLabel, 12)}`}
    </KeyValue>
    {Object.entries(token.apy ?? {}).map(([kind, rate]) => (
      <KeyValue key={kind} name={`Yield, ${plainName(kind, 20)}`}>
        {formatShare(rate)}
      </KeyValue>
    ))}
  </KeyValues>
);

const SPANS = [
  ['5m', 'stats5m'],
  ['1h', 'stats1h'],
  ['6h', 'stats6h'],
  ['24h', 'stats24h'],
] as const;
const CHANGES = [
  ['Price', 'priceChange'],
  ['Liquidity', 'liquidityChange'],
  ['Holders', 'holderChange'],
  ['Volume', 'volumeChange'],
] as const;
const LINES: readonly [string, (stats: TokenStats) => ReactNode][] = [
  ['Bought', (stats) => <Amount value={stats.buyVolume} what="Bought" />],
  ['Sold', (stats) => <Amount value={stats.sellVolume} what="Sold" />],
  ['Organic buys', (stats) => <Amount value={stats.buyOrganicVolume} what="Organic buys" />],
  ['Organic sells', (stats) => <Amount value={stats.sellOrganicVolume} what="Organic sells" />],
  ['Buys', (stats) => compactCount(stats.numBuys, 'Buys not known')],
  ['Sells', (stats) => compactCount(stats.numSells, 'Sells not known')],
  ['Traders', (stats) => compactCount(stats.numTraders, 'Traders not known')],
  ['Net buyers', (stats) => compactCount(stats.numNetBuyers, 'Net buyers not known')],
];

/** What happened to a token, by span of time. */
export const StatsTable = ({ token }: { token: Token }) => (
  <table className="w-full border-collapse text-sm [&_td]:py-1.5 [&_td]:pr-0 [&_td]:pl-2 [&_th]:px-0">
    <caption className="sr-only">Changes and trades by span of time</caption>
    <thead>
      <tr>
        <Th align="left">
          <span className="sr-only">Figure</span>
        </Th>
        {SPANS.map(([span]) => (
          <Th key={span}>{span}</Th>
        ))}
      </tr>
    </thead>
    <tbody>
      {CHANGES.map(([name, of]) => (
        <tr key={of} className="border-line border-b">
          <th scope="row" className="py-1.5 text-left font-normal text-muted">
            {name}
          </th>
          {SPANS.map(([span, key]) => (
            <Td key={span} num>
              <Change percent={changeWithin(token, key, of)} />
            </Td>
          ))}
        </tr>
      ))}
      {LINES.map(([name, cell]) => (
        <tr key={name} className="border-line border-b last:border-b-0">
          <th scope="row" className="py-1.5 text-left font-normal text-muted">
            {name}
          </th>
          {SPANS.map(([span, key]) => {
            const stats = token[key];
            return (
              <Td key={span} num>
                {stats ? cell(stats) : <Absent reason="Nothing known of this span" />}
              </Td>
            );
          })}
        </tr>
      ))}
    </tbody>
  </table>
);
