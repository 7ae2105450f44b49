import Unplug from 'lucide-react/icons/unplug';
import { useEffect } from 'react';
import { useTitle } from '@/lib/use-title.ts';
import { noteAbsence, useBackendStatus } from '@/state/backend-status.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Panel } from '@/ui/panel.tsx';

interface Subject {
  title: string;
  what: string;
  /** What works without it. */
  rest: string;
}

const MARKETS: Subject = {
  title: 'Markets',
  what: 'prediction markets',
  rest: 'Tokens and trigger orders work without them, where this platform has them.',
};
const SUBJECTS: Readonly<Record<string, Subject>> = {
  parlay: { ...MARKETS, title: 'Parlay' },
  rounds: { ...MARKETS, title: 'Rounds' },
  portfolio: { ...MARKETS, title: 'Portfolio' },
  tokens: {
    title: 'Tokens',
    what: 'a list of new tokens',
    rest: 'Markets and your positions are not affected.',
  },
  triggers: {
    title: 'Triggers',
    what: 'trigger orders',
    rest: 'Markets and your positions are not affected.',
  },
};

/** A listing that was not found is looked for again after this long: it may have been moved for a moment. */
const LOOK_AGAIN_MS = 60_000;

/** The page of an interface that this platform does not have. */
export function UnavailablePage({ path }: { path: string }) {
  const { title, what, rest } = SUBJECTS[path.split('/')[1] ?? ''] ?? MARKETS;
  useTitle(title);
  const absent = useBackendStatus((service) => service.absent);
  const lookAgain = () => {
    for (const name of useBackendStatus.getState().absent) noteAbsence(name, false);
  };
  const found = absent.length > 0;
  useEffect(() => {
    if (!found) return;
    const timer = setTimeout(lookAgain, LOOK_AGAIN_MS);
    return () => clearTimeout(timer);
  });
  return (
    <div className="flex flex-col gap-3">
      <h1 className="font-semibold text-xl">{title}</h1>
      <Panel>
        <EmptyState
          icon={Unplug}
          title={`This platform does not offer ${what}`}
          {...(found ? { action: <Button onClick={lookAgain}>Check again</Button> } : {})}
        >
          {rest}
        </EmptyState>
      </Panel>
    </div>
  );
}
