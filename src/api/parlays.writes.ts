import type { Answer, RouteCall } from '@contract/routes.ts';
import { AppError } from './app-error.ts';
import { call } from './client.ts';
import { opening, REGION_CODE } from './region.ts';

type Operation = 'createParlays' | 'executeParlays' | 'prepareFreeParlays' | 'submitFreeParlays';
type Body<Id extends Operation> = NonNullable<RouteCall<Id>['body']>;

/** A refusal for the region says so of every item: it is one of the whole request. */
async function regionChecked(answer: Promise<Answer<'createParlays'>>): Promise<Answer<'createParlays'>> {
  const built = await answer;
  const [first] = built.parlays;
  if (first?.status === 'error' && first.code.toUpperCase() === REGION_CODE)
    throw new AppError('region', 'Trading is not available in your region.', { code: REGION_CODE });
  return built;
}

/** Builds up to ten paid parlays; each item is built or refused on its own. Moves nothing. */
export const createParlays = (body: Body<'createParlays'>): Promise<Answer<'createParlays'>> =>
  opening(regionChecked(call('createParlays', { body })));

/** Submits signed parlays. An item refused with `error` has not landed; a thrown open-ended error leaves it open. */
export const executeParlays = (body: Body<'executeParlays'>): Promise<Answer<'executeParlays'>> =>
  call('executeParlays', { body });

/** Builds the one payment of the entry fees of up to ten free parlays. */
export const prepareFreeParlays = (body: Body<'prepareFreeParlays'>): Promise<Answer<'prepareFreeParlays'>> =>
  opening(call('prepareFreeParlays', { body }));

/** Pays the entry fees and places the free parlays; the same signed payment again gives the same answer. */
export const submitFreeParlays = (body: Body<'submitFreeParlays'>): Promise<Answer<'submitFreeParlays'>> =>
  call('submitFreeParlays', { body });

export type ExecuteParlay = Body<'executeParlays'>['parlays'][number];
export type FreeParlays = Pick<Body<'submitFreeParlays'>, 'ownerPubkey' | 'parlays'>;
