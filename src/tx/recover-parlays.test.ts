import 'fake-indexeddb/auto';
import type { MarketId, Pubkey, Signature } from '@contract/ids.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type JournalEntry, journal } from './journal.ts';
import { confirmSent, followLanded, sendSigned } from './run-tx.ts';
import type { SubmitVia } from './submit.ts';
import { LANDED, listener, passing, TestChain } from './testing-world.ts';

const owner = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
const legMarketIds = ['a', 'b', 'c', 'd', 'e'] as unknown as MarketId[];
const signature = 'signature' as Signature;
const paid: SubmitVia = {
  to: 'parlay',
  parlay: { parlayId: 'PY-1', nonce: 7, ownerPubkey: owner, positionPubkey: owner, legMarketIds },
};
const free: SubmitVia = { to: 'free-parlays', request: { ownerPubkey: owner, parlays: [{ legMarketIds }] } };

const entry = (id: string, step: JournalEntry['step'], via: SubmitVia): JournalEntry => ({
  id,
  kind: 'parlay',
  title: 'Parlay',
  owner,
  step,
  createdAt: 1,
  updatedAt: 1,
  lastValidBlockHeight: 100,
  orderPubkey: null,
  signedTransaction: 'c2lnbmVk',
  signature,
  context: undefined,
  via,
});

function watching(landed: boolean) {
  const chain = new TestChain();
  chain.status = landed ? LANDED : null;
  return listener(chain);
}

const service = vi.fn<typeof globalThis.fetch>();
const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const sent = () => service.mock.calls.map(([url, init]) => [String(url), JSON.parse(String(init?.body))]);
const stepOf = async (id: string) => (await journal.get(id))?.step;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  service.mockReset();
  vi.stubGlobal('fetch', service);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a paid parlay', () => {
  it('is handed in with what it was built for, also from the journal after a reload', async () => {
    service.mockImplementation(async () =>
      answer({ parlays: [{ status: 'ok', parlayId: 'PY-1', txSignature: signature }] }),
    );
    await journal.put(entry('paid', 'signed', paid));
    const stored = await journal.get('paid');
    const { ports, done } = watching(true);
    const outcome = await sendSigned(stored ?? entry('', 'signed', paid), ports);
    expect(outcome).toMatchObject({ result: 'done', items: [{ ok: true, id: 'PY-1' }] });
    expect(sent()).toEqual([
      [
        expect.stringMatching(/\/parlays\/execute$/),
        { parlays: [{ ...(paid.to === 'parlay' ? paid.parlay : {}), signedTransaction: 'c2lnbmVk' }] },
      ],
    ]);
    expect(await stepOf('paid')).toBe('done');
    expect(done).toHaveBeenCalledOnce();
  });

  it('that was refused by its item has failed once it can no longer land', async () => {
    const item = { status: 'error', parlayId: 'PY-1', code: 'LEG_NOT_OPEN', message: 'A leg has closed.' };
    service.mockImplementation(async () => answer({ parlays: [item] }));
    const { ports, steps } = watching(false);
    const outcome = await passing(sendSigned(entry('refused', 'signed', paid), ports));
    expect(outcome.result).toBe('failed');
    expect(steps()).toEqual(['submitting', 'refused', 'failed']);
    expect(await stepOf('refused')).toBe('failed');
  });

  it('whose answer never came is looked up by its signature, not sent again', async () => {
    service.mockRejectedValue(new TypeError('network'));
    const { ports, steps } = watching(true);
    const outcome = await sendSigned(entry('lost', 'signed', paid), ports);
    expect(outcome.result).toBe('done');
    expect(steps()).toEqual(['submitting', 'unknown', 'landed']);
    expect(service).toHaveBeenCalledOnce();
  });

  it('is looked up after an answer about another one, which says nothing of it', async () => {
    const other = { status: 'ok', parlayId: 'PY-0', txSignature: signature };
    service.mockImplementation(async () => answer({ parlays: [other] }));
    const { ports, steps } = watching(false);
    const outcome = await passing(sendSigned(entry('other', 'signed', paid), ports));
    expect(outcome.result).toBe('failed');
    expect(steps()).toEqual(['submitting', 'unknown', 'expired']);
  });

  it('that was sent before a reload is only looked up: landed, or run out', async () => {
    const good = watching(true);
    expect(await confirmSent(entry('sent', 'sent', paid), good.ports)).toMatchObject({ result: 'done' });
    const late = watching(false);
    expect(await passing(confirmSent(entry('late', 'sent', paid), late.ports))).toMatchObject({
      result: 'failed',
    });
    expect(late.steps()).toEqual(['expired']);
    expect(await stepOf('late')).toBe('expired');
    expect(service).not.toHaveBeenCalled();
  });
});

describe('the payment of free parlays', () => {
  const placed = {
    txSignature: signature,
    parlays: [
      { status: 'ok', parlayId: 'PY-2', ownerPubkey: owner, legMarketIds, placedAt: 5 },
      { status: 'error', code: 'SAME_EVENT', message: 'no two legs may be of one event' },
    ],
  };

  it('that landed without an answer is presented again, with the same bytes, for what it pays', async () => {
    service.mockRejectedValueOnce(new TypeError('network')).mockImplementation(async () => answer(placed));
    const { ports } = watching(true);
    const outcome = await sendSigned(entry('free', 'signed', free), ports);
    expect(outcome).toMatchObject({
      result: 'done',
      items: [
        { ok: true, id: 'PY-2' },
        { ok: false, code: 'SAME_EVENT' },
      ],
    });
    const [first, second] = sent();
    expect(second).toEqual(first);
    expect(first?.[1]).toMatchObject({ ownerPubkey: owner, signedTransaction: 'c2lnbmVk' });
  });

  it('is not known to have placed anything by an answer that tells of the parlays in another order', async () => {
    const others = ['f', 'g', 'h', 'i', 'j'] as unknown as MarketId[];
    const parlays = [{ legMarketIds }, { legMarketIds: others }];
    const two: SubmitVia = { to: 'free-parlays', request: { ownerPubkey: owner, parlays } };
    const [ok, error] = placed.parlays;
    service.mockImplementation(async () => answer({ ...placed, parlays: [error, ok] }));
    const { ports, done } = watching(true);
    const outcome = await sendSigned(entry('astray', 'signed', two), ports);
    expect(outcome).toMatchObject({ result: 'unknown', items: [] });
    expect(done).not.toHaveBeenCalled();
    expect(await stepOf('astray')).toBe('landed');
    service.mockImplementation(async () =>
      answer({ ...placed, parlays: [{ ...ok, legMarketIds: legMarketIds.toReversed() }, error] }),
    );
    const told = await sendSigned(entry('in order', 'signed', two), watching(true).ports);
    expect(told).toMatchObject({ result: 'done', items: [{ ok: true }, { ok: false }] });
  });

  it('stays landed, for the next load, while nobody says what it has placed', async () => {
    service.mockRejectedValue(new TypeError('network'));
    await journal.put(entry('open', 'landed', free));
    const away = watching(true);
    expect(await followLanded(entry('open', 'landed', free), away.ports)).toMatchObject({
      result: 'unknown',
    });
    expect((await journal.unfinished()).map(({ id }) => id)).toContain('open');
    service.mockImplementation(async () => answer(placed));
    const back = watching(true);
    expect(await followLanded(entry('open', 'landed', free), back.ports)).toMatchObject({ result: 'done' });
    expect(await stepOf('open')).toBe('done');
  });
});
