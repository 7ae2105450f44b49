import { Link } from '@tanstack/react-router';
import X from 'lucide-react/icons/x';
import { useNow } from '@/lib/clock.ts';
import { focusList, focusPage, isPlainClick } from '@/lib/dom.ts';
import { formatLocal, formatRelative } from '@/lib/time.ts';
import { dismissLastVisit, type Visit } from '@/state/visit.ts';
import { IconButton } from '@/ui/icon-button.tsx';
import { useWhatsNew } from './use-whats-new.ts';
import { noticeText, summaryOf } from './whats-new-labels.ts';

/** One line: that something changed, with the way to it. */
export function WhatsNewNotice({ visit }: { visit: Visit }) {
  const whatsNew = useWhatsNew(visit);
  const now = useNow(10_000);
  const hasChanged = summaryOf(whatsNew.changes) !== '';
  return (
    <div data-testid="whats-new-notice" className="flex min-w-0 flex-1 items-center gap-2">
      <p className="min-w-0 flex-1 truncate text-muted">
        Since you left{' '}
        <time dateTime={new Date(visit.at).toISOString()} title={formatLocal(visit.at)}>
          {formatRelative(visit.at, now)}
        </time>
        : {/* This alone is read out: how long ago it was is another text every minute. */}
        <span role="status" className={hasChanged ? 'font-medium text-text' : undefined}>
          {noticeText(whatsNew)}
        </span>
      </p>
      {(hasChanged || whatsNew.failed > 0) && (
        <Link
          to="/"
          search={{ tab: 'for-you' }}
          // The other tab has no such line, and another list.
          onClick={(event) => {
            if (isPlainClick(event)) focusPage();
          }}
          className="shrink-0 rounded-xs font-semibold text-accent hover:underline"
        >
          Show
        </Link>
      )}
      <IconButton
        size="sm"
        icon={X}
        label="Dismiss what changed"
        onClick={() => {
          dismissLastVisit();
          focusList();
        }}
      />
    </div>
  );
}
