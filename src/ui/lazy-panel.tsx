import { type ComponentType, useEffect, useState } from 'react';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

/**
 * A part of a panel whose code comes when it is first wanted. While it is on its way a skeleton fills the panel; when
 * it does not come, the panel says so with Retry, and nothing around it is lost.
 * `load` answers the component; `what` names it: "chart".
 */
export function lazyPanel<Props extends object>(load: () => Promise<ComponentType<Props>>, what: string) {
  // Kept for every place it is shown at: once it has come it is there at once.
  let known: ComponentType<Props> | undefined;
  return function Loaded(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | undefined>(() => known);
    const [attempt, setAttempt] = useState(0);
    const [failed, setFailed] = useState(-1);
    useEffect(() => {
      let current = true;
      if (!known) {
        load().then(
          (part) => {
            known = part;
            if (current) setPart(() => part);
          },
          () => current && setFailed(attempt),
        );
      }
      return () => {
        current = false;
      };
    }, [attempt]);
    if (Part) return <Part {...props} />;
    if (failed < 0) return <Skeleton className="absolute inset-3" />;
    return (
      <ErrorState
        title={`Couldn’t load the ${what}`}
        onRetry={() => setAttempt((count) => count + 1)}
        retrying={failed < attempt}
        className="absolute inset-0"
      >
        The connection failed, or Evenline was updated since you opened it: then reload the page.
      </ErrorState>
    );
  };
}
