// @vitest-environment happy-dom
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { routeTree } from '@/route-tree.gen.ts';

/** What the page of an address is told of it. */
async function told(address: string): Promise<unknown> {
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) });
  await router.load();
  return router.state.matches.at(-1)?.search;
}

it.each([
  '/?q=true&category=none&tab=none&sort=none&view=none&by=none',
  '/tokens?q=true&sort=none&dir=left&token=&minLiquidity=1.5&minHolders=many&verified=yes',
  '/event/e1?market=&side=YES',
  '/rounds?round=&side=left&view=none&sort=none&length=2h',
  '/triggers?mint=none&tab=none&part=none',
  '/portfolio?tab=none&sort=none&picked=none&kind=none&side=maybe&from=2026-1-1&to=none',
  '/monitor?sort=none',
])('what %s has wrong is as if it were absent', async (address) => {
  expect(await told(address)).toEqual({});
});

it('what an address has right stays', async () => {
  expect(await told('/tokens?sort=mcap&dir=left&minLiquidity=5')).toEqual({ sort: 'mcap', minLiquidity: 5 });
  expect(await told('/event/e1?market=12&side=no')).toEqual({ market: '12', side: 'no' });
});
