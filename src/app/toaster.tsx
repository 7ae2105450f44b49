import type { CSSProperties } from 'react';
import { Toaster as Sonner } from 'sonner';
import { useMedia } from '@/lib/use-media.ts';
import { themePreference } from '@/state/preferences.ts';
import { useStored } from '@/state/stored.ts';

/**
 * From here on the navigation has labels (`lg`), and toasts stand in its column, above its last entry: all other places
 * have rows, prices or order buttons beneath them.
 */
const LABELLED = '(width >= 64rem)';
/** The column is 200 px wide; its last entry ends 46 px above the bottom. */
const COLUMN = { offset: { left: 8, bottom: 54 }, style: { '--width': '184px' } as CSSProperties };
const ELSEWHERE = { offset: 16 };

/**
 * Where toasts appear: in the column of the navigation; where that is narrow at the bottom left, for the ticket takes
 * half of the width; on phones at the top, for sheets with their questions and buttons come from below. Call `toast`
 * of sonner with an id an intent.
 */
export function Toaster() {
  const theme = useStored(themePreference);
  const phone = useMedia('(width < 48rem)');
  const labelled = useMedia(LABELLED);
  return (
    <Sonner
      theme={theme}
      position={phone ? 'top-center' : 'bottom-left'}
      closeButton
      visibleToasts={4}
      {...(labelled ? COLUMN : ELSEWHERE)}
      mobileOffset={{ top: 'calc(var(--shell-top) + 10px)', left: 12, right: 12 }}
      className="toaster"
      toastOptions={{ classNames: { description: 'toast-description', actionButton: 'toast-action' } }}
    />
  );
}
