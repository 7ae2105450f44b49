import { type ChainConfig, DEFAULT_MAX_PRIORITY_LAMPORTS } from '@contract/config.ts';
import { associatedTokenAddress } from './decode.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts';

/** What the operator has configured as the platform's own. Nothing in it comes from an answer of the service. */
export interface Roles {
  sponsor: string | null;
  /** Programs by address, with their names. */
  programs: ReadonlyMap<string, string>;
  /** Who may sign beside the owner. */
  signers: ReadonlySet<string>;
  /** Who may be paid: wallets, whose associated token accounts are meant too, or token accounts. */
  receivers: ReadonlySet<string>;
  tables: ReadonlySet<string>;
  maxPriorityLamports: bigint;
}

/** Nothing is known of the platform: everybody it names is a stranger. */
export const NO_ROLES: Roles = {
  sponsor: null,
  programs: new Map(),
  signers: new Set(),
  receivers: new Set(),
  tables: new Set(),
  maxPriorityLamports: BigInt(DEFAULT_MAX_PRIORITY_LAMPORTS),
};

export function rolesOf(chain: ChainConfig | null): Roles {
  if (!chain) return NO_ROLES;
  const present = (keys: readonly (string | null)[]) => keys.filter((key): key is string => key !== null);
  const receivers = present([
    chain.vault,
    chain.fees,
    chain.parlays,
    ...(chain.escrows ?? []),
    ...(chain.feeAccounts ?? []),
    ...(chain.vaultAccounts ?? []),
  ]);
  return {
    sponsor: chain.sponsor,
    programs: new Map((chain.programs ?? []).map(({ address, name }) => [address, name])),
    signers: new Set([...present([chain.authority, chain.sponsor]), ...receivers]),
    receivers: new Set(receivers),
    tables: new Set(chain.lookupTables ?? []),
    maxPriorityLamports: BigInt(chain.maxPriorityLamports ?? DEFAULT_MAX_PRIORITY_LAMPORTS),
  };
}

/** Whether an address may be paid: it is configured, or the account of `mint` of one that is. */
export function isReceiver({ receivers }: Roles, address: string, mint: string | null): boolean {
  if (receivers.has(address)) return true;
  if (mint === null) return false;
  return [...receivers].some((owner) =>
    [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].some(
      (program) => associatedTokenAddress(owner, mint, program) === address,
    ),
  );
}
