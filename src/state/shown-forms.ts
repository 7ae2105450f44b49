import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import {
  type NumberFormName,
  numbersPreference,
  type TIME_ZONES,
  timeZonePreference,
} from './preferences.ts';

/*
 * How this page writes numbers, and of which zone its days are. A page begins anew with another choice, and what was
 * typed on it would go: what another tab chooses waits until nothing is typed here. Settings hold nothing back.
 */

interface ShownForms {
  readonly numbers: NumberFormName;
  readonly zone: (typeof TIME_ZONES)[number];
}

/** Forms of this page in which something is typed, or under way. */
const typed = createStore<{ readonly forms: number }>(() => ({ forms: 0 }));

let shown: ShownForms | undefined;
function read(): ShownForms {
  const [numbers, zone] = [numbersPreference.shown(), timeZonePreference.shown()];
  const isHeld = shown !== undefined && typed.getState().forms > 0;
  if (shown === undefined || (!isHeld && (shown.numbers !== numbers || shown.zone !== zone)))
    shown = { numbers, zone };
  return shown;
}

function subscribe(listener: () => void): () => void {
  const leave = [numbersPreference, timeZonePreference, typed].map((source) => source.subscribe(listener));
  return () => {
    for (const one of leave) one();
  };
}

export const useShownForms = (): ShownForms => useSyncExternalStore(subscribe, read, read);

/** While something is typed in a form of the page, or sent from it, the page does not begin anew. */
export function useTypedHere(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return;
    typed.setState(({ forms }) => ({ forms: forms + 1 }));
    return () => typed.setState(({ forms }) => ({ forms: forms - 1 }));
  }, [isTyped]);
}
