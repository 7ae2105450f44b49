import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { cx } from '@/lib/cx.ts';
import { copyText } from '@/lib/dom.ts';
import { IconButton } from './icon-button.tsx';

interface Props {
  text: string;
  /** What is copied: "address", "signature". */
  what: string;
}

/** Copies text and says that it did. */
export function CopyButton({ text, what }: Props) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 1_600);
    return () => clearTimeout(timer);
  }, [state]);
  return (
    <>
      <IconButton
        size="sm"
        icon={state === 'copied' ? Check : Copy}
        label={`Copy ${what}`}
        className={cx(state === 'copied' && 'text-yes')}
        onClick={() => {
          void copyText(text).then((done) => setState(done ? 'copied' : 'refused'));
        }}
      />
      <span role="status" className={state === 'refused' ? 'text-warn text-xs' : 'sr-only'}>
        {state === 'copied' && 'Copied'}
        {state === 'refused' && 'Couldn’t copy'}
      </span>
    </>
  );
}
