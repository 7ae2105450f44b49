import { vi } from 'vitest';
import { runTx } from './run-tx.ts';
import { builtOn, listener, owner, passing, type TestChain, wallet } from './testing-world.ts';
import type { BuiltTx, Review, TxIntent } from './types.ts';

/* Runs of one intent, from the press of the button to its end, on a chain of the test. */

const AS_SHOWN: Review = { verdict: 'as-shown' };

/** Builds on a fresh blockhash each time; `change`: what else the answer says. */
export function intentOn(chain: TestChain, change: Partial<BuiltTx> = {}, review = AS_SHOWN) {
  const builds = vi.fn(() => ({ ...builtOn(chain.blockhash()), ...change }));
  const intent: TxIntent = {
    kind: 'claim',
    title: 'Claim',
    owner,
    build: async () => ({ built: builds(), review }),
    describe: () => 'Claimed',
    invalidates: [],
  };
  return { intent, builds };
}

interface Circumstances {
  intent?: TxIntent;
  signer?: ReturnType<typeof wallet>['signer'];
  userCancelled?: AbortSignal;
  /** Told how long it has been, in milliseconds. */
  meanwhile?: (passedMs: number) => void;
  ask?: () => Promise<boolean>;
}

/** What the runner says of one run. */
export async function run(
  chain: TestChain,
  {
    intent = intentOn(chain).intent,
    signer = wallet().signer,
    userCancelled,
    meanwhile,
    ask = async () => false,
  }: Circumstances = {},
) {
  const told = listener(chain);
  const ports = { ...told.ports, signer, ask, ...(userCancelled ? { userCancelled } : {}) };
  const outcome = await passing(runTx(intent, ports), meanwhile);
  return { ...told, outcome };
}

/** The same in short: what the user is told at the end, and after how many milliseconds. */
export async function endOf(chain: TestChain, more: Circumstances = {}) {
  let passed = 0;
  const { outcome, states } = await run(chain, {
    ...more,
    meanwhile: (ms) => {
      passed = ms;
      more.meanwhile?.(ms);
    },
  });
  return { result: outcome.result, step: states.at(-1)?.step, after: passed, states };
}
