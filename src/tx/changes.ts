import { PublicKey } from '@solana/web3.js';
import { type AccountState, isWrappedSol, names, sameExtensions, sameState } from './account-states.ts';
import { addressText, solText } from './labels.ts';
import { STAKE_PROGRAM, SYSTEM_PROGRAM } from './programs.ts';

/** What a token account of the transaction gains. */
export interface Gain {
  mint: string;
  amount: bigint;
  /** Whose the account is, as the node says. */
  owner: string;
}

/** What the owner has after it that they did not have before. */
export interface Changes {
  /** SOL, in lamports, wrapped or not; negative for a loss. */
  lamports: bigint;
  /** Raw units a mint, wrapped SOL and those that do not change left out. */
  tokens: ReadonlyMap<string, bigint>;
  /** What token accounts of the transaction gain, whoever's they are, by address. */
  gains: ReadonlyMap<string, Gain>;
  /** Accounts that name the owner and would change in a way that this desk cannot read. */
  unjudged: readonly string[];
}

interface Pair {
  address: string;
  old: AccountState;
  now: AccountState;
}

/** What would become of the owner's accounts besides their balances: nothing may. */
function rightsLost({ address, old, now }: Pair, owner: string, unwrapped: ReadonlySet<string>): string[] {
  const lost: string[] = [];
  if (address === owner) {
    // A wallet that had nothing is not there: its first SOL makes it one, of the System program.
    const isMade = old.program === null && now.program === SYSTEM_PROGRAM;
    if (now.program !== old.program && !isMade) lost.push('your wallet itself would be handed to a program');
    else if (now.data.length > old.data.length)
      lost.push('your wallet itself would hold data, and could send no SOL any more');
    return lost;
  }
  if (old.token?.owner === owner && now.token?.owner !== owner) {
    const isUnwrapped = unwrapped.has(address) && isWrappedSol(old, owner) && now.program === null;
    return isUnwrapped ? [] : [`your token account ${addressText(address)} would no longer be yours`];
  }
  if (now.token?.owner !== owner) return lost;
  if (now.token.delegate !== null && now.token.delegate !== (old.token?.delegate ?? null))
    lost.push(`another key could spend from ${addressText(address)}`);
  if (now.token.closer !== null && now.token.closer !== (old.token?.closer ?? null))
    lost.push(`another key could close ${addressText(address)}`);
  if (now.token.isFrozen && !old.token?.isFrozen)
    lost.push(`your token account ${addressText(address)} would be frozen`);
  return lost;
}

const isOwn = ({ address, old, now }: Pair, owner: string): boolean =>
  address === owner || old.token?.owner === owner || now.token?.owner === owner;

/** An account that is not the owner's by what every program shares, but names the owner, and would change. */
function namedChange({ address, old, now }: Pair): { lost?: string; unjudged?: string } {
  const program = now.program ?? old.program ?? '';
  if (program === STAKE_PROGRAM || (program === SYSTEM_PROGRAM && old.data.length > 0)) {
    const what = program === STAKE_PROGRAM ? 'stake' : 'nonce';
    const leaving =
      old.lamports > now.lamports ? `: ${solText(old.lamports - now.lamports)} would leave it` : '';
    return { lost: `the ${what} account ${addressText(address)} of your wallet would change${leaving}` };
  }
  return {
    unjudged: `the account ${addressText(address)} of the program ${addressText(program)} names your wallet and would change: what that means for you, this desk cannot judge`,
  };
}

/**
 * Compares the accounts of a transaction before and after it. `unwrapped`: the owner's accounts of wrapped SOL that
 * its instructions close to the owner.
 */
export function changesOf(
  owner: string,
  addresses: readonly string[],
  was: readonly AccountState[],
  is: readonly AccountState[],
  unwrapped: ReadonlySet<string>,
): Changes & { lost: string[] } {
  const ownerBytes = new PublicKey(owner).toBytes();
  const lost: string[] = [];
  const unjudged: string[] = [];
  const tokens = new Map<string, bigint>();
  const gains = new Map<string, Gain>();
  let lamports = 0n;
  addresses.forEach((address, index) => {
    const [old, now] = [was[index], is[index]];
    if (!old || !now) return;
    const pair = { address, old, now };
    lost.push(...rightsLost(pair, owner, unwrapped));
    const gained = (now.token?.amount ?? 0n) - (old.token?.amount ?? 0n);
    const held = now.token ?? old.token;
    if (held && gained !== 0n) gains.set(address, { mint: held.mint, amount: gained, owner: held.owner });
    for (const [state, sign] of [
      [old, -1n],
      [now, 1n],
    ] as const) {
      // A wrapped account is as much the owner's SOL as the wallet: its rent and its tokens are its lamports.
      if (address === owner || isWrappedSol(state, owner)) lamports += sign * state.lamports;
      else if (state.token?.owner === owner)
        tokens.set(state.token.mint, (tokens.get(state.token.mint) ?? 0n) + sign * state.token.amount);
    }
    if (isOwn(pair, owner)) {
      if (old.token && now.token && !sameExtensions(old, now))
        unjudged.push(`extensions of your token account ${addressText(address)} would change`);
    } else if ((names(old, ownerBytes) || names(now, ownerBytes)) && !sameState(old, now)) {
      const change = namedChange(pair);
      if (change.lost) lost.push(change.lost);
      if (change.unjudged) unjudged.push(change.unjudged);
    }
  });
  for (const [mint, change] of tokens) if (change === 0n) tokens.delete(mint);
  return { lamports, tokens, gains, unjudged, lost };
}

/** Whether what is the owner's, or names the owner, is the same in two readings of the same accounts. */
export function sameForOwner(
  owner: string,
  addresses: readonly string[],
  first: readonly AccountState[],
  second: readonly AccountState[],
): boolean {
  const ownerBytes = new PublicKey(owner).toBytes();
  return addresses.every((address, index) => {
    const [old, now] = [first[index], second[index]];
    if (!old || !now) return false;
    const matters = isOwn({ address, old, now }, owner) || names(old, ownerBytes) || names(now, ownerBytes);
    return !matters || sameState(old, now);
  });
}
