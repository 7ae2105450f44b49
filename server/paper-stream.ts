import { doesBuild, historyLookMs, isQuick } from './common/facts.ts';
import type { StreamRules } from './common/platform.ts';
import type { Exchange } from './exchange/exchange.ts';
import { THREADED } from './exchange/threaded-ids.ts';

/** Prices move several times a second for who trades on them, lists for who reads them; what is of one owner follows its commits. */
const QUICK_MS = 100;
const LIST_MS = 500;
const OWN_MS = 2_000;

/** How the paper exchange's answers are looked at for those who watch them. */
export const paperStream = ({ rpc }: { readonly rpc: Pick<Exchange['rpc'], 'onCommit'> }): StreamRules => ({
  everyMs(operation, kind) {
    // With each look another one would be built.
    if (doesBuild(operation)) return undefined;
    return (
      historyLookMs(operation) ?? (isQuick(operation) ? QUICK_MS : kind === 'private' ? OWN_MS : LIST_MS)
    );
  },
  isInLine: (operation, kind) => kind === 'private' || THREADED.has(operation),
  onChange: (listener) => rpc.onCommit((batch) => listener(batch().owners)),
});
