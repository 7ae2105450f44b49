import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';

/** An account as the VM's native code takes and gives it. */
export interface NativeAccount {
  lamports(): bigint;
  data(): Uint8Array;
  owner(): Uint8Array;
  executable(): boolean;
  rentEpoch(): bigint;
}
export interface NativeMeta {
  logs(): string[];
  computeUnitsConsumed(): bigint;
}
export interface NativeFailure {
  /** A number for errors without fields, else an object whose text names the error. */
  err(): unknown;
  meta(): NativeMeta;
}
export interface NativeSimulation {
  meta(): NativeMeta;
  postAccounts(): { address: Uint8Array; account(): NativeAccount }[];
}
/**
 * The VM. Malformed bytes abort the whole process: only ever hand it the serialisation of a transaction that the
 * exchange built.
 */
export interface NativeVm {
  setSigverify(on: boolean): void;
  setBlockhashCheck(on: boolean): void;
  setTransactionHistory(capacity: bigint): void;
  setClock(clock: object): void;
  withNativeMints(): void;
  /** `elf`: the program as it would be deployed. Throws on one that cannot be loaded. */
  addProgram(programId: Uint8Array, elf: Uint8Array): void;
  minimumBalanceForRentExemption(dataLength: bigint): bigint;
  getAccount(pubkey: Uint8Array): NativeAccount | null;
  setAccount(pubkey: Uint8Array, account: NativeAccount): void;
  sendVersionedTransaction(bytes: Uint8Array): NativeMeta | NativeFailure;
  simulateVersionedTransaction(bytes: Uint8Array): NativeSimulation | NativeFailure;
}
export interface NativeModule {
  LiteSvm: new () => NativeVm;
  Account: new (
    lamports: bigint,
    data: Uint8Array,
    owner: Uint8Array,
    executable: boolean,
    rentEpoch: bigint,
  ) => NativeAccount;
  Clock: new (
    slot: bigint,
    epochStartTimestamp: bigint,
    epoch: bigint,
    leaderScheduleEpoch: bigint,
    unixTimestamp: bigint,
  ) => object;
}

/** Alpine and its kin: the loader of musl lies in /lib under its own name. */
function usesMusl(): boolean {
  try {
    return readdirSync('/lib').some((name) => name.startsWith('ld-musl-'));
  } catch {
    return false;
  }
}

/** Name of the package that holds the VM for this machine. */
export function nativePackageName(platform: string, arch: string, musl: boolean): string {
  return platform === 'linux'
    ? `litesvm-linux-${arch}-${musl ? 'musl' : 'gnu'}`
    : `litesvm-${platform}-${arch}`;
}

let loaded: NativeModule | undefined;
/** Loads the VM once. Throws with the name of the missing package where the machine is not supported. */
export function loadNative(): NativeModule {
  if (loaded !== undefined) return loaded;
  const name = nativePackageName(process.platform, process.arch, process.platform === 'linux' && usesMusl());
  try {
    loaded = createRequire(import.meta.url)(name) as NativeModule;
  } catch (cause) {
    throw new Error(`The Solana VM for ${process.platform} ${process.arch} (${name}) is not installed.`, {
      cause,
    });
  }
  return loaded;
}
