import { DESK_WAITS_MS, type Route } from '@contract/route.ts';
import { type RouteId, routes } from '@contract/routes.ts';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { FACTS, historyLookMs, isQuick, ownLookMs } from './facts.ts';

const OWNERS =
  /^(ownerPubkey|ownerPubkeys|owner|wallet|wallets|recipient|user|maker|pubkey|orderPubkey|positionPubkey|taker)$/;

function fieldsOf(schema: z.ZodMiniType | undefined): string[] {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

it.each(Object.keys(routes) as RouteId[])(
  '%s is known to send what is signed where it is given that',
  (id) => {
    const { body }: Route = routes[id];
    const given = body ? JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })) : '';
    // A sign-in is signed as well, and never sent.
    const isSent = /"(signedTransaction|depositSignedTx)"/.test(given) && id !== 'triggerVerify';
    expect(FACTS[id].sends === true).toBe(isSent);
  },
);

it.each(Object.keys(routes) as RouteId[])('%s is shared only when it is nobody’s', (id) => {
  const { write, auth, method, query, params }: Route = routes[id];
  const { kind, priority, freshMs, timeoutMs } = FACTS[id].policy;
  const names = [...fieldsOf(query), ...fieldsOf(params)];
  if (write) expect({ kind, priority }).toEqual({ kind: 'write', priority: 0 });
  else expect(kind).not.toBe('write');
  if (auth || names.some((name) => OWNERS.test(name))) expect(kind).not.toBe('public');
  if (kind === 'public') {
    expect(method).toBe('GET');
    expect(freshMs).toBeGreaterThan(0);
  } else {
    expect(freshMs).toBe(0);
  }
  expect(timeoutMs).toBeLessThan(write ? DESK_WAITS_MS.write : DESK_WAITS_MS.read);
});

it.each(Object.keys(routes) as RouteId[])('%s is looked at for who watches it by what it is', (id) => {
  const { auth }: Route = routes[id];
  const { kind } = FACTS[id].policy;
  // Nobody’s own is looked at as one caller’s, and nothing that needs a token.
  if (kind !== 'private' || auth) expect(ownLookMs(id)).toBeUndefined();
  if (isQuick(id)) expect(kind).toBe('public');
});

it('what is no route is neither quick nor anybody’s own', () => {
  for (const name of ['faucet', 'toString'])
    expect([isQuick(name), ownLookMs(name)]).toEqual([false, undefined]);
  expect([isQuick('getOrderbook'), ownLookMs('listOrders')]).toEqual([true, 5_000]);
});

it('a history is looked at for who watches it as seldom as it is fetched, and nothing else is', () => {
  expect(historyLookMs('seriesOfMarkets')).toBe(FACTS.seriesOfMarkets.policy.freshMs);
  expect(historyLookMs('listMovers')).toBe(FACTS.listMovers.policy.freshMs);
  for (const other of ['getOrderbook', 'faucet', 'toString']) expect(historyLookMs(other)).toBeUndefined();
});
