import 'fake-indexeddb/auto';
import type { MarketId, Pubkey } from '@contract/ids.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { triggerToken } from '@/api/trigger-token.ts';
import { fetchTriggerOrder } from '@/api/triggers.queries.ts';
import { records } from './database.ts';
import { journal } from './journal.ts';
import { followElsewhere, recoverTransactions } from './recover.ts';
import type { SubmitVia } from './submit.ts';
import { journalEntry as entry, LANDED, passing, TestChain } from './testing-world.ts';
import { dropToast, showTx } from './toast.tsx';
import { isUnderWay, orderKey } from './under-way.ts';

const node = vi.hoisted(() => ({ chain: undefined as TestChain | undefined, isCodeHere: true }));
const queues = vi.hoisted(() => ({ kept: new Set<string>(), begunSince: async () => undefined as unknown }));
vi.mock('./queue-left.ts', () => ({
  recoverQueues: async () => {
    const { kept } = queues;
    await queues.begunSince();
    return kept;
  },
}));
vi.mock('./toast.tsx');
vi.mock('@/api/rpc.ts', () => ({
  getConnection: async () => {
    if (node.isCodeHere) return node.chain?.connection;
    throw new AppError('offline', 'Part of the app failed to load.');
  },
}));

type Work = (lock: object | null) => unknown;
/** What another tab does between a list of the disk and the lock of an entry; the names of locks it holds. */
let meanwhile: (lock: string) => Promise<unknown>;
let held: Set<string>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  node.chain = new TestChain();
  node.isCodeHere = true;
  meanwhile = async () => undefined;
  held = new Set();
  vi.mocked(showTx).mockReset();
  vi.stubGlobal('navigator', {
    locks: {
      request: async (name: string, { ifAvailable }: LockOptions, work: Work) => {
        await meanwhile(name);
        while (!ifAvailable && held.has(name)) await new Promise((resolve) => setTimeout(resolve, 100));
        return work(held.has(name) ? null : {});
      },
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const recover = () => passing(recoverTransactions(new QueryClient()));
const stepOf = async (id: string) => (await journal.get(id))?.step;
const told = () => vi.mocked(showTx).mock.calls.map(([, , message]) => message.text);

describe('what a load finds in the journal', () => {
  it('is discarded where it was built and never signed', async () => {
    await journal.put(entry('left', 'built'));
    await recover();
    expect(await stepOf('left')).toBe('discarded');
    expect(told()).toEqual([]);
  });

  it.each(['signed', 'done', 'discarded'] as const)(
    'is read again under its lock: what another tab has made %s meanwhile is no longer discarded',
    async (step) => {
      const id = `other ${step}`;
      await journal.put(entry(id, 'built'));
      meanwhile = (lock) => (lock.endsWith(id) ? journal.put(entry(id, step)) : Promise.resolve());
      void recoverTransactions(new QueryClient());
      await expect.poll(() => vi.advanceTimersByTimeAsync(100).then(() => stepOf(id))).toBe(step);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await stepOf(id)).toBe(step);
      await journal.put(entry(id, 'done'));
    },
  );

  it('is left alone while another tab holds it', async () => {
    await journal.put(entry('mine', 'built'));
    held = new Set(['evenline.tx.mine']);
    await recover();
    expect(await stepOf('mine')).toBe('built');
    await journal.put(entry('mine', 'done'));
  });

  it('is left to its queue as long as that is there, and taken up once it is not', async () => {
    const of = (queue: string) => ({ queue, key: 'a', attempt: 1 });
    await journal.put(entry('queued', 'built', of('kept')));
    await journal.put(entry('orphaned', 'built', of('gone')));
    await journal.put(entry('given up', 'signed', of('gone')));
    queues.kept = new Set(['kept']);
    await recover();
    expect([await stepOf('queued'), await stepOf('orphaned')]).toEqual(['built', 'discarded']);
    // Its queue has ended without it: nobody is asked whether it should go out all the same.
    expect([await stepOf('given up'), told()]).toEqual(['discarded', []]);
    // With nothing else to take up it waits for no other tab.
    held = new Set(['evenline.tx.running']);
    await recover();
    expect(await stepOf('queued')).toBe('built');
    queues.kept = new Set();
    await journal.put(entry('queued', 'done'));
  });

  it('is left to a queue that another tab begins between the list of the queues and that of the entries', async () => {
    const begun = entry('begun since', 'built', { queue: 'new', key: 'a', attempt: 1 });
    queues.begunSince = () => journal.put(begun);
    await recover();
    queues.begunSince = async () => undefined;
    expect(await stepOf('begun since')).toBe('built');
    await journal.put({ ...begun, step: 'done' });
  });

  it('is not brought back where it is gone from the disk by the time of its lock', async () => {
    await journal.put(entry('removed', 'signed'));
    meanwhile = async (lock) => {
      if (lock.endsWith('removed')) await records('transactions').remove(['removed']);
    };
    await recover();
    expect([await stepOf('removed'), told()]).toEqual([undefined, []]);
  });

  it('keeps what it is about from being begun again until its end is known, where it was sent', async () => {
    const about = (id: string, step: 'sent' | 'landed' | 'signed') => ({
      ...entry(id, step),
      about: `about ${id}`,
    });
    await journal.put(about('under way', 'sent'));
    await journal.put(about('landed before', 'landed'));
    await journal.put(about('not sent', 'signed'));
    // It may land while another tab keeps it from being looked up, and while nobody knows.
    held = new Set(['evenline.tx.running']);
    let over = false;
    const recovered = recoverTransactions(new QueryClient()).then(() => {
      over = true;
    });
    await expect.poll(() => isUnderWay('about under way')).toBe(true);
    expect(isUnderWay('about landed before')).toBe(true);
    held = new Set();
    await passing(new Promise((resolve) => setTimeout(resolve, 10_000)));
    expect(await stepOf('under way')).toBe('sent');
    expect(isUnderWay('about under way')).toBe(true);
    expect(isUnderWay('about not sent'), 'an offer that nobody has taken').toBe(false);
    if (node.chain) node.chain.status = LANDED;
    await expect.poll(() => vi.advanceTimersByTimeAsync(1_000).then(() => stepOf('under way'))).toBe('done');
    await expect.poll(() => isUnderWay('about under way')).toBe(false);
    expect(over).toBe(false);
    const offered = () => vi.mocked(showTx).mock.calls.find(([id]) => id === 'tx-not sent')?.[4];
    offered()?.cancel?.onClick();
    await passing(recovered);
  });

  it.each([
    ['an order from ordering on its market', 'buy'],
    ['a sale from ordering on its market', 'sell'],
    ['a trigger order from placing one of its token', 'trigger'],
  ] as const)('keeps the wallet of %s, and no other', async (_, kind) => {
    const market = 'MK-1' as MarketId;
    const order = { ...entry(`order ${kind}`, 'sent'), kind, about: market } as const;
    await journal.put(order);
    const recovered = recoverTransactions(new QueryClient());
    const other = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
    await expect.poll(() => isUnderWay(orderKey(order.owner, market))).toBe(true);
    expect([isUnderWay(orderKey(other, market)), isUnderWay(market)]).toEqual([false, false]);
    if (node.chain) node.chain.status = LANDED;
    await passing(recovered);
    expect(isUnderWay(orderKey(order.owner, market))).toBe(false);
  });

  it('holds what several of them are about until the last one has ended', async () => {
    const about = 'about both';
    await journal.put({ ...entry('ends first', 'landed'), about });
    await journal.put({ ...entry('ends last', 'sent'), about });
    const recovered = recoverTransactions(new QueryClient());
    await expect.poll(() => vi.advanceTimersByTimeAsync(100).then(() => stepOf('ends first'))).toBe('done');
    await passing(new Promise((resolve) => setTimeout(resolve, 5_000)));
    expect([isUnderWay(about), await stepOf('ends last')]).toEqual([true, 'sent']);
    if (node.chain) node.chain.status = LANDED;
    await passing(recovered);
    expect([isUnderWay(about), await stepOf('ends last')]).toEqual([false, 'done']);
  });

  it('holds what it is about also while another tab looks it up, and until that one knows', async () => {
    const about = 'about theirs';
    await journal.put({ ...entry('theirs', 'sent'), about });
    held = new Set(['evenline.tx.theirs']);
    const recovered = recoverTransactions(new QueryClient());
    await passing(new Promise((resolve) => setTimeout(resolve, 10_000)));
    expect([isUnderWay(about), told()]).toEqual([true, []]);
    await journal.put({ ...entry('theirs', 'done'), about });
    held = new Set();
    await passing(recovered);
    expect([isUnderWay(about), told()]).toEqual([false, []]);
  });

  it('lets go of what has ended, and of what was waited for long enough, while another tab is in a run', async () => {
    const about = (id: string) => ({ ...entry(id, 'sent'), about: `about ${id}` });
    await journal.put(about('of that run'));
    await journal.put(about('of nobody'));
    held = new Set(['evenline.tx.running']);
    const recovered = recoverTransactions(new QueryClient());
    const stand = () => ['of that run', 'of nobody'].map((id) => isUnderWay(`about ${id}`));
    const standAfter = (ms: number) => passing(new Promise((resolve) => setTimeout(resolve, ms))).then(stand);
    expect(await standAfter(10_000)).toEqual([true, true]);
    await journal.put({ ...about('of that run'), step: 'done' });
    expect(await standAfter(5_000)).toEqual([false, true]);
    expect(await standAfter(280_000)).toEqual([false, true]);
    expect(await standAfter(10_000)).toEqual([false, false]);
    // It is held again once it is looked up.
    held = new Set();
    expect(await standAfter(5_000)).toEqual([false, true]);
    if (node.chain) node.chain.status = LANDED;
    await passing(recovered);
    expect(stand()).toEqual([false, false]);
  });

  it('holds nothing for what was waited for in vain before, and looks again', async () => {
    const about = 'about not known';
    await journal.put({ ...entry('not known', 'sent'), about });
    node.chain?.silent.add('getSignatureStatuses');
    const inVain = recoverTransactions(new QueryClient());
    await expect.poll(() => isUnderWay(about)).toBe(true);
    await passing(inVain);
    expect([isUnderWay(about), await stepOf('not known')]).toEqual([false, 'sent']);
    held = new Set(['evenline.tx.running']);
    const again = recoverTransactions(new QueryClient());
    await passing(new Promise((resolve) => setTimeout(resolve, 1_000)));
    expect(isUnderWay(about)).toBe(false);
    held = new Set();
    node.chain?.silent.clear();
    if (node.chain) node.chain.status = LANDED;
    await passing(again);
    expect(await stepOf('not known')).toBe('done');
  });

  it('holds nothing any more for what another tab has waited for in vain meanwhile', async () => {
    const about = 'about theirs in vain';
    await journal.put({ ...entry('theirs in vain', 'sent'), about });
    held = new Set(['evenline.tx.theirs in vain']);
    const recovered = recoverTransactions(new QueryClient());
    await passing(new Promise((resolve) => setTimeout(resolve, 1_000)));
    expect(isUnderWay(about)).toBe(true);
    await journal.release('theirs in vain');
    held = new Set();
    await passing(new Promise((resolve) => setTimeout(resolve, 1_000)));
    expect([isUnderWay(about), await stepOf('theirs in vain')]).toEqual([false, 'sent']);
    if (node.chain) node.chain.status = LANDED;
    await passing(recovered);
    expect(await stepOf('theirs in vain')).toBe('done');
  });

  it('holds nothing for a deposit once it was waited for, while nobody names its order', async () => {
    // Asks for the order with code that comes in real time, which no clock here counts.
    await fetchTriggerOrder('nobody').catch(() => undefined);
    const token = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
    const via = { to: 'trigger-order', order: {} } as Extract<SubmitVia, { to: 'trigger-order' }>;
    const deposit = { ...entry('deposit', 'sent'), kind: 'trigger', about: token, via } as const;
    await journal.put(deposit);
    let isLocked = true;
    const recovered = recoverTransactions(new QueryClient()).then(() => {
      isLocked = false;
    });
    await expect.poll(() => isUnderWay(orderKey(deposit.owner, token))).toBe(true);
    if (node.chain) node.chain.status = LANDED;
    await passing(Promise.race([recovered, new Promise((resolve) => setTimeout(resolve, 600_000))]));
    expect(told().at(-1)).toBe('Deposited, the order is not known yet');
    expect(isUnderWay(orderKey(deposit.owner, token))).toBe(false);
    expect(isLocked, 'another tab that waits for its lock goes on').toBe(false);
    expect(await journal.get('deposit')).toMatchObject({ step: 'landed' });
    // It is still looked for: whatever names it later is told, and the next load has nothing to look up.
    const events = [{ type: 'deposit', timestamp: 1, txSignature: deposit.signature, state: 'success' }];
    const order = {
      ...{ id: 'order-1', orderType: 'single', orderState: 'open', userPubkey: deposit.owner, events },
      ...{ vaultPubkey: token, inputMint: token, initialInputAmount: '5', remainingInputAmount: '5' },
      ...{ outputMint: token, triggerMint: token, expiresAt: 1, createdAt: 1, updatedAt: 1 },
    };
    const history = { orders: [order], pagination: { total: 1, limit: 100, offset: 0 } };
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(history)));
    triggerToken.hold({ owner: deposit.owner, token: 'secret', expiresAt: 1 });
    await expect.poll(() => vi.advanceTimersByTimeAsync(1_000).then(() => stepOf('deposit'))).toBe('done');
    triggerToken.drop();
    expect(told().at(-1)).toBe('Placed');
  });

  it('is held and looked up all the same where the code for it comes later', async () => {
    const about = 'about without code';
    await journal.put({ ...entry('without code', 'sent'), about });
    if (node.chain) node.chain.status = LANDED;
    node.isCodeHere = false;
    const recovered = recoverTransactions(new QueryClient());
    await passing(new Promise((resolve) => setTimeout(resolve, 10_000)));
    expect([isUnderWay(about), await stepOf('without code')]).toEqual([true, 'sent']);
    node.isCodeHere = true;
    await passing(recovered);
    expect([isUnderWay(about), await stepOf('without code')]).toEqual([false, 'done']);
  });

  it('is held and looked up all the same where the disk does not answer at first', async () => {
    const about = 'about a slow disk';
    await journal.put({ ...entry('slow disk', 'sent'), about });
    const reading = vi.spyOn(journal, 'unfinished').mockRejectedValue(new AppError('refused', 'No answer.'));
    const recovered = recoverTransactions(new QueryClient());
    await passing(new Promise((resolve) => setTimeout(resolve, 10_000)));
    reading.mockRestore();
    await passing(new Promise((resolve) => setTimeout(resolve, 10_000)));
    expect(isUnderWay(about)).toBe(true);
    if (node.chain) node.chain.status = LANDED;
    await passing(recovered);
    expect([isUnderWay(about), await stepOf('slow disk')]).toEqual([false, 'done']);
  });

  it('is held and looked up all the same where the disk does not answer once it is listed', async () => {
    const about = 'about a disk that stalls';
    await journal.put({ ...entry('stalled disk', 'sent'), about });
    const reading = vi.spyOn(journal, 'get').mockRejectedValue(new AppError('refused', 'No answer.'));
    const recovered = recoverTransactions(new QueryClient()).catch(() => undefined);
    await passing(new Promise((resolve) => setTimeout(resolve, 10_000)));
    expect(isUnderWay(about)).toBe(true);
    reading.mockRestore();
    if (node.chain) node.chain.status = LANDED;
    await passing(recovered);
    expect([isUnderWay(about), await stepOf('stalled disk')]).toEqual([false, 'done']);
  });

  it('is held all the same where the disk does not answer while another tab is in a run', async () => {
    const about = 'about a disk that pauses';
    await journal.put({ ...entry('paused disk', 'sent'), about });
    held = new Set(['evenline.tx.running']);
    const recovered = recoverTransactions(new QueryClient());
    await expect.poll(() => isUnderWay(about)).toBe(true);
    const reading = vi.spyOn(journal, 'unfinished').mockRejectedValue(new AppError('refused', 'No answer.'));
    await passing(new Promise((resolve) => setTimeout(resolve, 10_000)));
    expect(reading).toHaveBeenCalled();
    expect(isUnderWay(about)).toBe(true);
    reading.mockRestore();
    held = new Set();
    if (node.chain) node.chain.status = LANDED;
    await passing(recovered);
    expect([isUnderWay(about), await stepOf('paused disk')]).toEqual([false, 'done']);
  });

  it('is held no longer than anything else where the disk never answers again', async () => {
    const about = 'about a dead disk';
    await journal.put({ ...entry('dead disk', 'sent'), about });
    const reading = vi.spyOn(journal, 'get').mockRejectedValue(new AppError('refused', 'No answer.'));
    const recovered = recoverTransactions(new QueryClient()).catch(({ message }) => message);
    await passing(new Promise((resolve) => setTimeout(resolve, 290_000)));
    expect(isUnderWay(about)).toBe(true);
    expect(await passing(recovered)).toBe('No answer.');
    expect(isUnderWay(about)).toBe(false);
    reading.mockRestore();
    await journal.put(entry('dead disk', 'done'));
  });

  it('is left alone while another tab is in a run, however long that takes, and taken up then', async () => {
    await journal.put(entry('waits', 'built'));
    held = new Set(['evenline.tx.running']);
    let over = false;
    const recovered = recoverTransactions(new QueryClient()).then(() => {
      over = true;
    });
    await passing(new Promise((resolve) => setTimeout(resolve, 300_000)));
    expect([over, await stepOf('waits')]).toEqual([false, 'built']);
    held = new Set();
    await passing(recovered);
    expect(await stepOf('waits')).toBe('discarded');
  });

  it('is offered on where the disk fails at a press, which says so and can be repeated', async () => {
    await journal.put(entry('offered', 'signed'));
    void recoverTransactions(new QueryClient());
    const offers = () => vi.mocked(showTx).mock.calls.filter(([id]) => id === 'tx-offered');
    const press = async (label: 'action' | 'cancel') => offers().at(-1)?.[4]?.[label]?.onClick();
    await expect.poll(() => offers().length).toBe(1);
    const full = new AppError('refused', 'The disk is full.');

    vi.spyOn(journal, 'get').mockRejectedValueOnce(full);
    await press('action');
    await expect.poll(() => offers().length).toBe(2);
    vi.spyOn(journal, 'put').mockRejectedValueOnce(full);
    await press('cancel');
    await expect.poll(() => offers().length).toBe(3);
    // A full disk can still be read.
    vi.spyOn(journal, 'put').mockRejectedValueOnce(full);
    await press('action');
    await expect.poll(() => offers().length).toBe(4);
    for (const [, , message, , buttons] of offers().slice(1)) {
      expect(message.detail).toBe('The disk is full. No funds moved so far.');
      expect(buttons).toMatchObject({ action: { label: 'Send now' }, cancel: { label: 'Discard' } });
    }
    expect(await stepOf('offered')).toBe('signed');

    await press('cancel');
    await expect.poll(() => stepOf('offered')).toBe('discarded');
    expect(vi.mocked(dropToast)).toHaveBeenCalledWith('tx-offered');
    expect(offers()).toHaveLength(4);
  });

  it('is sent once, however often it is pressed', async () => {
    if (node.chain) node.chain.status = LANDED;
    const service = vi.fn(
      async () => new Response(JSON.stringify({ status: 'Success', signature: 'signature' })),
    );
    vi.stubGlobal('fetch', service);
    await journal.put(entry('twice', 'signed'));
    void recoverTransactions(new QueryClient());
    const offered = () => vi.mocked(showTx).mock.calls.find(([id]) => id === 'tx-twice')?.[4];
    await expect.poll(offered).toBeDefined();
    const buttons = offered();
    for (const button of [buttons?.action, buttons?.action, buttons?.cancel]) button?.onClick();
    await expect.poll(() => vi.advanceTimersByTimeAsync(100).then(() => stepOf('twice'))).toBe('done');
    expect(service).toHaveBeenCalledTimes(1);
  });

  it('is not sent where it is no longer only signed by the time of the press', async () => {
    const service = vi.fn<typeof globalThis.fetch>();
    vi.stubGlobal('fetch', service);
    await journal.put(entry('gone on', 'signed'));
    const recovered = recoverTransactions(new QueryClient());
    const offered = () => vi.mocked(showTx).mock.calls.find(([id]) => id === 'tx-gone on')?.[4];
    await expect.poll(offered).toBeDefined();
    await journal.put(entry('gone on', 'done'));
    vi.mocked(dropToast).mockClear();
    offered()?.action?.onClick();
    await passing(recovered);
    expect(await stepOf('gone on')).toBe('done');
    expect(dropToast).toHaveBeenCalledWith('tx-gone on');
    expect(service).not.toHaveBeenCalled();
  });

  it('holds what it is about from the moment it is sent to its end', async () => {
    const about = 'about what is sent late';
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }));
    await journal.put({ ...entry('sent late', 'signed'), about });
    const recovered = recoverTransactions(new QueryClient());
    const offered = () => vi.mocked(showTx).mock.calls.find(([id]) => id === 'tx-sent late')?.[4];
    await expect.poll(offered).toBeDefined();
    expect(isUnderWay(about)).toBe(false);
    offered()?.action?.onClick();
    await expect.poll(() => isUnderWay(about)).toBe(true);
    await passing(new Promise((resolve) => setTimeout(resolve, 5_000)));
    expect(isUnderWay(about)).toBe(true);
    if (node.chain) node.chain.status = LANDED;
    await passing(recovered);
    expect([isUnderWay(about), await stepOf('sent late')]).toEqual([false, 'done']);
  });

  it('is closed, and said to have moved nothing, where it has run out unsent', async () => {
    await journal.put({ ...entry('late', 'signed'), blockhash: 'of long ago' });
    await recover();
    expect(await stepOf('late')).toBe('expired');
    expect(told()).toEqual(['Signed but never sent']);
  });

  it('is closed in the same way, and not sent, where it has run out since it was offered', async () => {
    const service = vi.fn<typeof globalThis.fetch>();
    vi.stubGlobal('fetch', service);
    await journal.put({ ...entry('offered long', 'signed'), blockhash: node.chain?.blockhash() ?? '' });
    const recovered = recoverTransactions(new QueryClient());
    const offered = () => vi.mocked(showTx).mock.calls.find(([id]) => id === 'tx-offered long')?.[4];
    await expect.poll(offered).toBeDefined();
    node.chain?.leap(151);
    offered()?.action?.onClick();
    await passing(recovered);
    expect(await stepOf('offered long')).toBe('expired');
    expect(vi.mocked(showTx).mock.lastCall?.[2]).toMatchObject({
      text: 'Signed but never sent',
      detail: 'It expired. No funds moved.',
    });
    expect(service).not.toHaveBeenCalled();
  });

  it('is never sent where a fresh withdrawal takes its place', async () => {
    const via = { to: 'trigger-withdrawal', order: 'o', cancelRequestId: 'r' } as const;
    await journal.put({ ...entry('withdrawal', 'signed'), via });
    await recover();
    expect(await stepOf('withdrawal')).toBe('discarded');
    expect(told()).toEqual([]);
  });

  it('of an order that waits for a price is not offered to a wallet that has not signed in', async () => {
    const order = { userPubkey: 'somebody' } as unknown as Extract<
      SubmitVia,
      { to: 'trigger-order' }
    >['order'];
    await journal.put({ ...entry('trigger', 'signed'), via: { to: 'trigger-order', order } });
    void recoverTransactions(new QueryClient());
    await expect.poll(told).toEqual(['Signed but not sent']);
    const [, , message, , buttons] = vi.mocked(showTx).mock.calls[0] ?? [];
    expect(message?.detail).toMatch(/Sign in to trigger orders first/);
    expect(buttons).toEqual({ cancel: { label: 'Discard', onClick: expect.any(Function) } });
    await journal.put(entry('trigger', 'done'));
  });

  it('of an order that waits for a price is offered once its wallet signs in, until something is pressed', async () => {
    const order = {} as Extract<SubmitVia, { to: 'trigger-order' }>['order'];
    const signed = { ...entry('signs in', 'signed'), via: { to: 'trigger-order', order } } as const;
    await journal.put(signed);
    const recovered = recoverTransactions(new QueryClient());
    const offers = () => vi.mocked(showTx).mock.calls.filter(([id]) => id === 'tx-signs in');
    await expect.poll(() => offers().length).toBe(1);
    triggerToken.hold({ owner: signed.owner, token: 'secret', expiresAt: 1 });
    expect(offers()).toHaveLength(2);
    const [, , message, , buttons] = offers()[1] ?? [];
    expect(message?.detail).not.toMatch(/Sign in/);
    expect(buttons).toMatchObject({ action: { label: 'Send now' }, cancel: { label: 'Discard' } });
    buttons?.cancel?.onClick();
    triggerToken.drop();
    await passing(recovered);
    expect(offers()).toHaveLength(2);
    expect(await stepOf('signs in')).toBe('discarded');
  });

  it('is said to be looked up where it was sent, until the chain has said enough', async () => {
    await journal.put(entry('sent', 'sent'));
    const begun = performance.now();
    await recover();
    expect(told()).toEqual(['Sent, not confirmed yet', 'Expired: not confirmed in time']);
    expect(performance.now() - begun).toBeGreaterThan(72_800);
    expect(await stepOf('sent')).toBe('expired');
  });
});

describe('what another tab sends while this one is open', () => {
  const market = 'MK-1' as MarketId;
  const orderOf = (id: string) => ({ ...entry(id, 'sent'), kind: 'buy', about: market }) as const;

  it('keeps its wallet from the same market until that tab knows of its end, and is not told here', async () => {
    const order = orderOf('bought elsewhere');
    await journal.put(order);
    held = new Set(['evenline.tx.running']);
    const followed = followElsewhere(order, new QueryClient());
    expect(isUnderWay(orderKey(order.owner, market))).toBe(true);
    await passing(new Promise((resolve) => setTimeout(resolve, 10_000)));
    expect(isUnderWay(orderKey(order.owner, market))).toBe(true);
    await journal.put({ ...order, step: 'done' });
    // That tab may have begun something else meanwhile.
    await passing(new Promise((resolve) => setTimeout(resolve, 3_000)));
    expect(isUnderWay(orderKey(order.owner, market))).toBe(false);
    held = new Set();
    await passing(followed);
    expect(told()).toEqual([]);
  });

  it('is looked up here where that tab is gone before its end', async () => {
    const order = orderOf('left elsewhere');
    await journal.put(order);
    held = new Set(['evenline.tx.running']);
    const followed = followElsewhere(order, new QueryClient());
    await passing(new Promise((resolve) => setTimeout(resolve, 3_000)));
    held = new Set();
    await passing(new Promise((resolve) => setTimeout(resolve, 3_000)));
    expect([isUnderWay(orderKey(order.owner, market)), told()]).toEqual([true, ['Sent, not confirmed yet']]);
    if (node.chain) node.chain.status = LANDED;
    await passing(followed);
    expect([isUnderWay(orderKey(order.owner, market)), await stepOf(order.id)]).toEqual([false, 'done']);
  });
});
