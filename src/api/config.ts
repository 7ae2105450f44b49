import { type AppConfig, appConfig, DEFAULT_BASES, GUARD_PROGRAM } from '@contract/config.ts';
import { type CallOptions, parseAnswer, request } from './transport.ts';

let current: AppConfig | undefined;

/**
 * Reads `/config.json` and keeps it for the life of the page. Called before the app mounts.
 * @throws AppError
 */
export async function fetchConfig(options: CallOptions = {}): Promise<AppConfig> {
  const answer = await request({ method: 'GET', url: '/config.json' }, options);
  current = parseAnswer(appConfig, answer, 'config');
  return current;
}

/** The configuration of this deployment. Throws when called before `fetchConfig` has answered. */
export function getConfig(): AppConfig {
  if (!current) throw new Error('The configuration has not been read yet.');
  return current;
}

/** The configuration of a live platform, whose programs are not ours; null on paper, and before it is known. */
export const liveConfig = (): AppConfig | null => (current?.mode === 'live' ? current : null);

/** The configuration of the paper exchange; null on a live platform, and before it is known. */
export const paperConfig = (): AppConfig | null => (current?.mode === 'paper' ? current : null);

/** Whether the chain can be asked at all: a live deployment may have no node. */
export const hasRpc = (): boolean => current?.rpc !== false;

/** Program of the guards that wallets add to what they sign. */
export const guardProgram = (): string => current?.chain?.guardProgram ?? GUARD_PROGRAM;

/** Where each interface lives, without a trailing slash. */
export function baseOf(name: keyof AppConfig['bases']): string {
  const base = current?.bases[name] ?? DEFAULT_BASES[name];
  return base.endsWith('/') ? base.slice(0, -1) : base;
}
