import 'fake-indexeddb/auto';
import type { Signature } from '@contract/ids.ts';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { checkTransaction } from './check.ts';
import { append, guardOn, recompiled } from './guard-testing.ts';
import { type JournalEntry, type JournalStep, journal } from './journal.ts';
import type { Prepared } from './prepare.ts';
import type { ItemState, QueueItem } from './queue.ts';
import { discardUnsent, queueHistory, queueWork } from './queue-work.ts';
import type { Signer } from './sign.ts';
import { intentOn } from './testing-runs.ts';
import { answer, disk, sent, service, stepsOnDisk, success, withScriptedService } from './testing-service.ts';
import {
  builtOn,
  journalEntry,
  keypair,
  LANDED,
  owner,
  passing,
  TestChain,
  transactionOn,
  wallet,
} from './testing-world.ts';
import type { TxIntent } from './types.ts';

const order = vi.hoisted(() => ({ follow: vi.fn<() => Promise<unknown>>() }));
vi.mock('./check.ts');
vi.mock('./reconcile.ts', async (original) => ({
  ...(await original<typeof import('./reconcile.ts')>()),
  followOrder: order.follow,
}));
vi.mock('./prompt.ts', () => ({ askUser: async () => false }));
withScriptedService();

const settingOn = (chain: TestChain, onWaiting: (at: unknown) => void = () => undefined) => ({
  queue: 'queue',
  connection: chain.connection,
  client: new QueryClient(),
  onWaiting: () => onWaiting,
});
const itemOf = (key: string, state: ItemState = { step: 'wallet' }, attempt = 1): QueueItem<unknown> => ({
  key,
  title: key,
  subject: null,
  attempt,
  state,
});
const readyOn = (blockhash: string): Prepared => ({
  built: builtOn(blockhash),
  tx: transactionOn(blockhash),
  agreed: [],
  lastValidBlockHeight: null,
});
interface Circumstances {
  signer?: Signer;
  intentOf?: (item: QueueItem<unknown>) => TxIntent;
  skips?: (error: AppError) => string | null;
  onWaiting?: (at: unknown) => void;
}
const workOn = (chain: TestChain, circumstances: Circumstances = {}) => {
  const {
    signer = wallet().signer,
    intentOf = () => intentOn(chain).intent,
    skips = () => null,
  } = circumstances;
  const setting = settingOn(chain, circumstances.onWaiting);
  return queueWork(setting, signer, { intentOf, skips }, new AbortController().signal);
};

it('a wallet that has signed is left all the same while the node takes its time', async () => {
  const chain = new TestChain();
  const blockhash = chain.blockhash();
  const userCancelled = new AbortController();
  chain.valid = (truth) => {
    userCancelled.abort();
    return truth;
  };
  const subject = { intentOf: () => intentOn(chain).intent, skips: () => null };
  const work = queueWork(settingOn(chain), wallet().signer, subject, userCancelled.signal);
  const signing = work.sign([{ item: itemOf('a'), ready: readyOn(blockhash) }]);
  expect(await passing(signing)).toEqual([{ result: 'user-cancelled' }]);
  expect(await stepsOnDisk()).toEqual(['discarded']);
});

it('the same while the disk takes its time: what was written as signed is not sent', async () => {
  const chain = new TestChain();
  const userCancelled = new AbortController();
  const put = journal.put;
  vi.spyOn(journal, 'put').mockImplementation(async (entry) => {
    const written = await put(entry);
    if (entry.step === 'signed') userCancelled.abort();
    return written;
  });
  const subject = { intentOf: () => intentOn(chain).intent, skips: () => null };
  const work = queueWork(settingOn(chain), wallet().signer, subject, userCancelled.signal);
  const signing = work.sign([{ item: itemOf('a'), ready: readyOn(chain.blockhash()) }]);
  expect(await passing(signing)).toEqual([{ result: 'user-cancelled' }]);
  expect(await stepsOnDisk()).toEqual(['discarded']);
});

describe('signing several', () => {
  it('takes each for itself, and has what was signed on disk with what it belongs to', async () => {
    const chain = new TestChain();
    const signer: Signer = {
      ...wallet().signer,
      signAllTransactions: async ([first, second]) => {
        first?.sign([keypair]);
        return first && second ? [first, second] : [];
      },
    };
    const work = workOn(chain, { signer });
    expect([work.batch, workOn(chain).batch]).toEqual([10, 1]);
    const hash = chain.blockhash();
    const items = ['a', 'b', 'c'].map((key) => ({ item: itemOf(key), ready: readyOn(hash) }));
    const [first, ...others] = await passing(work.sign(items));
    expect(first).toEqual({ result: 'signed', state: { step: 'signed', signature: expect.any(String) } });
    expect(others.map(({ result }) => result)).toEqual(['refused', 'refused']);
    const written = (await disk.all()).sort((a, b) => String(a.ref?.key).localeCompare(String(b.ref?.key)));
    expect(written).toMatchObject([
      {
        step: 'signed',
        ref: { queue: 'queue', key: 'a', attempt: 1 },
        signedTransaction: expect.any(String),
      },
      { step: 'discarded', ref: { key: 'b' }, signedTransaction: null },
      { step: 'discarded', ref: { key: 'c' }, signedTransaction: null },
    ]);
  });

  it('is given up where the user stops waiting for the wallet, and tells that from a no', async () => {
    const chain = new TestChain();
    const userCancelled = new AbortController();
    const silent = wallet(() => {
      userCancelled.abort();
      return new Promise(() => undefined);
    });
    const subject = { intentOf: () => intentOn(chain).intent, skips: () => null };
    const work = queueWork(settingOn(chain), silent.signer, subject, userCancelled.signal);
    const ready = readyOn(chain.blockhash());
    expect(await passing(work.sign([{ item: itemOf('a'), ready }]))).toEqual([{ result: 'user-cancelled' }]);
    const declining = wallet(() => Promise.reject(new Error('User rejected the request.')));
    const no = workOn(chain, { signer: declining.signer }).sign([{ item: itemOf('a'), ready }]);
    expect(await passing(no)).toEqual([{ result: 'rejected' }]);
    expect(await stepsOnDisk()).toEqual(['discarded', 'discarded']);
  });

  it('is over once what was signed is on disk, and not before', async () => {
    const chain = new TestChain();
    const put = journal.put;
    let written: () => void = () => undefined;
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    vi.spyOn(journal, 'put').mockImplementation(async (entry) => {
      if (entry.step === 'signed') await isWritten;
      return put(entry);
    });
    let isOver = false;
    const signing = workOn(chain)
      .sign([{ item: itemOf('a'), ready: readyOn(chain.blockhash()) }])
      .finally(() => {
        isOver = true;
      });
    await passing(new Promise((resolve) => setTimeout(resolve, 2_000)));
    expect([isOver, await stepsOnDisk()]).toEqual([false, ['built']]);
    written();
    expect(await passing(signing)).toMatchObject([{ result: 'signed' }]);
    expect(await stepsOnDisk()).toEqual(['signed']);
  });

  it('judges once more what came back with guards behind it', async () => {
    const chain = new TestChain();
    const guarding: Signer = {
      ...wallet().signer,
      async signTransaction(tx) {
        const changed = recompiled(tx, append(guardOn(keypair.publicKey)));
        changed.sign([keypair]);
        return changed;
      },
    };
    const sign = () =>
      workOn(chain, { signer: guarding }).sign([{ item: itemOf('a'), ready: readyOn(chain.blockhash()) }]);
    expect(await passing(sign())).toMatchObject([{ result: 'signed' }]);
    vi.mocked(checkTransaction).mockResolvedValueOnce({ verdict: 'differs', reasons: ['it steals'] });
    expect(await passing(sign())).toEqual([
      { result: 'refused', reason: 'as the wallet has changed it, it steals' },
    ]);
    expect((await stepsOnDisk()).sort()).toEqual(['discarded', 'signed']);
  });

  it('keeps nothing to send that ran out while the wallet waited', async () => {
    const chain = new TestChain();
    const hash = chain.blockhash();
    chain.leap(200);
    const signing = workOn(chain).sign([{ item: itemOf('a'), ready: readyOn(hash) }]);
    expect(await passing(signing)).toEqual([{ result: 'expired' }]);
    expect(await stepsOnDisk()).toEqual(['expired']);
  });
});

describe('sending one', () => {
  async function signed(chain: TestChain, circumstances: Circumstances = {}) {
    const work = workOn(chain, circumstances);
    await passing(work.sign([{ item: itemOf('a'), ready: readyOn(chain.blockhash()) }]));
    return work;
  }

  it('is done once, and says what its intent says', async () => {
    const chain = new TestChain();
    chain.status = LANDED;
    service.mockImplementation(async () => success());
    const work = await signed(chain);
    const moved = vi.fn();
    const state = await passing(work.send(itemOf('a'), moved));
    expect(state).toEqual({ step: 'done', signature: expect.any(String), note: 'Claimed' });
    expect(await passing(work.send(itemOf('a'), moved))).toMatchObject({
      step: 'failed',
      why: 'It was not signed.',
    });
    expect(await passing(work.mayStillBeSent(itemOf('a')))).toBe(false);
    expect(await stepsOnDisk()).toEqual(['done']);
    expect(sent()).toHaveLength(1);
    expect(moved).not.toHaveBeenCalled();
  });

  it('is told as open while no clear answer has come, and waited for until it has', async () => {
    const chain = new TestChain();
    service.mockImplementation(async () => answer({}, 500));
    const waits: unknown[] = [];
    const work = await signed(chain, { onWaiting: (at) => waits.push(at) });
    const moved = vi.fn();
    const sending = passing(work.send(itemOf('a'), moved), (ms) => {
      if (ms > 3_000) chain.status = LANDED;
    });
    expect(await sending).toMatchObject({ step: 'done' });
    expect(moved).toHaveBeenCalledExactlyOnceWith({
      step: 'unknown',
      signature: expect.any(String),
      why: expect.any(String),
    });
    expect(waits.some((at) => at !== null)).toBe(true);
    expect(waits.at(-1)).toBeNull();
  });

  it('is told with what the service refused it for, which is not believed before the chain', async () => {
    const chain = new TestChain();
    service.mockImplementation(async () => answer({ status: 'Failed', signature: null, error: 'No.' }));
    const work = await signed(chain);
    const moved = vi.fn();
    const sending = passing(work.send(itemOf('a'), moved), (ms) => {
      if (ms > 3_000) chain.status = { ...LANDED, err: { InstructionError: [0, 'Custom'] } };
    });
    expect(await sending).toMatchObject({
      step: 'failed',
      signature: expect.any(String),
      why: 'The chain refused it',
      money: 'No funds moved but the network fee.',
    });
    expect(moved).toHaveBeenCalledWith({
      step: 'unknown',
      signature: expect.any(String),
      why: expect.stringMatching(/No\./),
    });
  });

  it('may wait until it has run out, and is closed then', async () => {
    const chain = new TestChain();
    const work = await signed(chain);
    const may = (item: QueueItem<unknown>) => passing(work.mayStillBeSent(item));
    expect([await may(itemOf('a')), await may(itemOf('b')), await may(itemOf('a', undefined, 2))]).toEqual([
      true,
      false,
      false,
    ]);
    chain.leap(200);
    expect(await may(itemOf('a'))).toBe(false);
    expect(await stepsOnDisk()).toEqual(['expired']);
    expect(await may(itemOf('a'))).toBe(false);
  });
});

describe('preparing one', () => {
  const failing = (error: unknown) => {
    const chain = new TestChain();
    const intentOf = () => ({ ...intentOn(chain).intent, build: () => Promise.reject(error) });
    const skips = ({ message }: AppError) => (message === 'claimed' ? 'Claimed meanwhile.' : null);
    return passing(workOn(chain, { intentOf, skips }).prepare(itemOf('a')));
  };
  it('tells what is done already from what failed', async () => {
    expect(await failing(new AppError('refused', 'claimed'))).toEqual({
      result: 'skip',
      why: 'Claimed meanwhile.',
    });
    const error = new AppError('refused', 'no');
    expect(await failing(error)).toEqual({ result: 'failed', error });
  });

  it('is given up by a no to worse terms', async () => {
    const chain = new TestChain();
    const intentOf = () => intentOn(chain, {}, { verdict: 'ask', title: 'Worse', lines: [] }).intent;
    expect(await passing(workOn(chain, { intentOf }).prepare(itemOf('a')))).toEqual({ result: 'rejected' });
  });

  it('makes one intent a try, and tells what has changed of all of them', async () => {
    const chain = new TestChain();
    const intentOf = vi.fn(() => ({ ...intentOn(chain).intent, invalidates: [['orders']] }));
    const work = workOn(chain, { intentOf });
    const prepared = await passing(work.prepare(itemOf('a')));
    if (prepared.result !== 'ready') throw new Error(prepared.result);
    await passing(work.sign([{ item: itemOf('a'), ready: prepared.ready }]));
    expect(intentOf).toHaveBeenCalledTimes(1);
    await passing(work.prepare(itemOf('a', undefined, 2)));
    expect(intentOf).toHaveBeenCalledTimes(2);
    const told = vi.spyOn(QueryClient.prototype, 'invalidateQueries').mockResolvedValue();
    work.onProgress();
    expect(told.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([['balances'], ['orders']]);
  });
});

describe('after a reload', () => {
  const signature = 'signature' as Signature;
  const ref = (key: string, attempt = 1) => ({ queue: 'queue', key, attempt });
  const put = (id: string, step: JournalStep, of = ref('a'), change: Partial<JournalEntry> = {}) =>
    journal.put({ ...journalEntry(id, step, of), ...change });
  const recall = () => queueHistory(settingOn(new TestChain())).recall(itemOf('a'));

  it.each<[JournalStep, Partial<ItemState>]>([
    ['built', { step: 'waiting' }],
    ['discarded', { step: 'waiting' }],
    ['signed', { step: 'signed', signature }],
    ['sent', { step: 'unknown', signature }],
    ['landed', { step: 'unknown', signature }],
    ['left', { step: 'left', signature }],
    ['done', { step: 'done', signature }],
    ['failed', { step: 'failed', signature, why: 'It was not executed.' }],
    ['expired', { step: 'failed', signature, why: 'Expired: not confirmed in time.' }],
  ])('what was %s is taken up from there', async (step, state) => {
    await put('one', step);
    expect(await recall()).toMatchObject(state);
  });

  it('an item is what its own last try came to, or the one that may still land', async () => {
    await put('other item', 'done', ref('b'));
    await put('earlier try', 'sent', ref('a', 0));
    expect(await recall()).toEqual({ step: 'waiting' });
    await put('first', 'sent', ref('a'), { createdAt: 2 });
    await put('second', 'expired', ref('a'), { createdAt: 3 });
    expect(await recall()).toMatchObject({ step: 'unknown' });
  });

  it.each<[JournalStep, ItemState['step']]>([
    ['signed', 'signed'],
    ['sent', 'unknown'],
    ['landed', 'unknown'],
  ])('an item is what is %s of it, whatever was written since', async (step, state) => {
    await put('first', step, ref('a'), { createdAt: 2 });
    await put('second', 'discarded', ref('a'), { createdAt: 3 });
    expect(await recall()).toMatchObject({ step: state });
  });

  it('an item is what its last try came to, where nothing of it may still land', async () => {
    await put('first', 'expired', ref('a'), { createdAt: 2 });
    await put('second', 'discarded', ref('a'), { createdAt: 3 });
    expect(await recall()).toEqual({ step: 'waiting' });
    await put('third', 'done', ref('a'), { createdAt: 4 });
    expect(await recall()).toMatchObject({ step: 'done' });
  });

  const lookUp = (chain = new TestChain()) => passing(queueHistory(settingOn(chain)).lookUp(itemOf('a')));

  it('what the service has refused is told in its words', async () => {
    await put('one', 'failed', ref('a'), { refusal: { kind: 'refused', message: 'The vault is busy.' } });
    expect(await recall()).toMatchObject({
      why: 'The vault is busy.',
      money: 'No funds moved but perhaps the network fee.',
    });
  });

  it('what has left nothing on disk waits', async () => {
    expect([await recall(), await lookUp()]).toEqual([{ step: 'waiting' }, { step: 'waiting' }]);
  });

  it('what has landed is never asked of the chain again, which may have forgotten it', async () => {
    const forgetful = new TestChain();
    await put('one', 'landed', ref('a'), { blockhash: 'of long ago' });
    expect(await lookUp(forgetful)).toEqual({ step: 'done', signature, note: 'Confirmed' });
    await put('one', 'sent', ref('a'), { blockhash: 'of long ago' });
    expect(await lookUp(forgetful)).toMatchObject({ step: 'failed', signature });
    expect(await stepsOnDisk()).toEqual(['expired']);
  });

  it('what the chain has not told in time is no longer waited for', async () => {
    const chain = new TestChain();
    chain.silent.add('getSignatureStatuses');
    const waits: unknown[] = [];
    await put('one', 'sent', ref('a'), { refusal: { kind: 'refused', message: 'No.' } });
    const setting = settingOn(chain, (at) => waits.push(at));
    const found = await passing(queueHistory(setting).lookUp(itemOf('a')));
    expect(found).toEqual({ step: 'unknown', signature, why: 'The chain has not said.' });
    expect(waits.some((at) => at !== null)).toBe(true);
    expect(waits.at(-1)).toBeNull();
  });

  it.each<[string, unknown, ItemState]>([
    [
      'in part',
      { status: 'partial', filledContracts: 5_000_000n, averagePrice: 420_000n },
      { step: 'done', signature, note: 'Partly filled: 5.00 @ 42.0¢', filled: 5_000_000n },
    ],
    [
      'whole',
      { status: 'filled', filledContracts: 50_000_000n, averagePrice: 420_000n },
      { step: 'done', signature, note: 'Filled 50.00 @ 42.0¢' },
    ],
    [
      'not at all',
      { status: 'failed', filledContracts: 0n, averagePrice: null },
      {
        step: 'failed',
        signature,
        why: 'Not filled. It was cancelled, its market closed, or no one traded at your price or better.',
        money: 'What it held came back.',
      },
    ],
    ['later', null, { step: 'unknown', signature, why: 'See Orders.', landed: true }],
  ])('an order that has landed is told as it was filled: %s', async (_name, filled, state) => {
    order.follow.mockResolvedValue(filled);
    await put('one', 'landed', ref('a'), { orderPubkey: owner });
    expect(await lookUp()).toEqual(state);
  });

  it('nothing is held for what was waited for in vain, nor begun beside what another tab has sent', async () => {
    const about = 'a position';
    await put('one', 'landed', ref('a'), { about, orderPubkey: owner });
    order.follow.mockResolvedValue(null);
    await lookUp();
    expect(await journal.get('one')).not.toHaveProperty('about');
    await journal.put({ ...journalEntry('other', 'sent'), about });
    const chain = new TestChain();
    const { intent, builds } = intentOn(chain);
    const work = workOn(chain, { intentOf: () => ({ ...intent, about }) });
    expect(await work.prepare(itemOf('a'))).toMatchObject({
      result: 'failed',
      error: { message: expect.stringMatching(/^Not sent: “Claim” was sent before/) },
    });
    expect(builds).not.toHaveBeenCalled();
  });

  it('what was given up is closed, and nothing that was sent or waits to be', async () => {
    for (const step of ['built', 'signed', 'sent', 'done'] as const) await put(step, step, ref(step));
    await put('kept', 'signed', ref('kept'));
    await put('again', 'signed', ref('again'));
    const state: ItemState = { step: 'signed', signature };
    await discardUnsent('queue', [
      itemOf('kept', state),
      itemOf('signed', { step: 'skipped', why: '' }),
      itemOf('again', { step: 'waiting' }),
    ]);
    const now = Object.fromEntries((await disk.all()).map((entry) => [entry.id, entry]));
    expect(Object.fromEntries(Object.entries(now).map(([id, { step }]) => [id, step]))).toEqual({
      built: 'discarded',
      signed: 'discarded',
      sent: 'sent',
      done: 'done',
      kept: 'signed',
      again: 'discarded',
    });
  });
});
