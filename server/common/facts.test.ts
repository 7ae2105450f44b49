import { DESK_WAITS_MS, type Route } from '@contract/route.ts';
import { type RouteId, routes } from '@contract/routes.ts';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { FACTS, historyLookMs } from './facts.ts';

const OWNERS =
  /^(ownerPubkey|ownerPubkeys|owner|wallet|wallets|recipient|user|maker|pubkey|orderPubkey|positionPubkey|taker)$/;

function fieldsOf(schema: z.ZodMiniType | undefined): string[] {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

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

it('a history is looked at for who watches it as seldom as it is fetched, and nothing else is', () => {
  expect(historyLookMs('seriesOfMarkets')).toBe(FACTS.seriesOfMarkets.policy.freshMs);
  expect(historyLookMs('listMovers')).toBe(FACTS.listMovers.policy.freshMs);
  for (const other of ['getOrderbook', 'faucet', 'toString']) expect(historyLookMs(other)).toBeUndefined();
});
