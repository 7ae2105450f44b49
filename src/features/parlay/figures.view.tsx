import {
  formatProbability,
  formatUsd,
  groupDigits,
  type MicroUsd,
  withDecimalSign,
} from '@contract/money.ts';
import { latestSettlement, mostOf, type ParlayFigures, type ParlayMode, stakeOf } from '@/domain/parlay.ts';
import { KeyValue, KeyValues } from '@/ui/key-value.tsx';
import { Absent } from '@/ui/price.tsx';
import { Settles } from './leg-list.view.tsx';
import type { LiveLeg } from './live-legs.ts';

/** A chance of less than a tenth of a cent is still a chance: "1 in 2,381". */
export function chanceText(product: MicroUsd): string {
  if (product <= 0n) return `less than 1 in ${groupDigits('1000000')}`;
  if (product >= 10_000n) return formatProbability(product, true);
  return `1 in ${groupDigits((1_000_000n / product).toString())}`;
}

const percent = (permille: number): string =>
  withDecimalSign(`${Math.floor(permille / 10)}.${permille % 10}%`);

interface Props {
  mode: ParlayMode;
  legs: readonly LiveLeg[];
  figures: ParlayFigures | null;
  complete: boolean;
}

/** What the parlay really is: its chance, what it pays, what the house keeps, and what else would cost the same. */
export function Figures({ mode, legs, figures, complete }: Props) {
  const markets = legs.flatMap(({ market }) => market ?? []);
  const latest = latestSettlement(markets);
  const why = legs.length === 0 ? 'No legs yet' : 'A leg has no price now';
  return (
    <section aria-label="Payout breakdown" data-testid="parlay-figures">
      <KeyValues>
        <KeyValue
          name={
            complete
              ? 'Offered payout, all five win'
              : legs.length === 0
                ? 'Offered payout'
                : `Payout with ${legs.length} of five legs`
          }
          strong
          title="Fixed by the service when the parlay is built"
        >
          {figures ? formatUsd(figures.offered) : <Absent reason={why} />}
        </KeyValue>
        {figures?.capped && (
          <p className="text-warn text-xs">The most that is paid: {formatUsd(mostOf(mode))}.</p>
        )}
        <KeyValue name="Stake">
          {mode === 'paid' ? formatUsd(stakeOf(mode)) : `None, counts as ${formatUsd(stakeOf(mode))}`}
        </KeyValue>
        <KeyValue name="Combined odds" title="The chance that all come true if each is worth its price">
          {figures ? chanceText(figures.product) : <Absent reason={why} />}
        </KeyValue>
        <KeyValue name="Payout without a margin" title="Stake divided by the combined odds">
          {figures ? formatUsd(figures.fair) : <Absent reason={why} />}
        </KeyValue>
        <KeyValue name="House margin" title="Share of the fair payout that the house keeps">
          {figures ? percent(figures.marginPermille) : <Absent reason={why} />}
        </KeyValue>
        <KeyValue
          name="Same payout by single bets"
          title="Buying one leg after the other, each with what the one before has paid, provider fees included, for the same payout"
        >
          {figures ? formatUsd(figures.asSingles, 'up') : <Absent reason={why} />}
        </KeyValue>
        <KeyValue name="Latest settlement">
          {latest ? (
            <>
              <Settles seconds={latest.at} />
              {!latest.complete && <span className="font-sans text-faint"> or later</span>}
            </>
          ) : (
            <Absent reason="The service does not say when its legs settle" />
          )}
        </KeyValue>
      </KeyValues>
      <ul className="mt-2 flex flex-col gap-1 text-faint text-xs">
        <li>A cancelled leg is void: it counts as won at $1, and the others decide.</li>
        <li>A leg that ends in a draw is lost. One lost leg loses the parlay.</li>
        <li>
          The singles need each leg settled before the next is bought; they may end early with what they have
          won.
        </li>
      </ul>
    </section>
  );
}
