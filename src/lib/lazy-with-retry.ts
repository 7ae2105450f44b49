import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';
import { create } from 'zustand';

const RETRY_MS = 2_000;
const RETRY_CAP_MS = 30_000;
/** What is on its way for longer is missed, though it may still come. */
const SLOW_MS = 8_000;

type Load<T> = () => Promise<T>;

/** Loads that have failed and are asked for again. */
const useUnloaded = create<{ loads: ReadonlySet<Load<unknown>> }>(() => ({ loads: new Set() }));

const setUnloaded = (load: Load<unknown>, unloaded: boolean): void =>
  useUnloaded.setState(({ loads }) => {
    if (loads.has(load) === unloaded) return { loads };
    return { loads: new Set(unloaded ? [...loads, load] : [...loads].filter((one) => one !== load)) };
  });

/** Whether something the reader waits for has not come: the shell says so. */
export const useUnloadedCode = (): boolean => useUnloaded(({ loads }) => loads.size > 0);

/**
 * Asks for code, or for what the disk keeps, until it is there, more and more seldom. `quiet`: the reader does not wait for it, so that the shell
 * says nothing. @returns gives up
 */
export function fetchWithRetry<T>(load: Load<T>, then: (loaded: T) => void, quiet = false): () => void {
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = quiet ? undefined : setTimeout(() => setUnloaded(load, true), SLOW_MS);
  const ask = (waitMs: number): void => {
    load().then(
      (loaded) => {
        if (over) return;
        clearTimeout(slow);
        setUnloaded(load, false);
        then(loaded);
      },
      () => {
        if (over) return;
        if (!quiet) setUnloaded(load, true);
        timer = setTimeout(() => ask(Math.min(2 * waitMs, RETRY_CAP_MS)), waitMs);
      },
    );
  };
  ask(RETRY_MS);
  return () => {
    over = true;
    clearTimeout(slow);
    clearTimeout(timer);
    setUnloaded(load, false);
  };
}

interface Options<Props> {
  /** Stands there until the code has come; nothing without it. */
  fallback?: ComponentType<Props>;
  /** Whether it is to be asked for, where it is drawn before it is shown. */
  wanted?: (props: Props) => boolean;
  /** Not missed where it does not come. */
  quiet?: boolean;
}

/**
 * A component whose code comes when it is first drawn. Where it does not come it is asked for again for as long as it
 * is wanted, and nothing around it fails.
 */
export function lazyWithRetry<Props extends object>(
  load: Load<ComponentType<Props>>,
  { fallback = () => null, wanted = () => true, quiet = false }: Options<Props> = {},
) {
  // Kept for every place it is shown at: once it has come it is there at once.
  let known: ComponentType<Props> | undefined;
  return function Lazy(props: Props): ReactNode {
    const [Known, setKnown] = useState<ComponentType<Props> | undefined>(() => known);
    const asked = wanted(props);
    useEffect(() => {
      if (known) setKnown(() => known);
      if (known || !asked) return;
      return fetchWithRetry(
        load,
        (loaded) => {
          known = loaded;
          setKnown(() => loaded);
        },
        quiet,
      );
    }, [asked]);
    return createElement(Known ?? fallback, props);
  };
}
