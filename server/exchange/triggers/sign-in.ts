import { createHmac, randomBytes } from 'node:crypto';
import type { AnswerWire, RouteInput } from '@contract/routes.ts';
import { CHALLENGE_SECONDS, TOKEN_SECONDS } from '@contract/triggers/auth.ts';
import { signInMemo, signInText } from '@contract/triggers/sign-in.ts';
import bs58 from 'bs58';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../common/clock.ts';
import { invalidParam } from '../../common/errors.ts';
import { checkedKey } from '../core/actor.ts';
import { keyOf } from '../ledger/addresses.ts';
import { decodeSigned } from '../ledger/decode-signed.ts';
import { verifyEd25519 } from '../ledger/ed25519.ts';
import { hashUnderGuards } from '../ledger/guarded.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { hasSigned, messageHash, toBase64 } from '../ledger/signers.ts';
import { MAX_MEMO_BYTES } from '../ledger/transactions/parts.ts';
import { buildSignIn } from '../ledger/transactions/trigger-transactions.ts';
import { refusal, unauthorized } from './refusals.ts';

const ISSUER = 'evenline';
const AUDIENCE = 'trigger';
const ALGORITHM = 'HS256';
/** Challenges a wallet may have open at once, and all wallets together: older ones make room. */
const OPEN_A_WALLET = 8;
const OPEN_WALLETS = 20_000;

interface Challenge {
  type: 'message' | 'transaction';
  /** Of the desk it was made for, as the text or the memo names it. */
  host: string;
  /** The text, or the hash of the transaction's message. */
  expected: string;
  expiresAt: number;
}

export interface SignInDeps {
  clock: Clock;
  ledger: Pick<Ledger, 'latestBlockhash'>;
  /** From which the tokens' key follows. */
  secret: Uint8Array;
}

type ChallengeInput = Pick<RouteInput<'triggerChallenge'>, 'body' | 'deskHost'>;
type VerifyInput = Pick<RouteInput<'triggerVerify'>, 'body' | 'deskHost'>;

const iso = (seconds: number): string => new Date(Math.floor(seconds) * 1000).toISOString();

/**
 * Signing in by a challenge, and the tokens that come of it. Challenges live in memory: whoever is interrupted by a
 * restart asks for another one. One is made for the desk that asks and answered there alone. Tokens are bound to the
 * wallet and outlive restarts.
 */
export function createSignIn({ clock, ledger, secret }: SignInDeps) {
  const key = createHmac('sha256', secret).update('trigger-token').digest();
  const open = new Map<string, Challenge[]>();

  function remember(wallet: string, challenge: Challenge): void {
    const now = clock.wall();
    const still = (open.get(wallet) ?? []).filter(({ expiresAt }) => expiresAt > now);
    // Last asked, last to make room.
    open.delete(wallet);
    open.set(wallet, [...still, challenge].slice(-OPEN_A_WALLET));
    const [oldest] = open.keys();
    if (open.size > OPEN_WALLETS && oldest !== undefined) open.delete(oldest);
  }

  async function challenge({
    body,
    deskHost: host,
  }: ChallengeInput): Promise<AnswerWire<'triggerChallenge'>> {
    const wallet = checkedKey(body.walletPubkey, 'walletPubkey');
    const now = clock.wall();
    const expiresAt = now + CHALLENGE_SECONDS;
    const nonce = randomBytes(16).toString('hex');
    if (body.type === 'message') {
      const text = signInText({ host, wallet, nonce, issuedAt: iso(now), expiresAt: iso(expiresAt) });
      remember(wallet, { type: 'message', host, expected: text, expiresAt });
      return { type: 'message', challenge: text };
    }
    const memo = signInMemo({ host, wallet, nonce });
    if (memo.length > MAX_MEMO_BYTES)
      throw refusal('invalid', `${host} is too long for a transaction: sign a text`);
    const { blockhash } = ledger.latestBlockhash();
    const tx = buildSignIn(wallet, memo, blockhash);
    remember(wallet, { type: 'transaction', host, expected: messageHash(tx), expiresAt });
    return { type: 'transaction', transaction: toBase64(tx) };
  }

  function signedMessage(wallet: string, candidates: Challenge[], signature: string): Challenge | undefined {
    const bytes = bs58.decode(signature);
    const publicKey = keyOf(wallet).toBytes();
    return candidates.find(({ expected }) => verifyEd25519(publicKey, Buffer.from(expected), bytes));
  }

  function signedTransaction(wallet: string, candidates: Challenge[], text: string): Challenge | undefined {
    const decoded = decodeSigned(text);
    if (!decoded.ok) throw invalidParam('signedTransaction', decoded.error);
    const hashes = [messageHash(decoded.tx), hashUnderGuards(decoded.tx)];
    const found = candidates.find(({ expected }) => hashes.includes(expected));
    if (!found) throw refusal('invalid', 'Challenge not found: ask for a new one');
    return hasSigned(decoded.tx, wallet) ? found : undefined;
  }

  async function verify({ body, deskHost }: VerifyInput): Promise<AnswerWire<'triggerVerify'>> {
    const wallet = checkedKey(body.walletPubkey, 'walletPubkey');
    const { type, signature, signedTransaction: transaction } = body;
    const now = clock.wall();
    const known = open.get(wallet) ?? [];
    const candidates = known.filter((one) => one.type === type && one.expiresAt > now);
    if (type === 'message' && signature === undefined)
      throw invalidParam('signature', 'signature is required');
    if (type === 'transaction' && transaction === undefined) {
      throw invalidParam('signedTransaction', 'signedTransaction is required');
    }
    if (candidates.length === 0)
      throw refusal('invalid', 'Challenge not found or expired: ask for a new one');
    const answered =
      type === 'message'
        ? signedMessage(wallet, candidates, signature ?? '')
        : signedTransaction(wallet, candidates, transaction ?? '');
    if (!answered) throw refusal('unauthenticated', 'Invalid signature');
    if (answered.host !== deskHost) {
      throw refusal(
        'unauthenticated',
        `This challenge is for ${answered.host}: it signs in nobody at ${deskHost}`,
      );
    }
    open.set(
      wallet,
      known.filter((one) => one !== answered),
    );
    const issued = Math.floor(now);
    const token = await new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setSubject(wallet)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(issued)
      .setExpirationTime(issued + TOKEN_SECONDS)
      .sign(key);
    return { token };
  }

  /** The wallet a token was given to. @throws ServiceError `unauthenticated` for a missing, malformed, forged or expired one. */
  async function authenticate(headers: Headers): Promise<string> {
    const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(headers.get('authorization') ?? '') ?? [];
    if (token === undefined) throw unauthorized();
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: new Date(clock.wall() * 1000),
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      return checkedKey(payload.sub ?? '', 'sub');
    } catch {
      throw unauthorized();
    }
  }

  return { challenge, verify, authenticate };
}
