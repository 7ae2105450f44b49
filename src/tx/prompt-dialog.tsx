import ShieldAlert from 'lucide-react/icons/shield-exclamation-point';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { cx } from '@/lib/cx.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import type { TxPrompt } from './prompt.ts';

/** The question of the runner. Closing it in any way is a "no". */
export function PromptDialog({ prompt }: { prompt: TxPrompt & { answer: (accepted: boolean) => void } }) {
  const decision = prompt.tone === 'decision';
  const Sign = decision ? TriangleAlert : ShieldAlert;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) prompt.answer(false);
      }}
      title={
        <span className="flex items-center gap-2">
          <Sign aria-hidden className={cx('size-[18px] shrink-0', decision ? 'text-warn' : 'text-danger')} />
          {prompt.title}
        </span>
      }
      footer={
        <>
          <Button onClick={() => prompt.answer(false)}>{prompt.dismiss}</Button>
          {prompt.accept && (
            <Button
              variant={prompt.tone === 'danger' ? 'danger' : 'primary'}
              // Of a double click only the first half is meant: the next question has this button at the same place.
              onClick={({ detail }) => {
                if (detail <= 1) prompt.answer(true);
              }}
            >
              {prompt.accept}
            </Button>
          )}
        </>
      }
    >
      {prompt.seen && (
        <ul className="mb-3 flex flex-col gap-1 border-line border-b pb-3">
          {prompt.seen.map((line, index) => (
            <li
              key={line}
              className={cx('break-words first-letter:uppercase', index === 0 ? 'text-muted' : 'font-medium')}
            >
              {line}
            </li>
          ))}
        </ul>
      )}
      <ul className="flex flex-col gap-1.5">
        {prompt.lines.map((line) => (
          <li key={line} className="break-words first-letter:uppercase">
            {line}
          </li>
        ))}
      </ul>
      {prompt.reasons && (
        <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5 marker:text-faint">
          {prompt.reasons.map((reason) => (
            <li key={reason} className="break-words first-letter:uppercase">
              {reason}
            </li>
          ))}
        </ul>
      )}
      {prompt.closing && <p className="mt-3 font-medium">{prompt.closing}</p>}
    </Dialog>
  );
}
