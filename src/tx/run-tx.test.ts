import 'fake-indexeddb/auto';
import type { Pubkey } from '@contract/ids.ts';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { checkTransaction } from './check.ts';
import { type JournalEntry, journal } from './journal.ts';
import { LONGEST_WAIT_MS } from './lifetime.ts';
import { intentOn, run } from './testing-runs.ts';
import { answer, sent, service, stepsOnDisk, success, withScriptedService } from './testing-service.ts';
import { journalEntry, LANDED, owner, TestChain, wallet } from './testing-world.ts';
import type { Review, TxIntent } from './types.ts';

/* What a check finds in a transaction has tests of its own. */
vi.mock('./check.ts');
withScriptedService();

describe('before anything is sent', () => {
  it('a build that fails is told as it is, and writes nothing', async () => {
    const chain = new TestChain();
    const { intent } = intentOn(chain);
    const error = new AppError('rate-limited', 'Too many requests.');
    const failing: TxIntent = { ...intent, build: () => Promise.reject(error) };
    const { outcome, states } = await run(chain, { intent: failing });
    expect(outcome).toEqual({ result: 'failed', signature: null, items: [] });
    expect(states.at(-1)).toEqual({ step: 'failed', error });
    expect(await stepsOnDisk()).toEqual([]);
    expect(service).not.toHaveBeenCalled();
  });

  it('terms beyond the user’s limit are refused, worse ones asked about', async () => {
    const chain = new TestChain();
    const refused = await run(chain, {
      intent: intentOn(chain, {}, { verdict: 'refuse', message: 'Too dear.' }).intent,
    });
    expect(refused.states.at(-1)).toMatchObject({ step: 'failed', error: { message: 'Too dear.' } });
    const worse: Review = { verdict: 'ask', title: 'The price moved', lines: ['a'] };
    const no = await run(chain, { intent: intentOn(chain, {}, worse).intent });
    expect(no.outcome.result).toBe('rejected');
    expect(no.steps()).toEqual(['building', 'asking', 'rejected']);
    expect(service).not.toHaveBeenCalled();
  });

  it('a check that blocks, or foresees a failure, ends it before the wallet opens', async () => {
    const chain = new TestChain();
    const { signer, signed } = wallet();
    vi.mocked(checkTransaction).mockResolvedValueOnce({ verdict: 'differs', reasons: ['it steals'] });
    expect((await run(chain, { signer })).states.at(-1)).toMatchObject({
      step: 'failed',
      error: { message: expect.stringMatching(/^Blocked before signing/) },
    });
    vi.mocked(checkTransaction).mockResolvedValueOnce({ verdict: 'would-fail', reason: 'no funds' });
    expect((await run(chain, { signer })).states.at(-1)).toMatchObject({
      step: 'failed',
      error: { message: expect.stringMatching(/no funds/) },
    });
    expect(signed).not.toHaveBeenCalled();
    expect(await stepsOnDisk()).toEqual([]);
  });

  it.each([
    ['it has run out already', (chain: TestChain) => chain.leap(151)],
    [
      'no node knows it',
      (chain: TestChain) => {
        chain.valid = () => false;
      },
    ],
  ])('a blockhash that the chain does not take (%s) is refused plainly', async (_name, happens) => {
    const chain = new TestChain();
    const { signer, signed } = wallet();
    const { intent } = intentOn(chain);
    const late: TxIntent = {
      ...intent,
      build: async () => {
        const built = await intent.build();
        happens(chain);
        return built;
      },
    };
    const { outcome, states } = await run(chain, { intent: late, signer });
    expect(outcome).toEqual({ result: 'failed', signature: null, items: [] });
    expect(states.at(-1)).toMatchObject({
      step: 'failed',
      error: { message: expect.stringMatching(/has expired\. Nothing was signed\.$/) },
    });
    expect(signed).not.toHaveBeenCalled();
    expect(await stepsOnDisk()).toEqual([]);
  });

  it('a node that is a little behind the service’s is asked again', async () => {
    const chain = new TestChain();
    chain.status = LANDED;
    let asked = 0;
    chain.valid = (truth) => truth && ++asked > 2;
    service.mockImplementation(async () => success());
    expect((await run(chain)).outcome.result).toBe('done');
    expect(asked).toBeGreaterThan(2);
  });

  it.each([{ context: { swapRequestId: 'a' } }, {}])(
    'what was built with %o is sent with it',
    async (change) => {
      const chain = new TestChain();
      chain.status = LANDED;
      service.mockImplementation(async () => success());
      expect((await run(chain, { intent: intentOn(chain, change).intent })).outcome.result).toBe('done');
      const bodies = sent().map(([, init]) => JSON.parse(String(init?.body)));
      expect(bodies).toEqual([
        { signedTransaction: expect.any(String), requestId: expect.any(String), ...change },
      ]);
    },
  );

  it('a rejection in the wallet is quiet, and closed on disk', async () => {
    const chain = new TestChain();
    const { signer } = wallet(() => Promise.reject(new Error('User rejected the request.')));
    const { outcome, steps } = await run(chain, { signer });
    expect(outcome).toEqual({ result: 'rejected', signature: null, items: [] });
    expect(steps()).toEqual(['building', 'checking', 'signing', 'rejected']);
    expect(await stepsOnDisk()).toEqual(['discarded']);
    expect(service).not.toHaveBeenCalled();
  });

  it('a wallet that never answers is left, and what it signs then is dropped', async () => {
    const chain = new TestChain();
    const userCancelled = new AbortController();
    let answers = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answers = resolve;
    });
    const { signer } = wallet(() => answered);
    const { outcome } = await run(chain, {
      signer,
      userCancelled: userCancelled.signal,
      meanwhile: () => userCancelled.abort(),
    });
    expect(outcome.result).toBe('rejected');
    answers();
    await new Promise((next) => setImmediate(next));
    expect(service).not.toHaveBeenCalled();
    expect(await stepsOnDisk()).toEqual(['discarded']);
  });

  it('a wallet that has signed is left all the same while the node takes its time, and nothing is sent', async () => {
    const chain = new TestChain();
    const userCancelled = new AbortController();
    let hasSigned = false;
    const { signer } = wallet(() => {
      hasSigned = true;
    });
    // What is asked once the wallet has signed: whether the blockhash is still taken.
    chain.valid = (truth) => {
      if (hasSigned) userCancelled.abort();
      return truth;
    };
    chain.status = LANDED;
    service.mockImplementation(async () => success());
    const { outcome, steps } = await run(chain, { signer, userCancelled: userCancelled.signal });
    expect(outcome).toEqual({ result: 'rejected', signature: null, items: [] });
    expect(steps().at(-1)).toBe('rejected');
    expect(sent()).toEqual([]);
    expect(await stepsOnDisk()).toEqual(['discarded']);
  });

  it('a wallet that changes the message, or breaks, sends nothing', async () => {
    const chain = new TestChain();
    const { signer } = wallet(() => Promise.reject(new Error('The device is locked')));
    const { outcome, states } = await run(chain, { signer });
    expect(outcome.result).toBe('failed');
    expect(states.at(-1)).toMatchObject({
      step: 'failed',
      error: { message: 'Not sent: The device is locked. No funds moved.' },
    });
    expect(await stepsOnDisk()).toEqual(['discarded']);
  });

  it('what runs out while the wallet is open is built anew, and given up after three times', async () => {
    const chain = new TestChain();
    let slow = 1;
    const { signer, signed } = wallet(() => {
      if (slow-- > 0) chain.leap(200);
    });
    chain.status = LANDED;
    service.mockImplementation(async () => success());
    const { intent, builds } = intentOn(chain);
    const { outcome } = await run(chain, { intent, signer });
    expect(outcome.result).toBe('done');
    expect([builds.mock.calls.length, signed.mock.calls.length, sent().length]).toEqual([2, 2, 1]);
    expect((await stepsOnDisk()).sort()).toEqual(['done', 'expired']);

    slow = 9;
    const second = intentOn(chain);
    const given = await run(chain, { intent: second.intent, signer });
    expect(given.outcome).toEqual({ result: 'failed', signature: null, items: [] });
    expect(second.builds).toHaveBeenCalledTimes(3);
    expect(sent()).toHaveLength(1);
  });

  it('a disk that takes nothing stops it, whatever the step', async () => {
    const full = new AppError('refused', 'This browser keeps nothing.');
    for (const step of ['asked', 'built', 'signed', 'sent'] as const) {
      const chain = new TestChain();
      const put = journal.put;
      const fails = () => Promise.reject(full);
      vi.spyOn(journal, 'put').mockImplementation((entry) => (entry.step === step ? fails() : put(entry)));
      if (step === 'asked') vi.spyOn(journal, 'assertNoneSent').mockImplementation(fails);
      if (step === 'sent') vi.spyOn(journal, 'putSent').mockImplementation(fails);
      const { outcome, states } = await run(chain);
      expect(outcome.result, step).toBe('failed');
      expect(states.at(-1)).toEqual({ step: 'failed', error: full });
      vi.restoreAllMocks();
    }
    expect(service).not.toHaveBeenCalled();
  });
});

describe('while something else may land that the wallet has sent for the same', () => {
  const BEFORE = 'Not sent: “Claim” was sent before and may still go through, for about 77 s.';
  const told = (text: string) => ({
    step: 'failed',
    error: { kind: 'refused', message: `${text} For this one, no funds moved.` },
  });
  const before = { ...journalEntry('before', 'sent'), about: 'a position' };

  it('nothing is built, signed or sent', async () => {
    const chain = new TestChain();
    await journal.put(before);
    const { intent, builds } = intentOn(chain);
    const { signer, signed } = wallet();
    const { outcome, states } = await run(chain, { intent: { ...intent, about: 'a position' }, signer });
    expect(outcome.result).toBe('failed');
    expect(states).toMatchObject([told(BEFORE)]);
    expect([builds, signed, service].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
    expect(await stepsOnDisk()).toEqual(['sent']);
  });

  it('as another tab has meanwhile, what is signed by then is not sent, and offered to nobody', async () => {
    const chain = new TestChain();
    const { intent } = intentOn(chain);
    const { signer, signed } = wallet(() => journal.put(before).then(() => undefined));
    const { outcome, states } = await run(chain, { intent: { ...intent, about: 'a position' }, signer });
    expect(outcome.result).toBe('failed');
    expect(states.at(-1)).toMatchObject(told(BEFORE));
    expect(signed).toHaveBeenCalledOnce();
    expect(service).not.toHaveBeenCalled();
    expect((await stepsOnDisk()).sort()).toEqual(['discarded', 'sent']);
  });

  it('it goes on where that is longer than anybody is held for it', async () => {
    const chain = new TestChain();
    chain.status = LANDED;
    service.mockImplementation(async () => success());
    await journal.put(before);
    const { intent } = intentOn(chain);
    const about = { intent: { ...intent, about: 'a position' } };
    expect((await run(chain, about)).outcome.result).toBe('failed');
    await vi.advanceTimersByTimeAsync(80_000);
    const late = await run(chain, about);
    expect(late.states.at(-1)).toMatchObject(
      told('Not sent: “Claim” was sent before and may still go through.'),
    );
    await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS);
    expect((await run(chain, about)).outcome.result).toBe('done');
  });

  it.each([
    ['it has landed', { step: 'landed' }],
    ['it has ended', { step: 'expired' }],
    ['it was never sent', { step: 'signed' }],
    ['it is of another wallet', { owner: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey }],
    ['it is about something else', { about: 'another position' }],
    ['it is about nothing', { about: undefined }],
  ] as const)('it goes on where %s', async (why, change) => {
    const chain = new TestChain();
    chain.status = LANDED;
    service.mockImplementation(async () => success());
    await journal.put({ ...before, id: why, ...change } as JournalEntry);
    const { intent } = intentOn(chain);
    expect((await run(chain, { intent: { ...intent, about: 'a position' } })).outcome.result).toBe('done');
  });

  it('a queue goes on with its own items of one market, and not beside those of others', async () => {
    const ref = (queue: string, key: string) => ({ queue, key, attempt: 0 });
    const item = (key: string, queue: string) => ({
      ...journalEntry(`${queue} ${key}`, 'signed', ref(queue, key)),
      about: 'a position',
    });
    expect(await journal.putSent(item('yes', 'q'))).toMatchObject({ step: 'sent' });
    expect(await journal.putSent(item('no', 'q'))).toMatchObject({ step: 'sent' });
    await expect(journal.putSent(item('yes', 'r'))).rejects.toMatchObject({ kind: 'refused' });
    await expect(journal.assertNoneSent({ owner, about: 'a position' })).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  it('of two tabs that send at one moment only one does', async () => {
    const both = ['one', 'other'].map((id) => ({ ...journalEntry(id, 'signed'), about: 'a position' }));
    const ends = await Promise.allSettled(both.map((entry) => journal.putSent(entry)));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await stepsOnDisk()).toEqual(['sent']);
  });

  it('it goes on where this page has seen the end, which the disk did not take', async () => {
    await journal.put(before);
    const put = vi.spyOn(journal, 'put').mockRejectedValueOnce(new AppError('refused', 'full'));
    await journal.note({ ...before, step: 'landed' });
    put.mockRestore();
    expect(await stepsOnDisk()).toEqual(['sent']);
    await journal.assertNoneSent({ owner, about: 'a position' });
  });
});

describe('once it was sent', () => {
  it('it is done when the chain says so, and every step was on disk', async () => {
    const chain = new TestChain();
    chain.status = LANDED;
    service.mockImplementation(async () => success());
    const { outcome, steps, done } = await run(chain);
    expect(outcome).toMatchObject({ result: 'done', items: [] });
    expect(steps()).toEqual(['building', 'checking', 'signing', 'submitting', 'landed']);
    expect(done).toHaveBeenCalledOnce();
    expect(await stepsOnDisk()).toEqual(['done']);
    expect(sent()).toHaveLength(1);
  });

  it.each([
    ['the connection breaks', () => Promise.reject(new TypeError('network'))],
    [
      'none comes in time',
      (_: unknown, init?: RequestInit) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
        }),
    ],
    ['the service fails', async () => answer({}, 500)],
    ['what it says cannot be read', async () => new Response('<html>', { status: 200 })],
    ['it was sent on and failed there', async () => answer({ status: 'Failed', signature: 'sent-on' })],
  ])('and no clear answer comes (%s), it is looked up and never sent again', async (_name, how) => {
    const chain = new TestChain();
    service.mockImplementation(how as typeof globalThis.fetch);
    const { outcome, steps } = await run(chain, {
      meanwhile: (ms) => {
        if (ms > 3_000) chain.status = LANDED;
      },
    });
    expect(outcome.result).toBe('done');
    expect(steps()).toEqual(['building', 'checking', 'signing', 'submitting', 'unknown', 'landed']);
    expect(sent()).toHaveLength(1);
    expect(await stepsOnDisk()).toEqual(['done']);
  });

  it('other tabs know what is under way, where it is about something that could be begun there too', async () => {
    const chain = new TestChain();
    chain.status = LANDED;
    service.mockImplementation(async () => success());
    const { intent } = intentOn(chain);
    const other = new BroadcastChannel('evenline.sent');
    const heard: JournalEntry[] = [];
    other.onmessage = ({ data }) => heard.push(data as JournalEntry);
    await run(chain, { intent });
    await run(chain, { intent: { ...intent, about: 'a position' } });
    await expect
      .poll(() => heard)
      .toEqual([expect.objectContaining({ owner, about: 'a position', step: 'sent' })]);
    other.close();
  });

  it('and the chain refused it, only the fee has moved', async () => {
    const chain = new TestChain();
    chain.status = { ...LANDED, err: { InstructionError: [0, 'Custom'] } };
    service.mockRejectedValue(new TypeError('network'));
    const { outcome, states } = await run(chain);
    expect(outcome.result).toBe('failed');
    expect(states.at(-1)).toMatchObject({ step: 'reverted' });
    expect(await stepsOnDisk()).toEqual(['failed']);
  });

  it('and the disk fails from then on, what is told stays true', async () => {
    const chain = new TestChain();
    chain.status = LANDED;
    const put = journal.put;
    vi.spyOn(journal, 'put').mockImplementation((entry) =>
      entry.step === 'landed' || entry.step === 'done'
        ? Promise.reject(new AppError('refused', 'full'))
        : put(entry),
    );
    service.mockImplementation(async () => success());
    const { outcome } = await run(chain);
    expect(outcome.result).toBe('done');
    expect(await stepsOnDisk()).toEqual(['sent']);
  });

  it('and the desk itself fails from then on, nobody is told that nothing moved', async () => {
    const chain = new TestChain();
    chain.status = LANDED;
    service.mockImplementation(async () => success());
    const note = vi.spyOn(journal, 'note').mockRejectedValue(new TypeError('x is not a function'));
    const { outcome, states } = await run(chain);
    note.mockRestore();
    expect(outcome).toMatchObject({ result: 'unknown', signature: expect.any(String) });
    expect(states.at(-1)).toMatchObject({ step: 'unknown', signature: outcome.signature });
  });

  it('and its order is not followed to its end within a minute, it is unknown, not failed', async () => {
    const chain = new TestChain();
    chain.status = LANDED;
    service.mockImplementation(async (url) =>
      String(url).endsWith('/execute') ? success() : answer({ type: 'x', message: 'no' }, 404),
    );
    const { intent } = intentOn(chain, { orderPubkey: owner as Pubkey });
    const { outcome, done } = await run(chain, { intent });
    expect(outcome.result).toBe('unknown');
    expect(done).not.toHaveBeenCalled();
    expect(await stepsOnDisk()).toEqual(['landed']);
  });
});
