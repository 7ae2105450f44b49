import { signInMemo, signInText } from '@contract/triggers/sign-in.ts';
import { ComputeBudgetProgram } from '@solana/web3.js';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../db/client.ts';
import { freshDatabase } from '../../db/testing/database.ts';
import { type Reply, TestServer } from '../../testing/served.ts';
import type { PlatformSigner } from '../ledger/keys.ts';
import { createTestLedger, createTestWallet } from '../ledger/testing/ledger.ts';
import { decoded, signed } from '../testing/exchange.ts';
import { createSignIn } from './sign-in.ts';
import { stillFeeds } from './testing/triggers.ts';

const DESK = 'https://desk.example';
let database: Database;
let server: TestServer;
beforeAll(async () => {
  database = await freshDatabase();
  const desks = { trustProxy: 1, allowedOrigins: [DESK], publicHosts: ['paper.example', 'other.example'] };
  server = await TestServer.open(database, { ...stillFeeds(), desks });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** A proxy in front names the host, as a client of `fetch` cannot. */
const at = (host: string): Record<string, string> => ({ 'x-forwarded-host': host });
const post = (path: string, body: object, headers: Record<string, string>): Promise<Reply> =>
  server.send('POST', `/trigger/v2/auth/${path}`, { body: JSON.stringify(body), headers });

async function challenge(wallet: PlatformSigner, type: string, headers: Record<string, string>) {
  const { json } = await post('challenge', { walletPubkey: wallet.address, type }, headers);
  return json as { challenge: string; transaction: string };
}
const answerTo = (
  wallet: PlatformSigner,
  type: string,
  made: { challenge: string; transaction: string },
) => ({
  type,
  walletPubkey: wallet.address,
  ...(type === 'message'
    ? { signature: bs58.encode(wallet.sign(Buffer.from(made.challenge))) }
    : { signedTransaction: signed(made.transaction, wallet) }),
});

const field = (text: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';
const memoOf = (transaction: string): string => {
  const { message } = decoded(transaction);
  return Buffer.from(message.compiledInstructions.at(-1)?.data ?? []).toString();
};

describe('a challenge', () => {
  it('is a text that names the host of the desk that asked', async () => {
    const wallet = createTestWallet();
    const { challenge: text } = await challenge(wallet, 'message', at('paper.example'));
    const terms = {
      host: 'paper.example',
      wallet: wallet.address,
      nonce: field(text, 'Nonce'),
      issuedAt: field(text, 'Issued At'),
      expiresAt: field(text, 'Expiration Time'),
    };
    expect(text).toBe(signInText(terms));
    expect(Date.parse(terms.expiresAt) - Date.parse(terms.issuedAt)).toBe(300_000);
  });

  it('is a transaction of one memo that names it, and pays nothing for priority', async () => {
    const wallet = createTestWallet();
    const { transaction } = await challenge(wallet, 'transaction', at('paper.example'));
    const memo = memoOf(transaction);
    const nonce = memo.split(':').at(-1) ?? '';
    expect(nonce).toMatch(/^[\da-f]{32}$/);
    expect(memo).toBe(signInMemo({ host: 'paper.example', wallet: wallet.address, nonce }));
    const { message } = decoded(transaction);
    expect(message.compiledInstructions).toHaveLength(1);
    expect(message.staticAccountKeys.map(String)).not.toContain(String(ComputeBudgetProgram.programId));
  });

  it('is made for a page hosted elsewhere under its own host', async () => {
    const wallet = createTestWallet();
    const headers = { ...at('paper.example'), origin: DESK };
    const made = await challenge(wallet, 'message', headers);
    expect(made.challenge).toMatch(/^desk\.example wants you to sign in/);
    const here = await post('verify', answerTo(wallet, 'message', made), at('paper.example'));
    expect(here).toMatchObject({ status: 401, json: { error: expect.stringContaining('desk.example') } });
    expect((await post('verify', answerTo(wallet, 'message', made), headers)).status).toBe(200);
  });

  it.each(['evil.example', 'paper.example.evil', 'paper.example, evil.example', 'a b'])(
    'is made for no host that the server is not known by, as %s',
    async (host) => {
      const body = { walletPubkey: createTestWallet().address, type: 'message' };
      const { status, json } = await post('challenge', body, at(host));
      expect({ status, json }).toEqual({ status: 400, json: { error: expect.any(String) } });
    },
  );

  it.each(['message', 'transaction'])('as a %s is answered under its own host alone', async (type) => {
    const wallet = createTestWallet();
    const made = await challenge(wallet, type, at('paper.example'));
    const answer = answerTo(wallet, type, made);
    expect(await post('verify', answer, at('other.example'))).toMatchObject({
      status: 401,
      json: { error: 'This challenge is for paper.example: it signs in nobody at other.example' },
    });
    expect((await post('verify', answer, at('evil.example'))).status).toBe(400);
    expect((await post('verify', answer, at('paper.example'))).status).toBe(200);
    expect((await post('verify', answer, at('paper.example'))).status).toBe(400);
  });
});

describe('challenges that are open', () => {
  const deskHost = 'paper.example';
  function begin() {
    const { clock, ledger } = createTestLedger();
    const signIn = createSignIn({ clock, ledger, secret: new Uint8Array(32).fill(7) });
    const ask = async (walletPubkey: string): Promise<string> => {
      const made = await signIn.challenge({ body: { walletPubkey, type: 'message' }, deskHost });
      return made.type === 'message' ? made.challenge : '';
    };
    const answer = ({ address, sign }: PlatformSigner, text: string) => {
      const signature = bs58.encode(sign(Buffer.from(text)));
      return signIn.verify({ body: { walletPubkey: address, type: 'message', signature }, deskHost });
    };
    return { ask, answer };
  }

  it('are the last eight of a wallet, each to be answered', async () => {
    const { ask, answer } = begin();
    const wallet = createTestWallet();
    const [oldest = '', ...others] = await Promise.all(Array.from({ length: 9 }, () => ask(wallet.address)));
    await expect(answer(wallet, oldest)).rejects.toMatchObject({ kind: 'unauthenticated' });
    for (const one of others) expect((await answer(wallet, one)).token).not.toBe('');
    await expect(answer(wallet, others[0] ?? '')).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('are those of 20,000 wallets, of which the one that asked longest ago makes room', async () => {
    const { ask, answer } = begin();
    const [again, gone, last] = [createTestWallet(), createTestWallet(), createTestWallet()];
    const first = await ask(again.address);
    const forgotten = await ask(gone.address);
    await ask(again.address);
    for (let nth = 0; nth < 19_998; nth++) {
      const key = Buffer.alloc(32, 1);
      key.writeUInt32BE(nth);
      await ask(bs58.encode(key));
    }
    const latest = await ask(last.address);
    await expect(answer(gone, forgotten)).rejects.toMatchObject({ kind: 'invalid' });
    expect((await answer(again, first)).token).not.toBe('');
    expect((await answer(last, latest)).token).not.toBe('');
  });
});
