import type { Signature } from '@contract/ids.ts';
import { shortKey } from '@contract/ids.ts';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { getConfig } from '@/config.ts';
import { chime } from '@/lib/sound.ts';
import { transactionUrl } from '@/ui/explorer.ts';
import type { TxMessage } from './describe.ts';
import { LandingClock } from './landing-clock.tsx';

const ICONS: Record<TxMessage['tone'], ReactNode> = {
  busy: <LoaderCircle aria-hidden className="size-4 animate-spin text-accent motion-reduce:animate-none" />,
  good: <Check aria-hidden className="size-4 text-yes" />,
  bad: <CircleAlert aria-hidden className="size-4 text-no" />,
  unsure: <CircleHelp aria-hidden className="size-4 text-warn" />,
  quiet: null,
};

function SignatureLink({ signature }: { signature: Signature }) {
  const href = transactionUrl(getConfig().explorer, signature);
  const text = `Transaction ${shortKey(signature)}`;
  if (!href) return <span className="num text-muted">{text}</span>;
  return (
    <a
      className="num text-accent underline-offset-2 hover:underline"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {text} ↗
    </a>
  );
}

interface ToastAction {
  label: string;
  onClick: () => void;
  /** Not what most readers should press. */
  quiet?: boolean;
}

function Body({ message, signature }: { message: TxMessage; signature: Signature | null }) {
  return (
    <div className="flex flex-col gap-0.5">
      <span>{message.text}</span>
      {message.detail && <span className="text-muted">{message.detail}</span>}
      {message.until !== undefined && <LandingClock until={message.until} />}
      {message.raw && (
        <details className="text-muted">
          <summary>Message</summary>
          {message.raw}
        </details>
      )}
      {signature && <SignatureLink signature={signature} />}
    </div>
  );
}

/** What each toast was last: one that is told again makes no sound again. */
const tones = new Map<string, TxMessage['tone']>();

/**
 * One toast an intent, updated in place. Those that a person must act on stay until dismissed; an action leaves its
 * toast where it is, to be updated or dropped by what it does.
 */
export function showTx(
  id: string,
  title: string,
  message: TxMessage,
  signature: Signature | null,
  actions: { action?: ToastAction; cancel?: ToastAction } = {},
): void {
  if (tones.get(id) !== message.tone) {
    tones.set(id, message.tone);
    if (message.tone === 'good' || message.tone === 'bad') chime(message.tone);
  }
  const stays = message.tone === 'busy' || message.tone === 'unsure' || actions.action !== undefined;
  toast(title, {
    id,
    icon: ICONS[message.tone],
    description: <Body message={message} signature={signature} />,
    duration: stays ? Number.POSITIVE_INFINITY : message.tone === 'quiet' ? 3_000 : 10_000,
    action: actions.action && {
      label: actions.action.label,
      // The library would take the toast away, and with it what is told of the action within its last moments.
      onClick: (event) => {
        event.preventDefault();
        actions.action?.onClick();
      },
    },
    // A button of our own: with one of its own the library takes the toast away, as above, and cannot be kept from it.
    cancel: actions.cancel && (
      <button type="button" data-button data-cancel onClick={actions.cancel.onClick}>
        {actions.cancel.label}
      </button>
    ),
    classNames: actions.action?.quiet ? { actionButton: 'toast-quiet' } : {},
  });
}

export const dropToast = (id: string): void => {
  tones.delete(id);
  toast.dismiss(id);
};
