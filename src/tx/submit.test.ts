import { GUARD_PROGRAM } from '@contract/config.ts';
import type { Pubkey, Signature } from '@contract/ids.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { triggerToken } from '@/api/trigger-token.ts';
import { type SubmitVia, submit } from './submit.ts';

const owner = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' as Pubkey;
const signature = 'signature' as Signature;
const service = vi.fn<typeof globalThis.fetch>();
const answers = (body: unknown, status = 200) =>
  service.mockImplementation(async () => new Response(JSON.stringify(body), { status }));
const handIn = (via?: SubmitVia) =>
  submit({ id: 'entry', owner, signature, context: { quote: 7 }, ...(via && { via }) }, 'c2lnbmVk').catch(
    ({ kind, message }: { kind: string; message: string }) => ({ kind, message }),
  );
const bodies = () => service.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));

beforeEach(() => {
  service.mockReset();
  vi.stubGlobal('fetch', service);
});
afterEach(() => {
  triggerToken.drop();
  vi.unstubAllGlobals();
});

describe('what is handed in', () => {
  it('goes with the id of its entry, the same each time, and what belongs to it', async () => {
    answers({ status: 'Success', signature });
    expect(await handIn()).toEqual({ accepted: true, items: [] });
    expect(bodies()).toEqual([{ signedTransaction: 'c2lnbmVk', requestId: 'entry', context: { quote: 7 } }]);
  });

  it('withdraws by the request of the cancellation that it belongs to', async () => {
    triggerToken.hold({ owner, token: 'secret', expiresAt: 1 });
    answers({ id: 'order', txSignature: signature });
    const via = { to: 'trigger-withdrawal', order: 'order', cancelRequestId: 'request' } as const;
    expect(await handIn(via)).toEqual({ accepted: true, items: [{ ok: true, id: 'order' }] });
    expect(bodies()).toEqual([{ signedTransaction: 'c2lnbmVk', cancelRequestId: 'request' }]);
  });

  it('may have landed where the service has failed it with a signature, and is refused without one', async () => {
    answers({ status: 'Failed', signature, error: 'Late.' });
    expect(await handIn()).toEqual({ kind: 'server', message: 'Late.' });
    answers({ status: 'Failed', signature: null, error: 'No.' });
    expect(await handIn()).toEqual({ accepted: false, message: 'No.' });
  });
});

describe('what a guard of the wallet has stopped', () => {
  const message = `Program ${GUARD_PROGRAM} failed: custom program error: 0x1771`;
  const BLOCKED = 'Your wallet’s protection blocked it.';

  it('is told as such where the service refuses it', async () => {
    answers({ error: message }, 400);
    expect(await handIn()).toEqual({ kind: 'refused', message: BLOCKED });
    answers({ status: 'Failed', signature: null, error: message });
    expect(await handIn()).toEqual({ accepted: false, message: BLOCKED });
  });

  it('is not what every refusal is for', async () => {
    answers({ error: 'The vault is busy.' }, 400);
    expect(await handIn()).toEqual({ kind: 'refused', message: 'The vault is busy.' });
  });

  it('stays open where the service may have sent it on', async () => {
    answers({ error: message }, 500);
    expect(await handIn()).toEqual({ kind: 'server', message: `${message}.` });
    answers({ status: 'Failed', signature, error: message });
    expect(await handIn()).toEqual({ kind: 'server', message });
  });
});
