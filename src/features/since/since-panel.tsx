import { useNow } from '@/lib/clock.ts';
import { dismissLastVisit, useLastVisit, type Visit } from '@/state/visit.ts';
import { SinceView } from './since.view.tsx';
import { useSince } from './use-since.ts';

/** The panel of the For you page; nothing once it is dismissed or while there is nothing to compare with. */
export function SincePanel() {
  const visit = useLastVisit();
  return visit && <Shown visit={visit} />;
}

function Shown({ visit }: { visit: Visit }) {
  return (
    <SinceView since={useSince(visit)} at={visit.at} now={useNow(10_000)} onDismiss={dismissLastVisit} />
  );
}
