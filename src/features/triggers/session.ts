import type { Pubkey } from '@contract/ids.ts';
import { TOKEN_SECONDS } from '@contract/triggers/auth.ts';
import { useState } from 'react';
import { AppError, toAppError } from '@/api/app-error.ts';
import { triggerToken, useSignedIn, useTriggerToken } from '@/api/trigger-token.ts';
import { requestChallenge, verifyChallenge } from '@/api/triggers.writes.ts';
import { liveConfig } from '@/config.ts';
import type { Recheck } from '@/tx/sign.ts';
import { useOwner, useSigner, useSignMessage, useWalletStore, type WalletSigner } from '@/wallet/index.ts';
import { checkChallenge, checkMemo, type SignInSite, tokenLife } from './challenge.ts';

export interface SignInWallet extends Pick<WalletSigner, 'pubkey' | 'signTransaction'> {
  signMessage: ((message: Uint8Array) => Promise<Uint8Array>) | null;
}
type SignInWay = 'message' | 'transaction';
type SignInResult =
  | { result: 'signed-in' }
  /** By the user, in the wallet: quiet. */
  | { result: 'rejected' }
  | { result: 'failed'; reason: string };

const failed = (reason: string): SignInResult => ({ result: 'failed', reason });
const NO_CHALLENGE = 'The service sent no challenge of the kind that was asked for. Nothing was signed.';

/** For this page and this wallet; on a live platform, for the platform too, by the operator's word. */
function siteOf(owner: Pubkey): SignInSite {
  const { signInDomains = [], signInName = null } = liveConfig()?.trigger ?? {};
  const hasOwn = signInDomains.length > 0 || signInName !== null;
  return {
    host: window.location.host,
    owner,
    platform: hasOwn ? { domains: signInDomains, name: signInName } : null,
  };
}

/** Guards of the wallet behind the one memo do nothing, for nothing of it is ever sent: the rule about them is enough. */
const neverSent: Recheck = async () => true;

type Proof =
  | { type: 'message'; signature: string }
  | { type: 'transaction'; signedTransaction: string }
  | SignInResult;

/** Loaded before the wallet is asked: a signature must not be lost for want of code. @throws when it does not come */
async function codeOfSignIn() {
  const [{ default: bs58 }, { checkSignInTransaction }, { answerOf, isRejection, signChecked }] =
    await Promise.all([import('bs58'), import('@/tx/check-sign-in.ts'), import('@/tx/sign.ts')]);
  return { bs58, checkSignInTransaction, answerOf, isRejection, signChecked };
}
type Code = Awaited<ReturnType<typeof codeOfSignIn>>;

async function byMessage(
  wallet: SignInWallet,
  sign: NonNullable<SignInWallet['signMessage']>,
  { bs58, answerOf }: Code,
  left: AbortSignal,
): Promise<Proof> {
  const answer = await requestChallenge({ walletPubkey: wallet.pubkey, type: 'message' });
  if (answer.type !== 'message') return failed(NO_CHALLENGE);
  const check = checkChallenge(answer.challenge, siteOf(wallet.pubkey));
  if (!check.ok) return failed(`The text to sign was refused: ${check.reason}. Nothing was signed.`);
  const signature = await answerOf(sign(new TextEncoder().encode(answer.challenge)), left);
  return { type: 'message', signature: bs58.encode(signature) };
}

async function byTransaction(
  wallet: SignInWallet,
  { checkSignInTransaction, signChecked }: Code,
  left: AbortSignal,
): Promise<Proof> {
  const answer = await requestChallenge({ walletPubkey: wallet.pubkey, type: 'transaction' });
  if (answer.type !== 'transaction') return failed(NO_CHALLENGE);
  const site = siteOf(wallet.pubkey);
  const check = checkSignInTransaction(answer.transaction, wallet.pubkey, (memo) => checkMemo(memo, site));
  if (check.verdict === 'refused') {
    return failed(`The transaction to sign was refused: ${check.reason}. Nothing was signed.`);
  }
  const signed = await signChecked(check.tx, wallet, left, neverSent);
  if (signed.result === 'rejected') return { result: 'rejected' };
  if (signed.result === 'refused') return failed(`Not signed in: ${signed.reason}.`);
  return { type: 'transaction', signedTransaction: signed.base64 };
}

const isCurrent = (owner: Pubkey): boolean => useWalletStore.getState().pubkey === owner;

async function attempt(wallet: SignInWallet, way: SignInWay, left: AbortSignal): Promise<SignInResult> {
  const code = await codeOfSignIn().catch(toAppError);
  if (code instanceof AppError) return failed(`${code.message} Nothing was signed.`);
  try {
    const proof =
      way === 'message' && wallet.signMessage
        ? await byMessage(wallet, wallet.signMessage, code, left)
        : await byTransaction(wallet, code, left);
    if ('result' in proof) return proof;
    const { token } = await verifyChallenge({ walletPubkey: wallet.pubkey, ...proof });
    if (!isCurrent(wallet.pubkey)) return failed('Another wallet was connected meanwhile.');
    const life = tokenLife(token) ?? TOKEN_SECONDS;
    triggerToken.hold({ owner: wallet.pubkey, token, expiresAt: Date.now() + life * 1_000 });
    return { result: 'signed-in' };
  } catch (cause) {
    if (code.isRejection(cause)) return { result: 'rejected' };
    if (!(cause instanceof AppError)) {
      return failed(cause instanceof Error && cause.message ? cause.message : 'The wallet did not sign.');
    }
    const error = toAppError(cause);
    const again = error.kind === 'refused' || error.kind === 'unauthorised';
    return failed(again ? `${error.message} Sign in again.` : error.message);
  }
}

const flights = new Map<Pubkey, { result: Promise<SignInResult>; leave: () => void }>();

/** The wallet is no longer waited for: whatever it still signs is dropped. */
const leaveSignIn = (owner: Pubkey): void => flights.get(owner)?.leave();

/** Signs a wallet in. However many ask at once, the wallet is asked once; who is signed in already stays so. */
export function signIn(wallet: SignInWallet, way: SignInWay): Promise<SignInResult> {
  const { held } = useTriggerToken.getState();
  if (held?.owner === wallet.pubkey) return Promise.resolve({ result: 'signed-in' });
  const running = flights.get(wallet.pubkey);
  if (running) return running.result;
  const left = new AbortController();
  const result = attempt(wallet, way, left.signal).finally(() => flights.delete(wallet.pubkey));
  flights.set(wallet.pubkey, { result, leave: () => left.abort() });
  return result;
}

// A token belongs to a wallet: it goes when the wallet does. There is none before this module is loaded.
useWalletStore.subscribe(({ pubkey }) => {
  const { held, lapsed } = useTriggerToken.getState();
  const owner = held?.owner ?? lapsed;
  if (owner && owner !== pubkey) triggerToken.drop();
});

export interface Session {
  state: 'no-wallet' | 'cannot-sign' | 'signed-out' | 'lapsed' | 'signed-in';
  /** Set while signed in. */
  owner: Pubkey | undefined;
  /** Local Unix milliseconds at which the token runs out. */
  expiresAt: number | undefined;
  /** What this wallet signs in with unless told otherwise. */
  way: SignInWay;
  busy: boolean;
  problem: string | null;
  signIn: (way?: SignInWay) => void;
  /** Waits no longer for the wallet. */
  leave: () => void;
}

/** Whether the connected wallet has signed in to the trigger interface, and how it does. */
export function useSession(): Session {
  const wallet = useOwner();
  const signer = useSigner();
  const signMessage = useSignMessage();
  const owner = useSignedIn(wallet);
  const expiresAt = useTriggerToken(({ held }) => held?.expiresAt);
  const lapsed = useTriggerToken((token) => token.lapsed);
  // Of one wallet: that another is still asked holds this one up in nothing.
  const [asked, setAsked] = useState<Pubkey | null>(null);
  const busy = asked !== null && asked === wallet;
  const [problem, setProblem] = useState<{ of: Pubkey; text: string } | null>(null);
  const way: SignInWay = signMessage ? 'message' : 'transaction';
  const state =
    wallet === null
      ? 'no-wallet'
      : signer === null
        ? 'cannot-sign'
        : owner !== undefined
          ? 'signed-in'
          : lapsed === wallet
            ? 'lapsed'
            : 'signed-out';
  return {
    state,
    owner,
    expiresAt: owner === undefined ? undefined : expiresAt,
    way,
    busy,
    problem: problem !== null && problem.of === wallet ? problem.text : null,
    signIn: (wanted = way) => {
      if (!signer || busy) return;
      setAsked(signer.pubkey);
      setProblem(null);
      void signIn({ ...signer, signMessage }, wanted)
        .then((outcome) => {
          if (outcome.result === 'failed') setProblem({ of: signer.pubkey, text: outcome.reason });
        })
        .finally(() => setAsked((now) => (now === signer.pubkey ? null : now)));
    },
    leave: () => {
      if (wallet) leaveSignIn(wallet);
    },
  };
}
