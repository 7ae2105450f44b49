import { event as eventSchema } from '@contract/prediction/event.ts';
import type { AnswerWire } from '@contract/routes.ts';
import type { Page } from '@playwright/test';
import { distributionOf } from '../../src/domain/outcome-shape.ts';
import type { Account, PageName } from './options.ts';

/** What is opened is there by then. */
const LOAD_MS = 10_000;

type Event = AnswerWire<'listEvents'>['data'][number];

/** Where a page is, and what is done there before it is looked at. */
export interface Stop {
  path: string;
  /** Goes on for as long as one scrolls: its first screen is taken. Else the whole of it. */
  endless?: boolean;
  /** Opens what the picture is about. Such a page is opened anew for every width. */
  open?: (page: Page) => Promise<unknown>;
  /** Addresses that answer that something is not there, as they should: the browser's own complaint is no fault. */
  absent?: RegExp;
  /** Only these accounts have it. */
  accounts?: readonly Account[];
}

async function listEvents(url: string): Promise<Event[]> {
  const events: Event[] = [];
  for (let start = 0; start < 600; start += 100) {
    const answer = await fetch(
      `${url}/prediction/v1/events?includeMarkets=true&start=${start}&end=${start + 100}`,
    );
    const { data, pagination } = (await answer.json()) as AnswerWire<'listEvents'>;
    events.push(...data);
    if (!pagination.hasNext) break;
  }
  return events.filter(({ eventId }) => !/15M-\d+$/.test(eventId));
}

const countOf = ({ markets }: Event): number => markets?.length ?? 0;
const isGame = ({ category }: Event): boolean => category === 'sports' || category === 'esports';
/** Its outcomes are numbers: all but a few of them hold a digit. */
const isLadder = (event: Event): boolean =>
  countOf(event) >= 4 &&
  (event.markets ?? []).every(({ title }) => /[$€%]?\d/.test(title ?? '')) &&
  (event.markets ?? []).some(({ title }) => /[$,k]/i.test(title ?? ''));

/** A ladder whose strikes the desk can draw as a distribution. */
function isDistribution(wire: Event): boolean {
  const { metadata, markets } = eventSchema.parse(wire);
  return distributionOf(metadata?.title ?? '', markets ?? []) !== undefined;
}

/** Shows how the outcomes of the event went, drawn in a way that it is not at first. */
const outcomes =
  (drawn?: string) =>
  async (page: Page): Promise<void> => {
    const chart = page.getByRole('region', { name: 'Price', exact: true });
    for (const name of ['Outcomes', ...(drawn === undefined ? [] : [drawn])]) {
      await chart.getByRole('radio', { name }).check({ force: true, timeout: LOAD_MS });
    }
  };

/** The choice is kept from one width to the next. */
const candles = async (page: Page): Promise<void> => {
  const button = page.getByRole('button', { name: 'Candles' });
  await button.waitFor({ timeout: LOAD_MS });
  if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
};

const signIn = async (page: Page): Promise<void> => {
  const button = page
    .getByRole('region', { name: 'Sign in' })
    .getByRole('button', { name: 'Sign in', exact: true });
  await button.click({ timeout: 4_000 }).catch(() => undefined);
  await page
    .getByText('Signed in', { exact: true })
    .waitFor({ timeout: 4_000 })
    .catch(() => undefined);
};

/** The pages by name; one whose kind of event a universe lacks is absent. `settled`: an event that is over. */
export async function stopsOf(url: string, settled: string | undefined): Promise<Map<PageName, Stop>> {
  const events = await listEvents(url);
  const largest = events.toSorted((a, b) => countOf(b) - countOf(a));
  const kinds: [PageName, string | undefined][] = [
    ['binary', events.find((event) => countOf(event) === 1 && !isGame(event))?.eventId],
    ['ladder', events.find(isLadder)?.eventId],
    ['game', events.find((event) => isGame(event) && countOf(event) === 3)?.eventId],
    ['field', largest[0]?.eventId],
    ['settled', settled],
  ];
  const of = (name: PageName) => kinds.find(([kind]) => kind === name)?.[1];
  const connected = ['full', 'new'] as const;
  const stops = new Map<PageName, Stop>([
    ['events', { path: '/?tab=all', endless: true }],
    ['events-table', { path: '/?tab=all&view=list', endless: true }],
    ['for-you', { path: '/?tab=for-you', endless: true }],
  ]);
  for (const [name, eventId] of kinds)
    if (eventId !== undefined) stops.set(name, { path: `/event/${eventId}` });
  const charts: [PageName, string | undefined, NonNullable<Stop['open']>][] = [
    ['candles', of('binary'), candles],
    ['outcomes', of('field'), outcomes()],
    [
      'bands',
      events.find(({ metadata }) => /decision/.test(metadata?.title ?? ''))?.eventId,
      outcomes('Stacked'),
    ],
    ['distribution', largest.find(isDistribution)?.eventId, outcomes('Distribution')],
  ];
  for (const [name, eventId, open] of charts)
    if (eventId !== undefined) stops.set(name, { path: `/event/${eventId}`, open });
  const rest: [PageName, Stop][] = [
    ['unknown-event', { path: '/event/there-is-none', absent: /there-is-none/ }],
    ['parlay', { path: '/parlay' }],
    ['rounds', { path: '/rounds' }],
    ['board', { path: '/rounds?view=board' }],
    ['tokens', { path: '/tokens', endless: true }],
    [
      'token',
      {
        path: '/tokens',
        endless: true,
        open: (page) => page.locator('[data-token]').nth(5).getByRole('button').first().click(),
      },
    ],
    ['triggers', { path: '/triggers', open: signIn }],
    ['triggers-past', { path: '/triggers?tab=past', open: signIn, accounts: connected }],
    ['portfolio', { path: '/portfolio' }],
    [
      'days',
      {
        path: '/portfolio',
        open: (page) => page.getByRole('radio', { name: 'Days' }).check({ force: true, timeout: LOAD_MS }),
        // A new wallet has no charts.
        accounts: ['full'],
      },
    ],
    ['monitor', { path: '/monitor', accounts: connected }],
    ['orders', { path: '/portfolio?tab=orders', accounts: connected }],
    ['parlays', { path: '/portfolio?tab=parlays', accounts: connected }],
    ['history', { path: '/portfolio?tab=history', accounts: connected }],
    ['execution', { path: '/portfolio?tab=execution', accounts: connected }],
    ['settings', { path: '/settings' }],
    ['palette', { path: '/settings', endless: true, open: (page) => page.keyboard.press('Control+k') }],
    [
      'wallet',
      {
        path: '/settings',
        endless: true,
        open: (page) =>
          page
            .getByRole('banner')
            .getByRole('button', { name: /^(Wallet|Connect)/ })
            .click(),
      },
    ],
    ['not-found', { path: '/there-is-none', absent: /there-is-none/ }],
  ];
  for (const [name, stop] of rest) stops.set(name, stop);
  return stops;
}
