import type { EventSeries } from '../event-series.ts';
import { cryptoSeries } from './crypto.ts';
import { cultureSeries } from './culture.ts';
import { economicsSeries } from './economics.ts';
import { gameSeries } from './leagues.ts';
import { politicsSeries } from './politics.ts';
import { priceSeries } from './prices.ts';
import { raceSeries } from './races.ts';
import { roundSeries } from './rounds.ts';
import { esportsQuestionSeries, sportsQuestionSeries } from './sports.ts';
import { techSeries } from './tech.ts';

/** Every series of the generated universe. Ids carry a series's place in this list: only ever append. */
export const ALL_SERIES: readonly EventSeries[] = [
  ...roundSeries,
  ...gameSeries,
  ...raceSeries,
  ...priceSeries,
  ...cryptoSeries,
  ...sportsQuestionSeries,
  ...esportsQuestionSeries,
  ...politicsSeries,
  ...cultureSeries,
  ...economicsSeries,
  ...techSeries,
];
