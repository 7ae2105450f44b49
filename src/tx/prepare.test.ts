import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { checkTransaction } from './check.ts';
import { builtEntry, prepareTx, TxAborted, type TxPorts } from './prepare.ts';
import type { TxPrompt } from './prompt.ts';
import { intentOn } from './testing-runs.ts';
import { listener, owner, TestChain, transactionOn } from './testing-world.ts';
import type { Review, TxIntent } from './types.ts';
import type { Verdict } from './verdict.ts';

/* What a check finds in a transaction has tests of its own. */
vi.mock('./check.ts');

const chain = new TestChain();
const tx = transactionOn(chain.blockhash());
const MATCHES: Verdict = { verdict: 'matches', tx };
const UNCHECKED: Verdict = { verdict: 'unchecked', tx, reasons: ['it calls a program'], seen: ['you pay 5'] };
const found = (verdict: Verdict) => vi.mocked(checkTransaction).mockResolvedValueOnce(verdict);
beforeEach(() => void vi.mocked(checkTransaction).mockReset().mockResolvedValue(MATCHES));

/** Prepares an intent, every question answered the same. */
async function prepared(intent: TxIntent, answer: boolean, accepted = new Set<string>()) {
  const { ports, steps } = listener(chain);
  const asked: TxPrompt[] = [];
  const ask: TxPorts['ask'] = async (prompt) => {
    asked.push(prompt);
    return answer;
  };
  const outcome = await prepareTx(intent, { ...ports, ask }, accepted).catch((cause: unknown) => {
    if (cause instanceof TxAborted) return cause.state;
    throw cause;
  });
  return { outcome, asked, steps: steps() };
}
const intentThat = (review?: Review) => intentOn(chain, {}, review).intent;

describe('what could not be checked', () => {
  it('is asked about, with what a simulation shows, and goes on with a yes alone', async () => {
    found(UNCHECKED);
    const yes = await prepared(intentThat(), true);
    expect(yes.outcome).toMatchObject({ tx, agreed: ['it calls a program'] });
    expect(yes.steps).toEqual(['building', 'checking', 'asking']);
    expect(yes.asked).toEqual([
      expect.objectContaining({
        tone: 'danger',
        seen: ['In a simulation of it:', 'you pay 5'],
        reasons: ['it calls a program'],
      }),
    ]);
    found(UNCHECKED);
    expect((await prepared(intentThat(), false)).outcome).toEqual({ step: 'rejected' });
  });

  it('says nothing of a simulation where there was none', async () => {
    found({ ...UNCHECKED, seen: [] });
    const { asked } = await prepared(intentThat(), false);
    expect(asked[0]).not.toHaveProperty('seen');
  });
});

describe('what is not what was shown', () => {
  it('is blocked, whatever is answered, and told why', async () => {
    found({ verdict: 'differs', reasons: ['it steals'] });
    const { outcome, asked } = await prepared(intentThat(), true);
    expect(asked).toEqual([expect.objectContaining({ tone: 'blocked', reasons: ['it steals'] })]);
    expect(outcome).toMatchObject({ step: 'failed', error: { kind: 'refused' } });
  });

  it('is worse within the limit: asked about once for the same lines, and again for others', async () => {
    const worse = (...lines: string[]) => intentThat({ verdict: 'ask', title: 'Worse', lines });
    const accepted = new Set<string>();
    expect((await prepared(worse('a'), false, accepted)).outcome).toEqual({ step: 'rejected' });
    const first = await prepared(worse('a'), true, accepted);
    expect(first.outcome).toMatchObject({ tx, agreed: [] });
    expect(first.asked).toEqual([
      expect.objectContaining({
        tone: 'decision',
        title: 'Worse',
        // Of several such questions in a row each says what it is about.
        lines: [`“${intentThat().title}”:`, 'a'],
      }),
    ]);
    expect((await prepared(worse('a'), false, accepted)).asked).toEqual([]);
    expect((await prepared(worse('b'), true, accepted)).asked).toHaveLength(1);
  });
});

it('a build that fails otherwise than the service says is told as a failure', async () => {
  const failing = { ...intentThat(), build: () => Promise.reject(new TypeError('x is not a function')) };
  const { outcome } = await prepared(failing, true);
  expect(outcome).toEqual({ step: 'failed', error: expect.any(AppError) });
});

it('the journal is told what follows the transaction, where anything does', () => {
  const built = intentOn(chain).builds();
  const made = { built, tx, agreed: [], lastValidBlockHeight: 7 };
  const plain = builtEntry(intentThat(), made);
  expect(plain).toMatchObject({ owner, step: 'built', lastValidBlockHeight: 7, signature: null });
  expect(plain.blockhash).toBe(tx.message.recentBlockhash);
  for (const name of ['via', 'quoted', 'ref']) expect(plain).not.toHaveProperty(name);
  const via = { parlays: [] } as unknown as NonNullable<typeof built.via>;
  const quoted = { average: 1n } as unknown as NonNullable<TxIntent['quoted']>;
  const ref = { queue: 'q', key: 'k', attempt: 1 };
  const all = builtEntry({ ...intentThat(), quoted }, { ...made, built: { ...built, via } }, ref);
  expect(all).toMatchObject({ via, quoted, ref });
});
