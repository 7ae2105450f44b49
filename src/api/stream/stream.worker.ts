/// <reference lib="webworker" />
import { AnswerBook } from './answer-book.ts';
import { createLink, type Link } from './link.ts';
import type { Update } from './update.ts';

/*
 * One connection for all tabs of a browser. A tab says what it shows, and is told of that; one that is gone without
 * saying so has its lock released by the browser.
 */

/** What a tab says. `tab` names a lock that it holds for as long as it is there. */
export type TabMessage = { url: string; tab: string } | { watch: string[] };

const tabs = new Map<MessagePort, Set<string>>();
const book = new AnswerBook();
let link: Link | undefined;

const isWatched = (address: string): boolean => [...tabs.values()].some((shown) => shown.has(address));

function told(updates: Update[]): void {
  for (const update of updates) {
    // What comes of one that nobody watches any more was on its way.
    if (update.kind !== 'down' && !isWatched(update.address)) continue;
    if (!book.take(update) && 'address' in update) link?.renew(update.address);
  }
  for (const [port, shown] of tabs) {
    const own = updates.filter((update) => update.kind === 'down' || shown.has(update.address));
    if (own.length > 0) port.postMessage(own);
  }
}

function watchAll(): void {
  const all = new Set([...tabs.values()].flatMap((shown) => [...shown]));
  link?.watch(all);
}

/** What nobody watches is told of no more: it would pass for what is true. */
function forgetUnwatched(addresses: ReadonlySet<string>): void {
  for (const address of addresses) {
    if (!isWatched(address)) book.forget(address);
  }
}

(globalThis as unknown as SharedWorkerGlobalScope).onconnect = ({ ports: [port] }) => {
  if (!port) return;
  tabs.set(port, new Set());
  port.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if ('url' in data) {
      link ??= createLink(data.url, told);
      watchAll();
      const leave = (): void => {
        const shown = tabs.get(port) ?? new Set();
        tabs.delete(port);
        watchAll();
        forgetUnwatched(shown);
      };
      navigator.locks?.request(data.tab, leave).catch(() => undefined);
      return;
    }
    const before = tabs.get(port) ?? new Set();
    const after = new Set(data.watch);
    tabs.set(port, after);
    const known = data.watch.flatMap((address) => (before.has(address) ? [] : (book.whole(address) ?? [])));
    if (known.length > 0) port.postMessage(known);
    watchAll();
    forgetUnwatched(before);
  };
};
