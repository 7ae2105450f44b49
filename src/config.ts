import { type AppConfig, DEFAULT_BASES, GUARD_PROGRAM, type ProviderDescriptor } from '@contract/config.ts';
import { create } from 'zustand';

/*
 * What this deployment is: read once from `/config.json` before anything is drawn, and kept for the life of the page.
 * Components use `useConfig`, everything else `getConfig`.
 */
const useStore = create<{ config: AppConfig | null }>(() => ({ config: null }));
const current = (): AppConfig | null => useStore.getState().config;

export const setConfig = (config: AppConfig | null): void => useStore.setState({ config });

function read(config: AppConfig | null): AppConfig {
  if (!config) throw new Error('The configuration has not been read yet.');
  return config;
}

/** Throws when called before the configuration has been read. */
export const getConfig = (): AppConfig => read(current());
export const useConfig = (): AppConfig => read(useStore(({ config }) => config));

/** The explorer that is configured; null without one, and before it is known. */
export const useExplorer = (): AppConfig['explorer'] => useStore(({ config }) => config?.explorer ?? null);

/** The configuration of a live platform, whose programs are not ours; null on paper, and before it is known. */
export const liveConfig = (): AppConfig | null => (current()?.mode === 'live' ? current() : null);

/** The configuration of the paper exchange; null on a live platform, and before it is known. */
export const paperConfig = (): AppConfig | null => (current()?.mode === 'paper' ? current() : null);

/** Whether the chain can be asked at all: a live deployment may have no node. */
export const hasRpc = (): boolean => current()?.rpc !== false;

/** Whether the service tells what prices were. */
export const hasHistory = (): boolean => current()?.history === true;

/** Program of the guards that wallets add to what they sign. */
export const guardProgram = (): string => current()?.chain?.guardProgram ?? GUARD_PROGRAM;

/** The provider whose rounds settle by themselves, without a book; undefined where a deployment has none. */
export const roundsProvider = ({ providers }: Pick<AppConfig, 'providers'>): ProviderDescriptor | undefined =>
  providers.find(({ settles, hasLadder }) => settles === 'itself' && !hasLadder);

/** Where each interface lives, without a trailing slash. */
export function baseOf(name: keyof AppConfig['bases']): string {
  const base = current()?.bases[name] ?? DEFAULT_BASES[name];
  return base.endsWith('/') ? base.slice(0, -1) : base;
}

let gateway: string | undefined;

/** An origin and maybe a folder, without a slash at its end; everything else counts as not said. */
function checked(said: string): string {
  if (said === '' || !URL.canParse(said)) return '';
  const { protocol, origin, pathname } = new URL(said);
  return protocol === 'https:' || protocol === 'http:' ? (origin + pathname).replace(/\/+$/, '') : '';
}

/**
 * The address of a path of the server: beside the page, or at the gateway that `gateway.js` names. That file runs
 * before the app does, so this is settled from the first request on.
 */
export function serverUrl(path: string): string {
  gateway ??= checked(globalThis.document?.documentElement.dataset.gateway?.trim() ?? '');
  return path.startsWith('/') ? gateway + path : path;
}
