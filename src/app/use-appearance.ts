import { useEffect } from 'react';
import { flashPreference, palettePreference, themePreference } from '@/state/preferences.ts';
import { useStored } from '@/state/stored.ts';

/** Keeps theme, palette and flashes of prices on the document as they change here, in another tab or in the system. */
export function useAppearance(): void {
  const theme = useStored(themePreference);
  const palette = useStored(palettePreference);
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: light)');
    const apply = (): void => {
      const resolved = theme === 'system' ? (system.matches ? 'light' : 'dark') : theme;
      document.documentElement.dataset.theme = resolved;
    };
    apply();
    system.addEventListener('change', apply);
    return () => system.removeEventListener('change', apply);
  }, [theme]);
  useEffect(() => {
    document.documentElement.dataset.palette = palette;
  }, [palette]);
  const flash = useStored(flashPreference);
  useEffect(() => {
    document.documentElement.dataset.flash = flash ? 'on' : 'off';
  }, [flash]);
}
