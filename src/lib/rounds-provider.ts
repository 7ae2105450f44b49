import type { AppConfig, ProviderDescriptor } from '@contract/config.ts';

/** The provider whose rounds settle by themselves, without a book; undefined where a deployment has none. */
export const roundsProvider = ({ providers }: Pick<AppConfig, 'providers'>): ProviderDescriptor | undefined =>
  providers.find(({ settles, hasLadder }) => settles === 'itself' && !hasLadder);
