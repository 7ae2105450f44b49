import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { Prepared } from './prepare.ts';
import type { QueueItem } from './queue.ts';
import { queueWork } from './queue-work.ts';
import { intentOn } from './testing-runs.ts';
import { stepsOnDisk, withScriptedService } from './testing-service.ts';
import { builtOn, passing, TestChain, transactionOn, wallet } from './testing-world.ts';

vi.mock('./check.ts');
withScriptedService();

it('a wallet that has signed is left all the same while the node takes its time', async () => {
  const chain = new TestChain();
  const blockhash = chain.blockhash();
  const userCancelled = new AbortController();
  chain.valid = (truth) => {
    userCancelled.abort();
    return truth;
  };
  const setting = {
    queue: 'queue',
    connection: chain.connection,
    client: new QueryClient(),
    onWaiting: () => () => undefined,
  };
  const subject = { intentOf: () => intentOn(chain).intent, skips: () => null };
  const work = queueWork(setting, wallet().signer, subject, userCancelled.signal);
  const item: QueueItem<unknown> = {
    key: 'a',
    title: 'A',
    subject: null,
    attempt: 1,
    state: { step: 'wallet' },
  };
  const ready: Prepared = {
    built: builtOn(blockhash),
    tx: transactionOn(blockhash),
    agreed: [],
    lastValidBlockHeight: null,
  };
  expect(await passing(work.sign([{ item, ready }]))).toEqual([{ result: 'user-cancelled' }]);
  expect(await stepsOnDisk()).toEqual(['discarded']);
});
