import 'fake-indexeddb/auto';
import type { Pubkey, Signature } from '@contract/ids.ts';
import { Keypair, type PublicKey } from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { triggerToken } from '@/api/trigger-token.ts';
import { type JournalEntry, journal } from './journal.ts';
import { lookLater } from './look-later.ts';
import { confirmSent, sendSigned } from './run-tx.ts';
import type { SubmitVia } from './submit.ts';
import { LANDED, listener, passing, TestChain } from './testing-world.ts';

const deployment = vi.hoisted(() => ({ rpc: true }));
vi.mock('@/config.ts', async (original) => ({
  ...(await original<typeof import('@/config.ts')>()),
  hasRpc: () => deployment.rpc,
}));

const owner = Keypair.generate().publicKey;
const vault = Keypair.generate().publicKey;
const stranger = Keypair.generate().publicKey;
const mint = Keypair.generate().publicKey;
const key = (value: PublicKey) => value.toBase58() as Pubkey;

const signature = 'signature' as Signature;
const via: SubmitVia = {
  to: 'trigger-order',
  order: {
    orderType: 'single',
    depositRequestId: 'request-1',
    userPubkey: key(owner),
    inputMint: key(mint),
    inputAmount: '5',
    outputMint: key(mint),
    triggerMint: key(mint),
    expiresAt: 1,
    triggerCondition: 'below',
    triggerPriceUsd: '1',
  },
};
const entry = (id: string): JournalEntry => ({
  id,
  kind: 'trigger',
  title: 'Sell 2 SOL',
  owner: key(owner),
  step: 'signed',
  createdAt: 1,
  updatedAt: 1,
  lastValidBlockHeight: 100,
  orderPubkey: null,
  signedTransaction: 'c2lnbmVk',
  signature,
  context: undefined,
  via,
});

const service = vi.fn<typeof globalThis.fetch>();
const creations = () => service.mock.calls.filter(([url]) => String(url).endsWith('/orders/price')).length;
const history = (id: string, state = 'success') => ({
  orders: [
    {
      id,
      orderType: 'single',
      orderState: 'open',
      userPubkey: key(owner),
      vaultPubkey: key(vault),
      inputMint: key(mint),
      initialInputAmount: '5',
      remainingInputAmount: '5',
      outputMint: key(mint),
      triggerMint: key(mint),
      expiresAt: 1,
      createdAt: 1,
      updatedAt: 1,
      events: [{ type: 'deposit', timestamp: 1, txSignature: signature, state }],
    },
  ],
  pagination: { total: 1, limit: 100, offset: 0 },
});
function answers(create: { status: number; body: unknown }, depositState?: string) {
  service.mockImplementation(async (url) =>
    String(url).endsWith('/orders/price')
      ? new Response(JSON.stringify(create.body), { status: create.status })
      : new Response(JSON.stringify(history('order-1', depositState))),
  );
}
function watching(landed: boolean) {
  const chain = new TestChain();
  chain.status = landed ? LANDED : null;
  return listener(chain);
}

describe('creating a trigger order', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    service.mockReset();
    vi.stubGlobal('fetch', service);
    triggerToken.hold({ owner: key(owner), token: 'secret-token', expiresAt: 1 });
  });
  afterEach(() => {
    deployment.rpc = true;
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('hands the deposit in with its terms, once, and keeps no token on disk', async () => {
    answers({ status: 200, body: { id: 'order-1', txSignature: signature, depositConfirmed: true } });
    const { ports, done } = watching(true);
    expect(await sendSigned(entry('a'), ports)).toMatchObject({
      result: 'done',
      items: [{ ok: true, id: 'order-1' }],
    });
    expect(creations()).toBe(1);
    expect(done).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(await journal.get('a'))).not.toContain('secret-token');
  });

  it.each([
    ['no clear answer', { status: 500, body: { error: 'Failed to create the order' } }],
    [
      'a deposit that is used already',
      { status: 400, body: { error: 'Duplicate deposit: an order was created' } },
    ],
  ])('is looked up after %s, never repeated', async (_name, create) => {
    answers(create);
    const { ports, steps } = watching(true);
    expect(await sendSigned(entry('b'), ports)).toMatchObject({
      result: 'done',
      items: [{ ok: true, id: 'order-1' }],
    });
    expect(steps()).toContain('unknown');
    expect(creations()).toBe(1);
  });

  it.each(['pending', 'failed'])(
    'is not known, where no chain can be asked, while the service says that its deposit is not confirmed (%s)',
    async (state) => {
      deployment.rpc = false;
      const unconfirmed = { id: 'order-1', txSignature: signature, depositConfirmed: false };
      answers({ status: 200, body: unconfirmed }, state);
      const { ports, steps } = watching(false);
      const early: string[] = [];
      const outcome = await passing(sendSigned(entry(state), ports), (ms) => {
        if (ms < 10_000) early.push(...steps());
        else answers({ status: 200, body: unconfirmed });
      });
      expect(new Set(early)).toEqual(new Set(['submitting', 'unknown']));
      expect(outcome).toMatchObject({ result: 'done', items: [{ ok: true, id: 'order-1' }] });
      expect(creations()).toBe(1);
    },
  );

  it('is over when its deposit can no longer land, and when the service refused it', async () => {
    answers({ status: 500, body: { error: 'Failed' } });
    const lost = watching(false);
    expect(await passing(sendSigned(entry('c'), lost.ports))).toMatchObject({ result: 'failed' });
    expect(lost.steps().at(-1)).toBe('expired');
    answers({
      status: 400,
      body: { error: 'Request validation failed', details: { expiresAt: 'has passed' } },
    });
    const refused = watching(false);
    expect(await passing(sendSigned(entry('d'), refused.ports))).toMatchObject({ result: 'failed' });
    expect(refused.steps().at(-1)).toBe('failed');
  });

  it.each<[string, SubmitVia]>([
    ['a deposit', via],
    ['a withdrawal', { to: 'trigger-withdrawal', order: 'order-1', cancelRequestId: 'request-1' }],
  ])('hands %s in for its own wallet alone, not as another that has signed in meanwhile', async (_, to) => {
    triggerToken.hold({ owner: key(stranger), token: 'of another wallet', expiresAt: 1 });
    const { ports, states } = watching(true);
    const other = { ...entry(`other ${to.to}`), via: to };
    expect(await sendSigned(other, ports)).toMatchObject({ result: 'failed' });
    expect(service).not.toHaveBeenCalled();
    expect(states.at(-1)).toMatchObject({ step: 'failed', error: { kind: 'unauthorised' } });
    expect(await journal.get(other.id)).toMatchObject({ step: 'failed' });
  });

  it('is not known after a reload until its wallet has signed in, and then looked up', async () => {
    triggerToken.drop();
    answers({ status: 500, body: { error: 'never asked' } });
    const { ports, done } = watching(true);
    const sent: JournalEntry = { ...entry('e'), step: 'sent' };
    expect(await confirmSent(sent, ports)).toMatchObject({ result: 'unknown', items: [] });
    expect(await journal.get('e')).toMatchObject({ step: 'landed' });
    expect(service).not.toHaveBeenCalled();
    const looking = lookLater(sent, ports);
    triggerToken.hold({ owner: key(stranger), token: 'of another wallet', expiresAt: 1 });
    expect(service).not.toHaveBeenCalled();
    triggerToken.hold({ owner: key(owner), token: 'secret-token', expiresAt: 1 });
    expect(await looking).toMatchObject({ result: 'done', items: [{ ok: true, id: 'order-1' }] });
    expect(done).toHaveBeenCalledTimes(1);
    expect(creations()).toBe(0);
    expect(await journal.get('e')).toMatchObject({ step: 'done' });
  });
});
