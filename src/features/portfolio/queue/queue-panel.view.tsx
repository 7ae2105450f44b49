import { formatUsd } from '@contract/money.ts';
import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { type ReactNode, type Ref, useRef } from 'react';
import { cx } from '@/lib/cx.ts';
import { focusPage } from '@/lib/dom.ts';
import { LandingClock } from '@/tx/landing-clock.tsx';
import { canLeave, canRetry, isOver, type Queue, type QueueItem, tallyOf } from '@/tx/queue.ts';
import type { Waiting } from '@/tx/types.ts';
import { Button } from '@/ui/button.tsx';
import { Panel, PanelHeader, PanelTitle } from '@/ui/panel.tsx';
import { PassingButton } from '@/ui/passing-button.tsx';
import { Pill } from '@/ui/pill.tsx';
import { ProgressBar } from '@/ui/progress-bar.tsx';
import { SignatureCell } from '@/ui/signature.tsx';
import { HeldLine } from '../market-label.view.tsx';
import type { PortfolioSubject } from './intents.ts';
import { type ItemLabel, itemLabel, moneyText, QUEUE_LABELS, queueLabel, tallyText } from './queue-labels.ts';

interface Props {
  queue: Queue<PortfolioSubject>;
  /** This tab works on it, or looks something up. */
  mine: boolean;
  /** Items that were sent and could still land, by key. */
  waiting: ReadonlyMap<string, Waiting>;
  /** Why nothing can be signed now; null when it can. */
  blocked: string | null;
  onPause: () => void;
  onContinue: () => void;
  onStop: () => void;
  /** Waits no longer for the wallet. */
  onLeaveWallet: () => void;
  onSkip: (key: string) => void;
  /** Asks no more about one that cannot be found out about. */
  onLeave: (key: string) => void;
  onRetry: (keys: readonly string[]) => void;
  onDismiss: () => void;
}

/** What went wrong is told first. */
const failedFirst = (items: Props['queue']['items']): Props['queue']['items'] =>
  items.toSorted((a, b) => Number(b.state.step === 'failed') - Number(a.state.step === 'failed'));

const ICONS: Record<ItemLabel['tone'], ReactNode> = {
  quiet: <Circle aria-hidden className="size-4 text-faint" />,
  busy: <LoaderCircle aria-hidden className="size-4 animate-spin text-accent motion-reduce:animate-none" />,
  good: <Check aria-hidden className="size-4 text-yes" />,
  bad: <CircleAlert aria-hidden className="size-4 text-no" />,
  unsure: <CircleHelp aria-hidden className="size-4 text-warn" />,
};

/** What an item is about: of its names the event alone is cut. */
function Subject({ item: { title, subject } }: { item: QueueItem<PortfolioSubject> }) {
  switch (subject.kind) {
    case 'claim':
      return <HeldLine subject={subject.position} before={`${formatUsd(subject.position.payoutUsd)} ·`} />;
    case 'close':
      return <HeldLine subject={subject.position} />;
    case 'cancel':
      return <HeldLine subject={subject.order} before={`${subject.order.isBuy ? 'Purchase' : 'Sale'} ·`} />;
    case 'claim-parlay':
      return title;
  }
}

interface RowProps extends Pick<Props, 'onSkip' | 'onLeave' | 'onRetry'> {
  item: QueueItem<PortfolioSubject>;
  waiting: Waiting | undefined;
  /** The queue has work left: single items may be left out or put back. */
  open: boolean;
}

function Row({ item, waiting, open, onSkip, onLeave, onRetry }: RowProps) {
  const { text, detail, tone } = itemLabel(item);
  const signature = 'signature' in item.state ? item.state.signature : null;
  const canSkip = item.state.step === 'waiting' && open;
  return (
    <li
      data-testid="queue-item"
      data-step={item.state.step}
      className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2.5 border-line border-b px-3 py-1.5 text-sm last:border-b-0 md:grid-cols-[16px_minmax(0,3fr)_minmax(0,2fr)_172px]"
    >
      <span className="max-md:row-span-2 max-md:self-start max-md:pt-0.5">{ICONS[tone]}</span>
      <span className="min-w-0 max-md:col-span-2">
        <Subject item={item} />
      </span>
      <span
        className={cx('min-w-0 break-words max-md:col-start-2', tone === 'bad' ? 'text-no' : 'text-muted')}
      >
        {detail === '' ? text : `${text.replace(/\.$/, '')}. `}
        {detail !== '' && <span className="text-muted">{detail}</span>}
        {waiting && (
          <>
            {' '}
            <LandingClock until={waiting.until} />
          </>
        )}
      </span>
      <span className="flex min-h-[26px] items-center justify-end gap-1.5">
        {signature && <SignatureCell signature={signature} />}
        {/* One button, so that who left an item out can put it back where the focus is. */}
        {(canSkip || canRetry(item)) && (
          <PassingButton
            size="sm"
            variant="ghost"
            onClick={() => (canSkip ? onSkip(item.key) : onRetry([item.key]))}
            aria-label={canSkip ? `Skip ${item.title}` : `Put ${item.title} back into the queue`}
          >
            {canSkip ? 'Skip' : 'Again'}
          </PassingButton>
        )}
        {canLeave(item) && (
          <PassingButton
            size="sm"
            variant="ghost"
            onClick={() => onLeave(item.key)}
            aria-label={`Dismiss ${item.title}: result unknown`}
          >
            Dismiss
          </PassingButton>
        )}
      </span>
    </li>
  );
}

/** The one button that takes the queue on; it stays the same element, so that it keeps the focus. */
function MainButton({
  queue,
  mine,
  blocked,
  onPause,
  onContinue,
  onDismiss,
  ref,
}: Props & { ref: Ref<HTMLButtonElement> }) {
  const { status } = queue;
  if (status === 'running' && mine) {
    return (
      <Button ref={ref} size="sm" onClick={onPause}>
        Pause
      </Button>
    );
  }
  if (status === 'ended') {
    return (
      <Button
        ref={ref}
        size="sm"
        onClick={() => {
          onDismiss();
          // It goes, and the whole queue with it.
          focusPage();
        }}
      >
        Dismiss
      </Button>
    );
  }
  const busy = mine || status === 'pausing' || status === 'stopping';
  return (
    <Button
      ref={ref}
      size="sm"
      variant={busy ? 'outline' : 'primary'}
      busy={mine}
      disabled={blocked !== null && !mine}
      title={blocked ?? 'Checks what was in progress, then continues with what is waiting'}
      onClick={onContinue}
    >
      {mine ? 'Wait' : 'Continue'}
    </Button>
  );
}

/** A queue of transactions, a row each. It is no dialog: the page stays usable while it works. */
export function QueueView(props: Props) {
  const { queue, mine, waiting: clocks, onStop, onLeaveWallet, onSkip, onLeave, onRetry } = props;
  const { total, partly, waiting, underWay } = tallyOf(queue);
  const { text, tone } = queueLabel(queue, mine);
  const failed = queue.items.filter(({ state }) => state.step === 'failed');
  /** Whether something is left that has not been sent: also what is signed goes nowhere once it is stopped. */
  const hasUnsent = waiting > 0 || queue.items.some(({ state }) => state.step === 'signed');
  const main = useRef<HTMLButtonElement>(null);
  /** Buttons that go with their press leave the focus to the one that stays; those that go by themselves, to the panel. */
  const leaving = (press: () => void) => () => {
    press();
    main.current?.focus();
  };
  return (
    <Panel aria-label={`Queue: ${QUEUE_LABELS[queue.kind]}`} tabIndex={-1} className="outline-none">
      <PanelHeader className="flex-wrap">
        <PanelTitle>{QUEUE_LABELS[queue.kind]}</PanelTitle>
        <Pill tone={tone} role="status">
          {text}
        </Pill>
        <span className="num text-muted text-sm">
          {[tallyText(queue), moneyText(queue)].filter(Boolean).join(' · ')}
        </span>
        <span className="ml-auto flex flex-wrap items-center gap-2">
          {queue.status === 'ended' && failed.length > 0 && (
            <PassingButton size="sm" onClick={leaving(() => onRetry(failed.map(({ key }) => key)))}>
              Retry {failed.length} failed
            </PassingButton>
          )}
          {mine && queue.items.some(({ state }) => state.step === 'wallet') && (
            <PassingButton size="sm" variant="ghost" onClick={leaving(onLeaveWallet)}>
              Stop waiting
            </PassingButton>
          )}
          <MainButton {...props} ref={main} />
          {!isOver(queue) && queue.status !== 'stopping' && hasUnsent && (
            <PassingButton
              size="sm"
              onClick={leaving(onStop)}
              title="What was sent already is still followed"
            >
              Stop
            </PassingButton>
          )}
        </span>
      </PanelHeader>
      <ProgressBar
        share={(total - waiting - underWay) / total}
        tone={failed.length + partly > 0 ? 'warn' : 'yes'}
        className="rounded-none"
      />
      {queue.note !== null && (
        <p role="alert" className="border-line border-b bg-warn-dim px-3 py-2 text-sm text-warn">
          {queue.note}
        </p>
      )}
      <section
        aria-label="Queued transactions"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="scroll-thin max-h-[19rem] overflow-y-auto focus-visible:-outline-offset-2"
      >
        <ol>
          {failedFirst(queue.items).map((item) => (
            <Row
              key={item.key}
              item={item}
              waiting={clocks.get(item.key)}
              open={queue.status !== 'stopping'}
              onSkip={onSkip}
              onLeave={(key) => leaving(() => onLeave(key))()}
              onRetry={onRetry}
            />
          ))}
        </ol>
      </section>
    </Panel>
  );
}
