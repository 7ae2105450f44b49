import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { AnswerWire } from '@contract/routes.ts';
import { figure, kb, spread } from './figures.ts';
import type { Probe } from './probe.ts';

interface Read {
  readonly name: string;
  readonly path: string;
  readonly rpc?: { method: string; params: unknown[] };
}

const PAGE = 100;
const MOST = 400;
/** Reads before those that count: server and reader have just started, and compile what they run often. */
const WARM = 50;
const MOST_MS = 8_000;

async function json<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
}

/** Every documented read of one owner; the trigger interface's need a wallet that signs in. */
export async function ownerReads(url: string, owner: string): Promise<Read[]> {
  const v1 = '/prediction/v1';
  const orders = await json<AnswerWire<'listOrders'>>(`${url}${v1}/orders?ownerPubkey=${owner}`);
  const events = await json<AnswerWire<'listHistory'>>(`${url}${v1}/history?ownerPubkey=${owner}`);
  const order = orders.data[0]?.pubkey ?? '';
  const position = events.data[0]?.positionPubkey ?? '';
  const lastOf = (total: number | string): string => {
    const start = Math.max(0, Number(total) - PAGE);
    return `start=${start}&end=${start + PAGE}`;
  };
  const of = `ownerPubkey=${owner}`;
  return [
    { name: 'positions, 100', path: `${v1}/positions?${of}&end=${PAGE}` },
    { name: 'positions of v2, all', path: `/prediction/v2/positions?${of}` },
    { name: 'one position', path: `${v1}/positions/${position}` },
    { name: 'orders, newest 100', path: `${v1}/orders?${of}&end=${PAGE}` },
    { name: 'orders, last 100', path: `${v1}/orders?${of}&${lastOf(orders.pagination?.total ?? 0)}` },
    { name: 'one order', path: `${v1}/orders/${order}` },
    { name: 'status of an order', path: `${v1}/orders/status/${order}` },
    { name: 'history, newest 100', path: `${v1}/history?${of}&end=${PAGE}` },
    { name: 'history, last 100', path: `${v1}/history?${of}&${lastOf(events.pagination.total)}` },
    { name: 'history of a position', path: `${v1}/history?${of}&positionPubkey=${position}` },
    { name: 'history of v2, a page', path: `/prediction/v2/history?${of}&end=${PAGE}` },
    { name: 'parlay slips', path: `${v1}/parlays?walletAddress=${owner}` },
    { name: 'suggested events', path: `${v1}/events/suggested/${owner}` },
    {
      name: 'signatures of its address, 1,000',
      path: '/rpc',
      rpc: { method: 'getSignaturesForAddress', params: [owner, { limit: 1_000 }] },
    },
  ];
}

/** Reads of everybody's records. */
export const unfilteredReads: readonly Read[] = [
  { name: 'positions, 100', path: `/prediction/v1/positions?end=${PAGE}` },
  { name: 'orders, newest 100', path: `/prediction/v1/orders?end=${PAGE}` },
  { name: 'history, newest 100', path: `/prediction/v1/history?end=${PAGE}` },
  { name: 'history of v2, a page', path: `/prediction/v2/history?end=${PAGE}` },
  { name: 'parlay statistics', path: '/prediction/v1/parlays/stats' },
  { name: 'trades', path: '/prediction/v1/trades' },
];

/** @returns bytes of the answer */
async function read(url: string, { path, rpc }: Read): Promise<number> {
  const response = await fetch(url + path, {
    ...(rpc && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...rpc }),
    }),
  });
  const { byteLength } = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return byteLength;
}

/** Reads one after another, so many times each. */
export async function readAgain(url: string, reads: readonly Read[], times: number): Promise<void> {
  for (const one of reads) for (let nth = 0; nth < times; nth++) await read(url, one);
}

/** Reads one after another, up to four hundred times or eight seconds each. */
export async function timeReads(
  url: string,
  reads: readonly Read[],
  target: string,
  probe: Probe,
): Promise<void> {
  for (const one of reads) {
    const times: number[] = [];
    let bytes = 0;
    await readAgain(url, [one], WARM);
    const before = await probe.cpu();
    const began = performance.now();
    while (times.length < MOST && performance.now() - began < MOST_MS) {
      const start = performance.now();
      bytes = await read(url, one);
      times.push(performance.now() - start);
    }
    const each = ((await probe.cpu()) - before) / times.length;
    figure(`  ${one.name}`, `${spread(times)}, CPU ${each.toFixed(1)} ms, ${kb(bytes)}`, target);
  }
}

/** What is to be read, for another process. */
export interface Reading {
  url: string;
  reads: readonly Read[];
  target: string;
  /** Folder of the server, where its probe listens. */
  dir: string;
}

/**
 * The same from a process of its own. What has made all the records holds some 80 MB that are collected every now and
 * then, for 40 ms, while a read is under way: one in a hundred waited for that, and not for the server.
 */
export async function timeReadsApart(reading: Reading): Promise<void> {
  const reader = fork(fileURLToPath(new URL('./reader.ts', import.meta.url)), [JSON.stringify(reading)]);
  const [code] = await once(reader, 'exit');
  if (code !== 0) throw new Error(`reading ended with ${code}`);
}
