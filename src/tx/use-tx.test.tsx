// @vitest-environment happy-dom
import type { Signature } from '@contract/ids.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { type JournalEntry, journal } from './journal.ts';
import { lookLater } from './look-later.ts';
import { runTx } from './run-tx.ts';
import { intentOn } from './testing-runs.ts';
import { TestChain, wallet } from './testing-world.ts';
import { showTx } from './toast.tsx';
import type { TxOutcome, TxState, Waiting } from './types.ts';
import { useTx } from './use-tx.ts';

vi.mock('./look-later.ts');
vi.mock('./run-tx.ts');
vi.mock('./toast.tsx');
vi.mock('./prompt-dialog.tsx', () => ({}));
vi.mock('@/api/rpc.ts', () => ({ getConnection: async () => ({}) }));

const signature = 'signature' as Signature;
const said = new AppError('refused', 'The vault is busy.');

/** A run that goes on when the test says so. */
function scripted() {
  let tell = (_state: TxState): void => undefined;
  let end = (_outcome: TxOutcome): void => undefined;
  vi.mocked(runTx).mockImplementation(
    (_intent, ports) =>
      new Promise((resolve) => {
        tell = ports.onState;
        end = resolve;
      }),
  );
  return { tell: (state: TxState) => act(() => tell(state)), end: (outcome: TxOutcome) => end(outcome) };
}

beforeEach(() => {
  vi.mocked(showTx).mockReset();
  vi.mocked(runTx).mockReset();
  vi.stubGlobal('navigator', {
    locks: { request: async (_name: string, _options: unknown, work: () => unknown) => work() },
  });
});

function used() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useTx(wallet().signer), { wrapper }).result;
}

describe('a form whose order was refused after it was sent', () => {
  it('goes on until nothing can land any more, and knows until when', async () => {
    const run = scripted();
    const form = used();
    const waiting: (Waiting | null)[] = [];
    let outcome: TxOutcome | undefined;
    act(() => {
      const { intent } = intentOn(new TestChain());
      void form.current
        .run(intent, (told) => waiting.push(told))
        .then((ended) => {
          outcome = ended;
        });
    });
    await waitFor(() => expect(runTx).toHaveBeenCalledOnce());
    run.tell({ step: 'submitting', signature });
    expect(waiting).toEqual([null]);
    run.tell({ step: 'refused', signature, error: said, until: 77_000 });
    expect(waiting.at(-1)).toEqual({ because: 'refused', until: 77_000 });
    expect(outcome).toBeUndefined();
    expect(vi.mocked(showTx).mock.lastCall?.[2]).toMatchObject({
      tone: 'unsure',
      text: 'Refused: The vault is busy.',
      until: 77_000,
    });

    run.tell({ step: 'failed', error: said });
    run.end({ result: 'failed', signature, items: [] });
    await waitFor(() => expect(outcome?.result).toBe('failed'));
    expect(waiting.at(-1)).toBeNull();
    expect(vi.mocked(showTx).mock.lastCall?.[2]).toMatchObject({
      text: 'The vault is busy.',
      detail: 'No funds moved.',
    });
  });

  it('waits no longer when it has landed all the same', async () => {
    const run = scripted();
    const form = used();
    const onWaiting = vi.fn();
    act(() => void form.current.run(intentOn(new TestChain()).intent, onWaiting));
    await waitFor(() => expect(runTx).toHaveBeenCalled());
    run.tell({ step: 'unknown', signature, error: said, until: 77_000 });
    expect(onWaiting).toHaveBeenLastCalledWith({ because: 'unknown', until: 77_000 });
    run.tell({ step: 'landed', signature });
    expect(onWaiting).toHaveBeenLastCalledWith(null);
    run.end({ result: 'done', signature, items: [] });
  });

  it('says what is true where nobody knows what became of it', async () => {
    const run = scripted();
    const form = used();
    act(() => void form.current.run(intentOn(new TestChain()).intent));
    await waitFor(() => expect(runTx).toHaveBeenCalled());
    run.tell({ step: 'unknown', signature, error: said, until: 77_000 });
    run.end({ result: 'unconfirmed', signature, items: [] });
    await waitFor(() => expect(vi.mocked(showTx).mock.lastCall?.[2].text).toBe('Still not confirmed'));
    const message = vi.mocked(showTx).mock.lastCall?.[2];
    expect(message?.detail).toMatch(
      /^The chain has neither confirmed nor refused it for minutes.*It may have gone through\. Do not repeat it/,
    );
  });
});

it('looks up a deposit that it says it does, though the disk fails at first', async () => {
  const entry = { id: 'deposit', signature, via: { to: 'trigger-order' } } as JournalEntry;
  const unfinished = vi.spyOn(journal, 'unfinished').mockRejectedValueOnce(said).mockResolvedValue([entry]);
  const run = scripted();
  const form = used();
  const { intent } = intentOn(new TestChain());
  act(() => void form.current.run({ ...intent, kind: 'trigger' }));
  await waitFor(() => expect(runTx).toHaveBeenCalledOnce());
  vi.useFakeTimers();
  try {
    run.end({ result: 'unknown', signature, items: [] });
    await vi.waitFor(() => expect(unfinished).toHaveBeenCalledOnce());
    expect(lookLater).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(lookLater).toHaveBeenCalledExactlyOnceWith(entry, expect.anything());
  } finally {
    vi.useRealTimers();
    unfinished.mockRestore();
  }
});
