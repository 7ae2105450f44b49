import { useNow } from '@/lib/clock.ts';
import { focusList } from '@/lib/dom.ts';
import { dismissLastVisit, useLastVisit, type Visit } from '@/state/visit.ts';
import { useWhatsNew } from './use-whats-new.ts';
import { WhatsNewView } from './whats-new.view.tsx';

/** The panel of the For you page; nothing once it is dismissed or while there is nothing to compare with. */
export function WhatsNewPanel() {
  const visit = useLastVisit();
  return visit && <Shown visit={visit} />;
}

function Shown({ visit }: { visit: Visit }) {
  return (
    <WhatsNewView
      whatsNew={useWhatsNew(visit)}
      at={visit.at}
      now={useNow(10_000)}
      onDismiss={() => {
        dismissLastVisit();
        focusList();
      }}
    />
  );
}
