import { showNumbers } from '@contract/money.ts';
import { useEffect } from 'react';
import { setSounds } from '@/lib/sound.ts';
import { showTimes } from '@/lib/time.ts';
import {
  clockPreference,
  dateOrderPreference,
  flashPreference,
  NUMBER_FORMS,
  palettePreference,
  soundsPreference,
  themePreference,
} from '@/state/preferences.ts';
import { useShownForms } from '@/state/shown-forms.ts';
import { useStored } from '@/state/stored.ts';

/** Keeps theme, palette, flashes of prices, how times and numbers are written, and sounds as they change here, in another tab or in the system. */
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
  const { numbers, zone } = useShownForms();
  // Set while drawing: what is drawn below it shows times already.
  showTimes({
    utc: zone === 'utc',
    halfDays: useStored(clockPreference) === '12',
    order: useStored(dateOrderPreference),
  });
  showNumbers(NUMBER_FORMS[numbers]);
  setSounds(useStored(soundsPreference));
  const flash = useStored(flashPreference);
  useEffect(() => {
    document.documentElement.dataset.flash = flash ? 'on' : 'off';
  }, [flash]);
}
