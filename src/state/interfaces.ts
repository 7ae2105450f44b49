import { useConfig } from '@/config.ts';
import { useBackendStatus } from './backend-status.ts';

/** What a page is made of; pages that are not named need nothing that a platform could lack. */
const NEEDS: Readonly<Record<string, string>> = {
  '/': 'prediction',
  '/event': 'prediction',
  '/parlay': 'prediction',
  '/rounds': 'prediction',
  '/portfolio': 'prediction',
  '/monitor': 'prediction',
  '/tokens': 'tokens',
  '/triggers': 'trigger',
};

/** Pages of what somebody holds. */
const HELD: readonly string[] = ['/portfolio', '/monitor'];

/**
 * Tells by its path whether a page has nothing to show on this platform: its configuration says so, or its listing
 * answered 404. What somebody holds is looked for all the same until the configuration says that there is nothing.
 */
export function useUnavailablePages(): (path: string) => boolean {
  const { interfaces } = useConfig();
  const absent = useBackendStatus((service) => service.absent);
  return (path) => {
    const page = `/${path.split('/')[1] ?? ''}`;
    const name = NEEDS[page];
    if (name === undefined) return false;
    return Boolean(interfaces?.missing.includes(name)) || (!HELD.includes(page) && absent.includes(name));
  };
}
