import { ed25519 } from '@noble/curves/ed25519';
import {
  BaseMessageSignerWalletAdapter,
  WalletConnectionError,
  type WalletName,
  WalletNotConnectedError,
  WalletReadyState,
} from '@solana/wallet-adapter-base';
import { Keypair, type PublicKey, type Transaction, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';

export const PAPER_WALLET = 'Paper wallet' as WalletName<'Paper wallet'>;
const STORAGE_KEY = 'evenline.paper-wallet';
const ICON =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHJlY3Qgd2lkdGg9IjMyIiBoZWlnaHQ9IjMyIiByeD0iOCIgZmlsbD0iI2Y1Yjg0YiIvPjxwYXRoIGQ9Ik05IDExaDE0djExSDl6TTkgMTFsNy0zIDcgMyIgZmlsbD0ibm9uZSIgc3Ryb2tlPSIjMmExYzAwIiBzdHJva2Utd2lkdGg9IjIiLz48L3N2Zz4=';

/** A play key: it can hold nothing but paper money, which is why it may be kept in the browser. */
function loadOrCreate(): Keypair {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (stored) {
    try {
      return Keypair.fromSeed(bs58.decode(stored));
    } catch {
      localStorage.removeItem(STORAGE_KEY);
    }
  }
  const seed = crypto.getRandomValues(new Uint8Array(32));
  localStorage.setItem(STORAGE_KEY, bs58.encode(seed));
  return Keypair.fromSeed(seed);
}

/** The wallet of paper mode: signs with a key of its own, without asking. Never offered on a live platform. */
export class PaperWalletAdapter extends BaseMessageSignerWalletAdapter<'Paper wallet'> {
  name = PAPER_WALLET;
  url = 'about:blank';
  icon = ICON;
  readyState = WalletReadyState.Loadable;
  supportedTransactionVersions = new Set(['legacy', 0] as const);
  #keypair: Keypair | null = null;

  get publicKey(): PublicKey | null {
    return this.#keypair?.publicKey ?? null;
  }

  get connecting(): boolean {
    return false;
  }

  override async connect(): Promise<void> {
    if (this.#keypair) return;
    // Listeners are attached after the choice that leads here: an event at once would be lost.
    await Promise.resolve();
    try {
      this.#keypair = loadOrCreate();
    } catch (cause) {
      const error = new WalletConnectionError(
        'Its key cannot be kept: this browser does not let Evenline keep site data.',
        cause,
      );
      this.emit('error', error);
      throw error;
    }
    this.emit('connect', this.#keypair.publicKey);
  }

  override async autoConnect(): Promise<void> {
    await this.connect();
  }

  async disconnect(): Promise<void> {
    this.#keypair = null;
    this.emit('disconnect');
  }

  async signTransaction<T extends Transaction | VersionedTransaction>(transaction: T): Promise<T> {
    if (!this.#keypair) throw new WalletNotConnectedError();
    if (transaction instanceof VersionedTransaction) transaction.sign([this.#keypair]);
    else transaction.partialSign(this.#keypair);
    return transaction;
  }

  async signMessage(message: Uint8Array): Promise<Uint8Array> {
    if (!this.#keypair) throw new WalletNotConnectedError();
    return ed25519.sign(message, this.#keypair.secretKey.slice(0, 32));
  }
}
