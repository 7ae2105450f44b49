import { type KeyboardEvent, useId } from 'react';
import { cx } from '@/lib/cx.ts';
import { Kbd, Keys, keyNames } from '@/ui/kbd.tsx';

const ROW = 'flex flex-wrap items-center justify-between gap-x-4 border-line border-t';

/** A shortcut whose keys stay as they are. */
export const FixedKeyRow = ({ label, keys }: { label: string; keys: string }) => (
  <div className={cx(ROW, 'py-1.5')}>
    <dt className="min-w-0 text-muted">{label}</dt>
    <dd className="px-1">
      <Keys keys={keys} />
    </dd>
  </div>
);

interface Props {
  label: string;
  keys: string;
  /** The next press of a key becomes this shortcut's. */
  waiting: boolean;
  /** Why the last press did not. */
  problem: string | undefined;
  onWait: () => void;
  onKey: (event: KeyboardEvent) => void;
  onLeave: () => void;
}

/** A shortcut with its keys, which are the button that changes them. */
export function KeyRow({ label, keys, waiting, problem, onWait, onKey, onLeave }: Props) {
  const problemId = useId();
  return (
    <div className={cx(ROW, 'py-1')}>
      <dt className="min-w-0 text-muted">{label}</dt>
      <dd>
        <button
          type="button"
          aria-label={waiting ? `Press a key for ${label}` : `${keyNames(keys).join(' ')}: change ${label}`}
          aria-describedby={problem === undefined ? undefined : problemId}
          title="Change the key"
          onClick={({ currentTarget }) => {
            // Not every browser gives the focus to a button that is pressed.
            currentTarget.focus();
            onWait();
          }}
          onKeyDown={waiting ? onKey : undefined}
          onBlur={onLeave}
          className="hit-area inline-flex min-h-[26px] items-center rounded-sm border border-transparent px-1 hover:border-line-strong hover:bg-hover"
        >
          {waiting ? <Kbd className="border-accent text-text">Press a key</Kbd> : <Keys keys={keys} />}
        </button>
      </dd>
      {problem !== undefined && (
        <dd className="basis-full pb-1 text-danger text-sm">
          <p id={problemId} role="alert">
            {problem}
          </p>
        </dd>
      )}
    </div>
  );
}
