import type { AppConfig } from '@contract/config.ts';
import { createContext, useContext } from 'react';

/** The deployment's configuration, read before anything else is mounted. */
export const ConfigContext = createContext<AppConfig | null>(null);

export function useConfig(): AppConfig {
  const config = useContext(ConfigContext);
  if (!config) throw new Error('useConfig is called outside of the app');
  return config;
}
