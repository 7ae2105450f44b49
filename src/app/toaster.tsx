import { Toaster as Sonner } from 'sonner';
import { useMedia } from '@/lib/use-media.ts';
import { themePreference } from '@/state/preferences.ts';
import { useStored } from '@/state/stored.ts';

/**
 * Where toasts appear: bottom centre, where no order button is; at the left where the ticket takes half of the width;
 * on phones at the top, for sheets with their questions and buttons come from below. Call `toast` of sonner with an id
 * an intent.
 */
export function Toaster() {
  const theme = useStored(themePreference);
  const phone = useMedia('(width < 48rem)');
  const narrow = useMedia('(width < 64rem)');
  return (
    <Sonner
      theme={theme}
      position={phone ? 'top-center' : narrow ? 'bottom-left' : 'bottom-center'}
      closeButton
      visibleToasts={4}
      offset={16}
      mobileOffset={{ top: 'calc(var(--shell-top) + 10px)', left: 12, right: 12 }}
      className="toaster"
      toastOptions={{ classNames: { description: 'toast-description', actionButton: 'toast-action' } }}
    />
  );
}
