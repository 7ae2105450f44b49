import { GUARD_PROGRAM } from '@contract/config.ts';
import { ed25519 } from '@noble/curves/ed25519';
import { type Page, test } from '@playwright/test';
import {
  Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';

/** What the wallet does when it is asked to sign. */
export type WalletMood = 'approve' | 'reject' | 'hang' | 'change' | 'fake-guard';

/** Assertions that the wallet puts behind what its owner alone signs, as wallets do on mainnet. */
export type Guards = 0 | 1 | 2;

export interface TestWallet {
  readonly pubkey: string;
  readonly keypair: Keypair;
  /** How often the wallet has been asked to sign. */
  readonly asked: number;
  /** Every transaction as it was signed, oldest first. */
  readonly signed: readonly VersionedTransaction[];
  mood(mood: WalletMood): void;
}

export const TEST_WALLET_NAME = 'Journey Wallet';

/** AssertAccountInfo, silent: lamports of the account at least 0. */
const ASSERT_ACCOUNT_INFO = [5, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 4];

const guardOn = (account: PublicKey, program: PublicKey): TransactionInstruction =>
  new TransactionInstruction({
    programId: program,
    keys: [{ pubkey: account, isSigner: false, isWritable: false }],
    data: Buffer.from(ASSERT_ACCOUNT_INFO),
  });

/**
 * The transaction with assertions of `program` behind its instructions: on the owner first, then on another account
 * that it writes. What others sign too is left alone.
 */
function guarded(tx: VersionedTransaction, guards: Guards, program: PublicKey): VersionedTransaction {
  const { message } = tx;
  if (guards === 0 || message.header.numRequiredSignatures > 1) return tx;
  const looked = message.staticAccountKeys.filter((_, index) => message.isAccountWritable(index));
  const added = looked.slice(0, guards).map((account) => guardOn(account, program));
  const changed = TransactionMessage.decompile(message);
  changed.instructions.push(...added);
  return new VersionedTransaction(changed.compileToV0Message());
}

/** `WALLET_GUARDS` has every journey signed with so many; else it follows from its title, so that each number is tried. */
const guardsOfRun = (): Guards => {
  const chosen = ([0, 1, 2] as const).find((guards) => `${guards}` === process.env.WALLET_GUARDS);
  if (chosen !== undefined) return chosen;
  const letters = [...test.info().title].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return ([0, 1, 2] as const)[letters % 3] ?? 0;
};

/** Runs in the page before the app: registers a wallet by the Wallet Standard, signing outside of the page. */
function registerInPage({
  name,
  address,
  bytes,
  messages,
  connects,
}: {
  name: string;
  address: string;
  bytes: number[];
  messages: boolean;
  connects: boolean;
}): void {
  const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=' as const;
  const chains = ['solana:mainnet', 'solana:devnet', 'solana:localnet'] as const;
  const account = {
    address,
    publicKey: Uint8Array.from(bytes),
    chains,
    features: messages
      ? (['solana:signTransaction', 'solana:signMessage'] as const)
      : (['solana:signTransaction'] as const),
  };
  const listeners = new Set<(change: { accounts: (typeof account)[] }) => void>();
  let accounts: (typeof account)[] = [];
  const setAccounts = (next: (typeof account)[]) => {
    accounts = next;
    for (const listener of listeners) listener({ accounts });
  };
  const sign = (window as unknown as { journeySign: (bytes: number[]) => Promise<number[]> }).journeySign;
  const signText = (window as unknown as { journeySignText: (bytes: number[]) => Promise<number[]> })
    .journeySignText;
  const texts = {
    'solana:signMessage': {
      version: '1.0.0',
      signMessage: async (...inputs: { message: Uint8Array }[]) =>
        Promise.all(
          inputs.map(async ({ message }) => ({
            signedMessage: message,
            signature: Uint8Array.from(await signText([...message])),
          })),
        ),
    },
  };
  const wallet = {
    version: '1.0.0' as const,
    name,
    icon,
    chains,
    get accounts() {
      return accounts;
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => {
          if (!connects) await new Promise(() => undefined);
          setAccounts([account]);
          return { accounts };
        },
      },
      'standard:disconnect': { version: '1.0.0', disconnect: async () => setAccounts([]) },
      'standard:events': {
        version: '1.0.0',
        on: (_event: string, listener: (change: { accounts: (typeof account)[] }) => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: async (...inputs: { transaction: Uint8Array }[]) =>
          Promise.all(
            inputs.map(async ({ transaction }) => ({
              signedTransaction: Uint8Array.from(await sign([...transaction])),
            })),
          ),
      },
      // Which would send by itself what is to be journalled first.
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signAndSendTransaction: async () => {
          throw new Error('A desk only has it sign.');
        },
      },
      ...(messages ? texts : {}),
    },
  };
  const register = (api: { register: (wallet: unknown) => void }) => api.register(wallet);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  window.addEventListener('wallet-standard:app-ready', (event) => {
    register((event as CustomEvent<{ register: (wallet: unknown) => void }>).detail);
  });
}

/**
 * Gives the page a wallet that really signs. `change` alters the transaction before signing, as some wallets do;
 * `fake-guard` adds what looks like a guard and is of another program; `hang` answers only once its mood has changed.
 * `guards`: how many it puts behind what its owner alone signs. `messages`: it signs text too, as hardware wallets do not.
 * `connects`: false where it never answers when it is to connect.
 */
export async function installWallet(
  page: Page,
  keypair = Keypair.generate(),
  {
    messages = false,
    connects = true,
    guards = guardsOfRun(),
  }: { messages?: boolean; connects?: boolean; guards?: Guards } = {},
): Promise<TestWallet> {
  let mood: WalletMood = 'approve';
  let asked = 0;
  const signed: VersionedTransaction[] = [];
  let waiting: (() => void)[] = [];
  await page.exposeFunction('journeySign', async (bytes: number[]): Promise<number[]> => {
    asked += 1;
    while (mood === 'hang') await new Promise<void>((resolve) => waiting.push(resolve));
    if (mood === 'reject') throw new Error('User rejected the request.');
    const given = VersionedTransaction.deserialize(Uint8Array.from(bytes));
    if (mood === 'change') given.message.recentBlockhash = Keypair.generate().publicKey.toBase58();
    const tx =
      mood === 'fake-guard'
        ? guarded(given, 1, Keypair.generate().publicKey)
        : guarded(given, guards, new PublicKey(GUARD_PROGRAM));
    tx.sign([keypair]);
    signed.push(tx);
    return [...tx.serialize()];
  });
  await page.exposeFunction('journeySignText', async (bytes: number[]): Promise<number[]> => {
    asked += 1;
    while (mood === 'hang') await new Promise<void>((resolve) => waiting.push(resolve));
    if (mood === 'reject') throw new Error('User rejected the request.');
    return [...ed25519.sign(Uint8Array.from(bytes), keypair.secretKey.slice(0, 32))];
  });
  await page.addInitScript(registerInPage, {
    messages,
    connects,
    name: TEST_WALLET_NAME,
    address: keypair.publicKey.toBase58(),
    bytes: [...keypair.publicKey.toBytes()],
  });
  return {
    pubkey: keypair.publicKey.toBase58(),
    keypair,
    get asked() {
      return asked;
    },
    signed,
    mood(next) {
      mood = next;
      const told = waiting;
      waiting = [];
      for (const goOn of told) goOn();
    },
  };
}
