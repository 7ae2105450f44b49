import type { AppConfig, ProviderDescriptor } from '@contract/config.ts';
import type { Position } from '@contract/prediction/position.ts';
import type { Outcome, PositionState } from '@/domain/portfolio.ts';
import type { Tone } from '@/ui/pill.tsx';

export interface StateWords {
  /** In full. */
  text: string;
  /** In one word, for a column. */
  word: string;
  /** Repeats what the words say. */
  tone: Tone;
}

const OUTCOMES: Record<Outcome, StateWords> = {
  won: { text: 'Won', word: 'won', tone: 'yes' },
  lost: { text: 'Lost', word: 'lost', tone: 'no' },
  draw: { text: 'Draw, pays half', word: 'draw', tone: 'accent' },
  cancelled: { text: 'Cancelled, cost returned', word: 'cancelled', tone: 'accent' },
};

/** State of a position in words, and the colour that repeats them. */
export function stateWords({ phase, outcome }: PositionState): StateWords {
  switch (phase) {
    case 'open':
      return { text: 'Open', word: 'open', tone: 'neutral' };
    case 'awaiting':
      return { text: 'Closed, awaiting result', word: 'closed', tone: 'accent' };
    case 'claimable':
      return outcome === null ? { text: 'Claimable', word: 'claimable', tone: 'yes' } : OUTCOMES[outcome];
    case 'settled':
      return outcome === null ? { text: 'Settled', word: 'settled', tone: 'yes' } : OUTCOMES[outcome];
    case 'lost':
      return OUTCOMES.lost;
    case 'claimed':
      return outcome === 'won' || outcome === null
        ? { text: 'Claimed', word: 'claimed', tone: 'neutral' }
        : { text: 'Paid out', word: 'paid out', tone: 'neutral' };
    case 'sold':
      return { text: 'Sold', word: 'sold', tone: 'neutral' };
  }
}

/** What can be done about a position. */
export type PositionAction =
  | { kind: 'close' }
  | { kind: 'claim' }
  /** Sold on the page of its round: there is no book to close it into. */
  | { kind: 'round' }
  | { kind: 'none'; text: string; title: string }
  | { kind: 'nothing' };

/** How the venue of a position behaves; undefined when it is not one this desk knows. */
export const descriptorOf = (
  config: Pick<AppConfig, 'providers'>,
  { marketMetadata }: Pick<Position, 'marketMetadata'>,
): ProviderDescriptor | undefined =>
  config.providers.find(({ wire }) => wire === marketMetadata.provider) ??
  // Some answers leave the provider out; where there is only one kind of settlement it cannot matter.
  (marketMetadata.provider === undefined && config.providers.every(({ settles }) => settles === 'claim')
    ? config.providers[0]
    : undefined);

/**
 * A payout may always be claimed; selling needs a venue this desk knows, with a book to sell into, or a round that
 * somebody buys back now (`buyer`).
 */
export function actionOf(
  state: PositionState,
  descriptor: ProviderDescriptor | undefined,
  buyer: boolean,
): PositionAction {
  const settlesItself: PositionAction = {
    kind: 'none',
    text: 'Settles itself',
    title: 'This venue pays out by itself: there is nothing to claim',
  };
  switch (state.phase) {
    case 'open':
      if (!descriptor) {
        return { kind: 'none', text: 'Read only', title: 'This venue cannot be traded from here' };
      }
      if (descriptor.hasLadder) return { kind: 'close' };
      return buyer ? { kind: 'round' } : settlesItself;
    case 'awaiting':
      return { kind: 'none', text: 'Waiting for result', title: 'The market is closed and not resolved yet' };
    case 'claimable':
      return descriptor?.settles === 'itself' ? settlesItself : { kind: 'claim' };
    case 'settled':
      return descriptor?.settles === 'itself'
        ? settlesItself
        : { kind: 'none', text: 'Settling', title: 'The payout is being prepared' };
    case 'lost':
    case 'claimed':
    case 'sold':
      return { kind: 'nothing' };
  }
}
