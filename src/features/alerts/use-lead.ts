import { useEffect, useState } from 'react';

/**
 * Takes the lock `name` when this tab is looked at, and waits for it otherwise; returns what lets go of everything.
 * A lock that another tab takes over ends the request of its holder with an error: it then waits for its turn.
 */
function contend(locks: LockManager, name: string, onLead: (leads: boolean) => void): () => void {
  let ended = false;
  let release: (() => void) | undefined;
  let waiting: AbortController | undefined;
  const hold = () =>
    new Promise<void>((resolve) => {
      waiting = undefined;
      if (ended) return resolve();
      release = resolve;
      onLead(true);
    });
  const wait = (): void => {
    if (ended) return;
    const turn = new AbortController();
    waiting = turn;
    // A wait that was given up for taking over has lost nothing.
    locks.request(name, { signal: turn.signal }, hold).catch(() => turn.signal.aborted || lost());
  };
  const lost = (): void => {
    release = undefined;
    onLead(false);
    wait();
  };
  const take = (): void => {
    if (ended || release || document.visibilityState !== 'visible') return;
    waiting?.abort();
    waiting = undefined;
    locks.request(name, { steal: true }, hold).catch(lost);
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
