import { useEffect, useState } from 'react';

/**
 * Takes the lock `name` when this tab is looked at, and waits for it otherwise; returns what lets go of everything.
 * A lock that another tab takes over ends the request of its holder with an error: it then waits for its turn. A request
 * that fails without having held it says that the browser gives none here: it is as without locks.
 */
function contend(locks: LockManager, name: string, onLead: (leads: boolean) => void): () => void {
  let ended = false;
  let release: (() => void) | undefined;
  let waiting: AbortController | undefined;
  let isDenied = false;
  const hold = () =>
    new Promise<void>((resolve) => {
      waiting = undefined;
      if (ended) return resolve();
      release = resolve;
      onLead(true);
    });
  const ask = (options: LockOptions): void => {
    let hasHeld = false;
    locks
      .request(name, options, () => {
        hasHeld = true;
        return hold();
      })
      .catch(() => {
        // A wait that was given up for taking over has lost nothing.
        if (options.signal?.aborted) return;
        if (hasHeld) return lost();
        isDenied = true;
        if (!ended) onLead(true);
      });
  };
  const wait = (): void => {
    if (ended) return;
    waiting = new AbortController();
    ask({ signal: waiting.signal });
  };
  const lost = (): void => {
    release = undefined;
    onLead(false);
    wait();
  };
  const take = (): void => {
    if (ended || release || isDenied || document.visibilityState !== 'visible') return;
    waiting?.abort();
    waiting = undefined;
    ask({ steal: true });
  };
  if (document.visibilityState === 'visible') take();
  else wait();
  document.addEventListener('visibilitychange', take);
  window.addEventListener('focus', take);
  return () => {
    ended = true;
    waiting?.abort();
    release?.();
    document.removeEventListener('visibilitychange', take);
    window.removeEventListener('focus', take);
  };
}

/**
 * Whether this tab is the one of its browser that does a job: the one looked at last. A tab that is shown takes the
 * job over, a tab that closes leaves it to another. Without locks every tab leads.
 */
export function useLead(name: string): boolean {
  const [leads, setLeads] = useState(false);
  useEffect(() => {
    if (!navigator.locks) {
      setLeads(true);
      return;
    }
    const leave = contend(navigator.locks, name, setLeads);
    return () => {
      leave();
      setLeads(false);
    };
  }, [name]);
  return leads;
}
