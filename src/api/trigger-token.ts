import type { Pubkey } from '@contract/ids.ts';
import { create } from 'zustand';

/** Proof that a wallet has signed in to the trigger interface. */
interface HeldToken {
  owner: Pubkey;
  token: string;
  /** Local Unix milliseconds. */
  expiresAt: number;
}

interface TriggerTokenState {
  held: HeldToken | null;
  /** Wallet whose token the service stopped accepting: it is asked to sign in again. */
  lapsed: Pubkey | null;
}

/** In memory only: a token is written nowhere, so a reload signs in again. */
export const useTriggerToken = create<TriggerTokenState>(() => ({ held: null, lapsed: null }));

export const triggerToken = {
  read: (): string | undefined => useTriggerToken.getState().held?.token,
  hold(held: HeldToken): void {
    useTriggerToken.setState({ held, lapsed: null });
  },
  /** The service refused this very token; whoever holds a newer one by now keeps it. */
  lapse(token: string): void {
    const { held } = useTriggerToken.getState();
    if (held?.token === token) useTriggerToken.setState({ held: null, lapsed: held.owner });
  },
  /** The wallet has gone, or another one has come. */
  drop(): void {
    useTriggerToken.setState({ held: null, lapsed: null });
  },
};

export const isSignedIn = (owner: Pubkey): boolean => useTriggerToken.getState().held?.owner === owner;

/** Resolves once the wallet has signed in; at once when it has. */
export function whenSignedIn(owner: Pubkey): Promise<void> {
  if (isSignedIn(owner)) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = useTriggerToken.subscribe(() => {
      if (!isSignedIn(owner)) return;
      stop();
      resolve();
    });
  });
}

/** The wallet itself while it is signed in; undefined while it is not, so that no query of it runs. */
export const useSignedIn = (owner: Pubkey | null): Pubkey | undefined =>
  useTriggerToken(({ held }) => (owner !== null && held?.owner === owner ? owner : undefined));
