import type { Pubkey } from '@contract/ids.ts';
import { formatCents, formatContracts, formatUsd, withDecimalSign, ZERO_CONTRACTS } from '@contract/money.ts';
import type { Position } from '@contract/prediction/position.ts';
import { useState } from 'react';
import { CLOSE_ALL_POLL_MS, useCloseAll } from '@/api/close-all.queries.ts';
import { CROSSED_BOOK } from '@/domain/status-texts.ts';
import { useFreshness } from '@/lib/freshness.ts';
import { ALL_RESERVED, type KnownOrders, RESERVED_UNKNOWN } from '@/orders/reserved.ts';
import { slippagePreference } from '@/state/preferences.ts';
import { useStored } from '@/state/stored.ts';
import { Age } from '@/ui/age.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { KeyValue, KeyValues } from '@/ui/key-value.tsx';
import { Pnl } from '@/ui/pnl.tsx';
import { Absent } from '@/ui/price.tsx';
import { QueryBody, type QueryView } from '@/ui/query-body.tsx';
import { LoadingNote, Skeleton } from '@/ui/skeleton.tsx';
import { Table, Td, Th, Tr } from '@/ui/table.tsx';
import { MarketLabel } from '../market-label.view.tsx';
import { closeItem, keptOf, keptText, type PortfolioSubject } from '../queue/intents.ts';
import { HIGH_SLIPPAGE_BPS, SlippageChoice, slippageText } from './close-dialog.view.tsx';
import { type CloseRow, closeTotals, fetchCloseRows, type WhyUnsold, worstNet } from './close-form.ts';

/** What cannot be sold now is told first, then what can in part. */
const firstUnsold = (rows: readonly CloseRow[]): readonly CloseRow[] => {
  const rank = ({ position, terms }: CloseRow) => (terms ? (keptOf(position, terms) > 0n ? 1 : 2) : 0);
  return rows.toSorted((a, b) => rank(a) - rank(b));
};

/** Which positions it is about: all of them, those a filter shows, or those that are selected. */
export type Scope = 'all' | 'shown' | 'selected';
const TITLES: Record<Scope, string> = {
  all: 'Close all positions',
  shown: 'Close the positions shown',
  selected: 'Close the selected positions',
};

const UNSOLD: Record<WhyUnsold, string> = {
  'no-bids': 'No bids at the 1¢ minimum price or above: left out',
  'not-offered': 'No sale is offered right now: left out',
  reserved: `${ALL_RESERVED}: left out`,
  'too-small': 'Less than 0.01 contracts: left out',
  unknown: `${RESERVED_UNKNOWN}: left out`,
  unread: 'Couldn’t load its order book: left out',
};

interface ViewProps {
  scope: Scope;
  query: QueryView<readonly CloseRow[]>;
  slippageBps: number;
  /** The slippage of the settings, offered beside the usual ones. */
  preferredBps: number;
  onSlippage: (bps: number) => void;
  onAccept: () => void;
  onDismiss: () => void;
}

function Row({ row }: { row: CloseRow }) {
  const { position, terms } = row;
  const kept = terms ? keptOf(position, terms) : ZERO_CONTRACTS;
  return (
    <Tr data-testid="close-row">
      <Td align="left" className="w-full max-w-0">
        <MarketLabel
          subject={position}
          note={
            <span className="block whitespace-normal text-warn text-xs">
              {terms ? (
                <>
                  <span className="num block text-muted">
                    {formatContracts(terms.contracts)} @ {formatCents(terms.average, true)}
                  </span>
                  {kept > 0n && <span className="num block">{keptText(kept)}</span>}
                  {row.crossed && <span className="block">{CROSSED_BOOK}</span>}
                </>
              ) : (
                withDecimalSign(UNSOLD[row.why])
              )}
            </span>
          }
        />
      </Td>
      <Td num>{terms ? formatCents(terms.cap, true) : <Absent reason="No quote" />}</Td>
      <Td num>{terms ? formatUsd(worstNet(terms)) : <Absent reason="No quote" />}</Td>
    </Tr>
  );
}

function Totals({ rows, slippageBps }: { rows: readonly CloseRow[]; slippageBps: number }) {
  const { expected, worst, realised, cost } = closeTotals(rows);
  return (
    <KeyValues>
      <KeyValue name="You receive, at current prices">{formatUsd(expected)}</KeyValue>
      <KeyValue
        name={`Worst case, with ${slippageText(slippageBps)} slippage`}
        title="If every sale fills at its worst price. Nothing is sold below it."
        strong
      >
        {formatUsd(worst)}
      </KeyValue>
      <KeyValue name="Realised profit, at current prices">
        <Pnl value={realised} cost={cost} />
      </KeyValue>
    </KeyValues>
  );
}

/** Everything that would be sold, how low at the most, and what it comes to. Nothing is signed before it is accepted. */
export function CloseAllView(props: ViewProps) {
  const { scope, query, slippageBps, preferredBps, onSlippage, onAccept, onDismiss } = props;
  const asOf = query.dataUpdatedAt || undefined;
  const stale = useFreshness(asOf, CLOSE_ALL_POLL_MS) === 'stale';
  const sales = query.data ? closeTotals(query.data).sales : 0;
  const high = slippageBps > HIGH_SLIPPAGE_BPS;
  const word = sales === 1 ? 'position' : 'positions';
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(open) => {
        if (!open) onDismiss();
      }}
      title={TITLES[scope]}
      description="One sale per position, each never below its worst price. Nothing is signed before you accept."
      footer={
        <>
          <Button onClick={onDismiss}>Keep them</Button>
          <Button variant="no" disabled={sales === 0 || stale} onClick={onAccept}>
            {stale
              ? 'Waiting for fresh prices'
              : sales === 0
                ? 'Nothing to sell'
                : `Sell ${sales} ${word}${high ? ' at this slippage' : ''}`}
          </Button>
        </>
      }
    >
      <div className="mb-2">
        <SlippageChoice bps={slippageBps} preferredBps={preferredBps} onChange={onSlippage}>
          <Age asOf={asOf} intervalMs={CLOSE_ALL_POLL_MS} />
        </SlippageChoice>
      </div>
      <QueryBody
        query={query}
        what="prices"
        ofAll
        intervalMs={CLOSE_ALL_POLL_MS}
        skeleton={
          <div className="flex flex-col gap-2">
            <LoadingNote what="the prices" />
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} className="h-9 w-full" />
            ))}
          </div>
        }
      >
        {(rows) => (
          <>
            <Table caption="What would be sold">
              <thead>
                <tr>
                  <Th align="left">Position</Th>
                  <Th title="Nothing is sold below this price">Worst price</Th>
                  <Th title="After fees, if all of it fills at the worst price">At least</Th>
                </tr>
              </thead>
              <tbody>
                {firstUnsold(rows).map((row) => (
                  <Row key={row.position.pubkey} row={row} />
                ))}
              </tbody>
            </Table>
            <div className="mt-3 border-line border-t pt-2">
              <Totals rows={rows} slippageBps={slippageBps} />
            </div>
          </>
        )}
      </QueryBody>
    </Dialog>
  );
}

interface Props {
  scope: Scope;
  owner: Pubkey;
  /** Those that can be sold. */
  positions: readonly Position[];
  orders: KnownOrders;
  onStart: (items: (ReturnType<typeof closeItem> & { subject: PortfolioSubject })[]) => void;
  onDismiss: () => void;
}

/** What closing everything would come to, kept current until it is accepted. */
export function CloseAllDialog({ scope, owner, positions, orders, onStart, onDismiss }: Props) {
  const preferred = useStored(slippagePreference);
  const [slippageBps, setSlippage] = useState(preferred);
  const query = useCloseAll({ owner, positions, slippageBps }, (bookOf) =>
    fetchCloseRows({ bookOf, owner, positions, orders, slippageBps }),
  );
  return (
    <CloseAllView
      scope={scope}
      query={query}
      slippageBps={slippageBps}
      preferredBps={preferred}
      onSlippage={setSlippage}
      onAccept={() =>
        onStart(
          (query.data ?? []).flatMap(({ position, terms }) =>
            terms ? [closeItem(position, terms, slippageBps)] : [],
          ),
        )
      }
      onDismiss={onDismiss}
    />
  );
}
