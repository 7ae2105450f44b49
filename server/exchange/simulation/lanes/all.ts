import type { Lane } from '../lane.ts';
import { cryptoLanes } from './crypto.ts';
import { cultureLanes } from './culture.ts';
import { economicsLanes } from './economics.ts';
import { gameLanes } from './leagues.ts';
import { politicsLanes } from './politics.ts';
import { priceLanes } from './prices.ts';
import { raceLanes } from './races.ts';
import { roundLanes } from './rounds.ts';
import { esportsQuestionLanes, sportsQuestionLanes } from './sports.ts';
import { techLanes } from './tech.ts';

/** Every lane of the generated universe. Ids carry a lane's place in this list: only ever append. */
export const LANES: readonly Lane[] = [
  ...roundLanes,
  ...gameLanes,
  ...raceLanes,
  ...priceLanes,
  ...cryptoLanes,
  ...sportsQuestionLanes,
  ...esportsQuestionLanes,
  ...politicsLanes,
  ...cultureLanes,
  ...economicsLanes,
  ...techLanes,
];
