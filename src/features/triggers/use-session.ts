import type { Pubkey } from '@contract/ids.ts';
import { useState } from 'react';
import { useSignedIn, useTriggerToken } from '@/api/trigger-token.ts';
import { useOwner, useSigner, useSignMessage } from '@/wallet/index.ts';
import { leaveSignIn, type SignInWay, signIn } from './session.ts';

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
  const [busy, setBusy] = useState(false);
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
      setBusy(true);
      setProblem(null);
      void signIn({ ...signer, signMessage }, wanted)
        .then((outcome) => {
          if (outcome.result === 'failed') setProblem({ of: signer.pubkey, text: outcome.reason });
        })
        .finally(() => setBusy(false));
    },
    leave: () => {
      if (wallet) leaveSignIn(wallet);
    },
  };
}
