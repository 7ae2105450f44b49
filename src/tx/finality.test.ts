import 'fake-indexeddb/auto';
import type { MarketId, Signature } from '@contract/ids.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { triggerToken } from '@/api/trigger-token.ts';
import { type JournalEntry, journal } from './journal.ts';
import { knownSince } from './lifetime.ts';
import { confirmSent } from './run-tx.ts';
import type { SubmitVia } from './submit.ts';
import { endOf, intentOn } from './testing-runs.ts';
import { answer, sent, service, stepsOnDisk, success, withScriptedService } from './testing-service.ts';
import { journalEntry, LANDED, listener, owner, passing, TestChain } from './testing-world.ts';

/* What a check finds in a transaction has tests of its own. */
vi.mock('./check.ts');
const deployment = vi.hoisted(() => ({ rpc: true }));
vi.mock('@/config.ts', async (original) => ({
  ...(await original<typeof import('@/config.ts')>()),
  hasRpc: () => deployment.rpc,
}));

withScriptedService();
afterEach(() => {
  deployment.rpc = true;
});

/** An honest chain says that it has run out when its last block, and 32 more, have passed. */
const HONEST_MS = (150 + 32) * 400;

describe('what was sent has run out', () => {
  beforeEach(() => {
    service.mockRejectedValue(new TypeError('network'));
  });

  it('when its last block is rooted by all that a node says, and not long after', async () => {
    const { step, after } = await endOf(new TestChain());
    expect(step).toBe('expired');
    expect(after).toBeGreaterThan(HONEST_MS);
    expect(after).toBeLessThan(HONEST_MS + 10_000);
    expect(await stepsOnDisk()).toEqual(['expired']);
  });

  it('not before, where it lands late', async () => {
    const late = new TestChain();
    const landing = await endOf(late, {
      meanwhile: (ms) => {
        if (ms > 55_000) late.status = LANDED;
      },
    });
    expect(landing.result).toBe('done');
  });

  it('not before its life can have passed, though a node says that its height is beyond', async () => {
    const chain = new TestChain();
    const { step, after } = await endOf(chain, {
      meanwhile: (ms) => {
        if (ms > 500) chain.head = ({ slot, height }) => ({ slot, height: height + 1_000_000 });
        if (ms > 71_000) chain.status = LANDED;
      },
    });
    expect(step).toBe('landed');
    expect(after).toBeGreaterThan(70_000);

    const lost = new TestChain();
    const end = await endOf(lost, { meanwhile: (ms) => ms > 500 && lost.leap(10_000) });
    expect(end.step).toBe('expired');
    expect(end.after).toBeGreaterThan(HONEST_MS);
  });

  it('not by one answer that the chain has refused it, and soon by two', async () => {
    const refused = { ...LANDED, err: { InstructionError: [0, 'Custom'] } };
    const lying = new TestChain();
    const once = await endOf(lying, {
      meanwhile: (ms) => {
        if (ms > 1_000) lying.status = ms > 4_000 ? LANDED : refused;
      },
    });
    expect(once.result).toBe('done');

    const chain = new TestChain();
    const twice = await endOf(chain, {
      meanwhile: (ms) => {
        if (ms > 1_000) chain.status = refused;
      },
    });
    expect(twice.step).toBe('reverted');
    expect(twice.after).toBeGreaterThan(5_000);
    expect(twice.after).toBeLessThan(8_000);
  });

  it('not by the height of one node and the status of another that is behind', async () => {
    const chain = new TestChain();
    const { result, after } = await endOf(chain, {
      meanwhile: (ms) => {
        // From then on the one that is asked for heights is far ahead of the one that is asked for signatures.
        if (ms > 1_000) chain.head = ({ slot, height }) => ({ slot: slot + 500, height: height + 500 });
        if (ms > 120_000) chain.status = LANDED;
      },
    });
    expect(result).toBe('done');
    expect(after).toBeGreaterThan(119_000);
  });

  it('not by its last block alone, which another fork may still bring back', async () => {
    const chain = new TestChain();
    let stoodStill = false;
    const { result, after } = await endOf(chain, {
      meanwhile: (ms) => {
        // For eight seconds no block was made.
        if (ms > 40_000 && !stoodStill) {
          stoodStill = true;
          chain.leap(-20);
        }
        if (ms > 79_000) chain.status = LANDED;
      },
    });
    expect(result).toBe('done');
    expect(after).toBeGreaterThan(78_000);
  });

  it('not while a block holds it, though that is not confirmed for long', async () => {
    const chain = new TestChain();
    chain.status = { ...LANDED, confirmations: 0, confirmationStatus: 'processed' };
    const { result, after } = await endOf(chain, {
      meanwhile: (ms) => {
        if (ms > 100_000) chain.status = LANDED;
      },
    });
    expect(result).toBe('done');
    expect(after).toBeGreaterThan(99_000);
  });

  it('not by a bound that was reckoned from a wrong height, while the chain still takes its blockhash', async () => {
    const chain = new TestChain();
    chain.head = ({ slot }) => ({ slot, height: 1 });
    let stoodStill = false;
    const { result, after } = await endOf(chain, {
      meanwhile: (ms) => {
        if (ms > 1_000) chain.head = undefined;
        // For twenty-four seconds no block was made.
        if (ms > 40_000 && !stoodStill) {
          stoodStill = true;
          chain.leap(-60);
        }
        if (ms > 83_000) chain.status = LANDED;
      },
    });
    expect(result).toBe('done');
    expect(after).toBeGreaterThan(82_000);
  });

  it('only where two looks, some seconds apart, agree', async () => {
    const chain = new TestChain();
    let looks = 0;
    // Every other answer about the signature is of a node far behind.
    chain.statusSlot = (truth) => (looks++ % 2 === 0 ? truth : truth - 5_000);
    const { result, after } = await endOf(chain, {
      meanwhile: (ms) => {
        if (ms > 100_000) chain.status = LANDED;
      },
    });
    expect(result).toBe('done');
    expect(after).toBeGreaterThan(99_000);
  });

  it.each([
    ['nine days ahead', 9 * 86_400_000],
    ['a day behind', -86_400_000],
  ])('by no clock that a reader can set: %s', async (_name, skew) => {
    const chain = new TestChain();
    const { step, after } = await endOf(chain, {
      meanwhile: (ms) => {
        if (ms >= 5_000 && ms < 5_100) vi.setSystemTime(Date.now() + skew);
      },
    });
    expect(step).toBe('expired');
    expect(after).toBeGreaterThan(HONEST_MS);
    expect(after).toBeLessThan(HONEST_MS + 10_000);
  });

  it('never by a chain that stands still, or that is not answered for: that is not known, and told as such', async () => {
    const still = new TestChain();
    still.head = () => ({ slot: 1, height: 1 });
    const stands = await endOf(still, { intent: { ...intentOn(still).intent, about: 'its market' } });
    expect(stands.result).toBe('unconfirmed');
    const chain = new TestChain();
    const silent = await endOf(chain, {
      meanwhile: (ms) => ms > 1_000 && void chain.silent.add('getSignatureStatuses'),
    });
    expect(silent.result).toBe('unconfirmed');
    expect(silent.after).toBeGreaterThan(299_000);
    expect(silent.after).toBeLessThan(320_000);
    // The next load finds out, and freezes no form again that has been released.
    expect(await stepsOnDisk()).toEqual(['sent', 'sent']);
    expect((await journal.unfinished()).filter(({ about }) => about !== undefined)).toEqual([]);
  });

  it('with the thirty-third block behind its last one, found twice four seconds apart, and no sooner', async () => {
    const chain = new TestChain();
    const entry = { ...journalEntry('edge', 'sent'), blockhash: chain.blockhash() };
    knownSince('edge');
    await vi.advanceTimersByTimeAsync(HONEST_MS);
    let height = 1_032;
    chain.head = ({ slot }) => ({ slot, height });
    const found: number[] = [];
    chain.valid = () => {
      found.push(performance.now());
      return false;
    };
    const begun = performance.now();
    const told = listener(chain);
    await passing(confirmSent({ ...entry, lastValidBlockHeight: 1_000 }, told.ports), (ms) => {
      if (ms >= 10_000) height = 1_033;
    });
    expect(told.steps()).toEqual(['expired']);
    expect((found[0] ?? begun) - begun).toBeGreaterThan(9_900);
    expect((found.at(-1) ?? begun) - (found[0] ?? begun)).toBeGreaterThanOrEqual(4_000);
    expect((found.at(-1) ?? begun) - (found[0] ?? begun)).toBeLessThan(5_000);
  });

  it('also where the node was silent when it was checked: from the first answer on', async () => {
    const chain = new TestChain();
    chain.silent.add('isBlockhashValid');
    const { step, after } = await endOf(chain, {
      meanwhile: (ms) => ms > 30_000 && void chain.silent.clear(),
    });
    expect(step).toBe('expired');
    expect(after).toBeGreaterThan(HONEST_MS);
  });
});

describe('landed', () => {
  it('needs a block that is confirmed: one that is only processed may be dropped', async () => {
    service.mockImplementation(async () => success());
    const chain = new TestChain();
    chain.status = { ...LANDED, confirmations: 0, confirmationStatus: 'processed' };
    const { step, states } = await endOf(chain, {
      meanwhile: (ms) => {
        if (ms > 5_000) chain.status = null;
      },
    });
    expect(step).toBe('expired');
    expect(states.map((state) => state.step)).not.toContain('landed');

    const failing = new TestChain();
    failing.status = { ...LANDED, err: 'x', confirmations: 0, confirmationStatus: 'processed' };
    const forked = await endOf(failing, {
      meanwhile: (ms) => {
        if (ms > 5_000) failing.status = LANDED;
      },
    });
    expect(forked.result).toBe('done');
  });

  it('is also what landed long before it is first asked about, as after a night: a node has to search for it', async () => {
    const chain = new TestChain();
    const entry = { ...journalEntry('night', 'sent'), blockhash: chain.blockhash() };
    const lastValidBlockHeight = chain.lastValid();
    chain.status = LANDED;
    chain.leap(100_000);
    const found = await passing(confirmSent({ ...entry, lastValidBlockHeight }, listener(chain).ports));
    expect(found.result).toBe('done');
  });

  it('is also what an older node calls rooted, without naming a level', async () => {
    service.mockImplementation(async () => success());
    const chain = new TestChain();
    chain.status = { slot: 1, confirmations: 3, err: null };
    const { result, after } = await endOf(chain, {
      meanwhile: (ms) => {
        if (ms > 3_000) chain.status = { slot: 1, confirmations: null, err: null };
      },
    });
    expect(result).toBe('done');
    expect(after).toBeGreaterThan(2_000);
  });
});

const REFUSALS: [string, () => Response][] = [
  ['Failed', () => answer({ status: 'Failed', signature: null, error: 'The vault is busy.' })],
  ['400', () => answer({ type: 'x', message: 'The vault is busy.' }, 400)],
  ['403 of a proxy', () => new Response('Forbidden', { status: 403 })],
  ['404 of a proxy', () => new Response('<html>Not here</html>', { status: 404 })],
  ['409', () => answer({ error: 'The vault is busy.' }, 409)],
  ['429', () => new Response('', { status: 429 })],
];

describe('the service says no to what was sent', () => {
  it.each(REFUSALS)(
    '(%s): it stays open, with what was said and a clock, until it cannot land',
    async (_name, no) => {
      service.mockImplementation(async () => no());
      const begun = performance.now();
      const { result, states, after } = await endOf(new TestChain());
      expect(states.map(({ step }) => step).slice(3)).toEqual(['submitting', 'refused', 'failed']);
      const refused = states.find((state) => state.step === 'refused');
      const end = states.at(-1);
      if (refused?.step !== 'refused' || end?.step !== 'failed') throw new Error('no refusal');
      expect(end.error).toMatchObject({ kind: refused.error.kind, message: refused.error.message });
      expect(result).toBe('failed');
      expect(after).toBeGreaterThan(HONEST_MS);
      expect(Math.abs(refused.until - begun - after)).toBeLessThan(6_000);
      expect(sent()).toHaveLength(1);
      expect(await stepsOnDisk()).toEqual(['failed']);
    },
  );

  it.each(REFUSALS)('(%s) and it lands all the same: it has landed', async (_name, no) => {
    service.mockImplementation(async () => no());
    const chain = new TestChain();
    const { result, states } = await endOf(chain, {
      meanwhile: (ms) => {
        if (ms > 45_000) chain.status = LANDED;
      },
    });
    expect(result).toBe('done');
    expect(states.map(({ step }) => step).slice(3)).toEqual(['submitting', 'refused', 'landed']);
    expect(sent()).toHaveLength(1);
    expect(await stepsOnDisk()).toEqual(['done']);
  });

  it('and the page is loaded again meanwhile: the rest of its life is waited for, and its words are kept', async () => {
    const chain = new TestChain();
    const entry: JournalEntry = {
      id: 'reloaded',
      kind: 'claim',
      title: 'Claim',
      owner,
      step: 'sent',
      createdAt: 1,
      updatedAt: 1,
      lastValidBlockHeight: chain.lastValid(),
      blockhash: chain.blockhash(),
      orderPubkey: null,
      signedTransaction: 'c2lnbmVk',
      signature: 'signature' as Signature,
      context: undefined,
      refusal: { kind: 'refused', message: 'The vault is busy.' },
    };
    const told = listener(chain);
    chain.leap(10_000);
    const begun = performance.now();
    const outcome = await passing(confirmSent(entry, told.ports));
    // The clock of the chain has gone on, but nobody else says that so much time has passed.
    expect(performance.now() - begun).toBeGreaterThan(HONEST_MS);
    expect(outcome.result).toBe('failed');
    expect(told.states.at(-1)).toMatchObject({ step: 'failed', error: { message: 'The vault is busy.' } });
    expect(service).not.toHaveBeenCalled();
  });

  it('an entry of an older version, whose height is the service’s, is judged by the chain alone', async () => {
    const chain = new TestChain();
    const older: JournalEntry = {
      id: 'older',
      kind: 'claim',
      title: 'Claim',
      owner,
      step: 'sent',
      createdAt: 1,
      updatedAt: 1,
      lastValidBlockHeight: 1,
      orderPubkey: null,
      signedTransaction: 'c2lnbmVk',
      signature: 'signature' as Signature,
      context: undefined,
    };
    const begun = performance.now();
    const told = listener(chain);
    await passing(confirmSent(older, told.ports));
    expect(told.steps()).toEqual(['expired']);
    expect(performance.now() - begun).toBeGreaterThan(HONEST_MS);
  });

  it('without a node: never “nothing moved”, and not before its time is over', async () => {
    deployment.rpc = false;
    service.mockImplementation(async (url) =>
      String(url).endsWith('/execute') ? answer({ message: 'No.' }, 400) : answer({}, 404),
    );
    const { result, states, after } = await endOf(new TestChain());
    expect(result).toBe('unconfirmed');
    expect(states.at(-1)?.step).toBe('refused');
    expect(after).toBeGreaterThan(119_000);
    expect(after).toBeLessThan(130_000);
    expect(await stepsOnDisk()).toEqual(['failed']);
  });

  it('without a node: what the service says has landed has, and what it does not say is asked again', async () => {
    deployment.rpc = false;
    service.mockImplementation(async () => success());
    expect((await endOf(new TestChain())).result).toBe('done');
    expect(await stepsOnDisk()).toEqual(['done']);
    service.mockImplementation(async () => answer({}, 500));
    const { result, states } = await endOf(new TestChain());
    expect([result, states.at(-1)?.step]).toEqual(['unconfirmed', 'unknown']);
    expect((await stepsOnDisk()).sort()).toEqual(['done', 'sent']);
  });

  it.each(['another', null])(
    'without a node: a success that names %s says nothing of this one, which is only looked up',
    async (signature) => {
      deployment.rpc = false;
      service.mockImplementation(async (url) =>
        String(url).endsWith('/execute') ? success(signature) : answer({}, 404),
      );
      const { result, states } = await endOf(new TestChain());
      expect([result, states.at(-1)?.step]).toEqual(['unconfirmed', 'unknown']);
      expect(await stepsOnDisk()).toEqual(['sent']);
      expect(sent()).toHaveLength(1);
    },
  );
});

const legMarketIds = ['a', 'b', 'c', 'd', 'e'] as unknown as MarketId[];
const txSignature = 'another';

it.each<[string, SubmitVia, object]>([
  [
    'a parlay',
    {
      to: 'parlay',
      parlay: { parlayId: 'PY-1', nonce: 7, ownerPubkey: owner, positionPubkey: owner, legMarketIds },
    },
    { parlays: [{ status: 'ok', parlayId: 'PY-1', txSignature }] },
  ],
  [
    'free parlays',
    { to: 'free-parlays', request: { ownerPubkey: owner, parlays: [{ legMarketIds }] } },
    {
      txSignature,
      parlays: [{ status: 'ok', parlayId: 'PY-1', ownerPubkey: owner, legMarketIds, placedAt: 1 }],
    },
  ],
  [
    'a deposit',
    {
      to: 'trigger-order',
      order: {
        orderType: 'single',
        depositRequestId: 'r',
        userPubkey: owner,
        inputMint: owner,
        inputAmount: '5',
        outputMint: owner,
        triggerMint: owner,
        expiresAt: 1,
      },
    },
    { id: 'o', txSignature, depositConfirmed: true },
  ],
  ['a withdrawal', { to: 'trigger-withdrawal', order: 'o', cancelRequestId: 'r' }, { id: 'o', txSignature }],
])(
  'without a node: an answer to %s that names another transaction says nothing of this one',
  async (_name, via, body) => {
    deployment.rpc = false;
    triggerToken.hold({ owner, token: 't', expiresAt: 1 });
    service.mockImplementation(async (_url, init) =>
      init?.method === 'POST' ? answer(body) : answer({}, 404),
    );
    const chain = new TestChain();
    const { result, states } = await endOf(chain, { intent: intentOn(chain, { via }).intent });
    triggerToken.drop();
    expect([result, states.at(-1)?.step]).toEqual(['unconfirmed', 'unknown']);
    expect(await stepsOnDisk()).toEqual(['sent']);
    expect(service.mock.calls.filter(([, init]) => init?.method === 'POST')).toHaveLength(1);
  },
);

it('what the desk itself refuses to send has not been sent', async () => {
  const { intent } = intentOn(new TestChain());
  const chain = new TestChain();
  const waits = intentOn(chain, { via: { to: 'trigger-withdrawal', order: 'o', cancelRequestId: 'r' } });
  const { result, step, after } = await endOf(chain, { intent: { ...intent, build: waits.intent.build } });
  expect([result, step]).toEqual(['failed', 'failed']);
  expect(after).toBeLessThan(2_000);
  expect(service).not.toHaveBeenCalled();
  expect(await stepsOnDisk()).toEqual(['failed']);
});
