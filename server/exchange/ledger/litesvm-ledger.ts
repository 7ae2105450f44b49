import { createHash } from 'node:crypto';
import type { VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import type { Clock } from '../../common/clock.ts';
import { addressOf } from './addresses.ts';
import { BLOCKHASH_LIFE, createBlockhashes } from './blockhashes.ts';
import { loadGuardProgram } from './guard-program.ts';
import type {
  AccountChange,
  ExecuteResult,
  Ledger,
  RefusedTransaction,
  TransactionErrorJson,
} from './ledger.ts';
import { isUnsigned, messageAddresses, transactionBytes } from './message-bytes.ts';
import type { NativeFailure, NativeModule, NativeVm } from './native.ts';
import { loadNative } from './native.ts';
import { errorJson, explain } from './transaction-error.ts';
import { SIGNATURE_LAMPORTS } from './transactions/parts.ts';
import { createVmAccounts } from './vm-accounts.ts';

/** Seconds a slot lasts, as on the real chain. */
export const SLOT_SECONDS = 0.4;
/** First slot, high enough to look like any other chain's. */
const FIRST_SLOT = 300_000_000;
const SLOTS_PER_EPOCH = 432_000;

export interface LedgerOptions {
  clock: Clock;
  /** Unix seconds (wall) of the first slot; stored, so that slots go on counting after a restart. */
  genesisWall: number;
  /** Every account there is has been loaded, or there is none: what is not in memory does not exist. */
  complete?: boolean;
}

function createVm(native: NativeModule): NativeVm {
  const vm = new native.LiteSvm();
  // Blockhash age and replays are checked here: the VM's blockhashes repeat in every process, and its history
  // cannot forget a signature whose commit has failed.
  vm.setBlockhashCheck(false);
  vm.setTransactionHistory(0n);
  vm.setSigverify(true);
  vm.withNativeMints();
  loadGuardProgram(vm);
  return vm;
}

/** The ledger port on an in-process Solana VM. */
export function createLitesvmLedger({ clock, genesisWall, complete = true }: LedgerOptions): Ledger {
  const native = loadNative();
  const vm = createVm(native);
  const accounts = createVmAccounts(native, vm, complete);
  const blockhashes = createBlockhashes();
  /** Signatures of the last 150 slots: older ones are stopped by their blockhash. */
  const processed = new Map<string, number>();
  let clockSlot = -1;

  const slot = () => FIRST_SLOT + Math.max(0, Math.floor((clock.wall() - genesisWall) / SLOT_SECONDS));

  function syncClock(now: number): void {
    if (now === clockSlot) return;
    clockSlot = now;
    const epoch = Math.floor(now / SLOTS_PER_EPOCH);
    const epochStart = Math.floor(genesisWall + (epoch * SLOTS_PER_EPOCH - FIRST_SLOT) * SLOT_SECONDS);
    const unix = Math.floor(clock.wall());
    vm.setClock(
      new native.Clock(BigInt(now), BigInt(epochStart), BigInt(epoch), BigInt(epoch + 1), BigInt(unix)),
    );
    for (const [signature, at] of processed) {
      if (now - at <= BLOCKHASH_LIFE * 2) break;
      processed.delete(signature);
    }
  }

  function refuse(signature: string, err: TransactionErrorJson, logs: string[]): RefusedTransaction {
    return { ok: false, signature, slot: slot(), err, logs, error: explain(err, logs) };
  }

  function execute(tx: VersionedTransaction): ExecuteResult {
    const now = slot();
    const signature = bs58.encode(tx.signatures[0] ?? new Uint8Array(64));
    if (tx.signatures.length === 0 || tx.signatures.some(isUnsigned)) {
      return refuse(signature, 'SignatureFailure', []);
    }
    if (processed.has(signature)) return refuse(signature, 'AlreadyProcessed', []);
    if (!blockhashes.isValid(tx.message.recentBlockhash, now))
      return refuse(signature, 'BlockhashNotFound', []);
    const keys = messageAddresses(tx);
    accounts.requireKnown(keys);
    const tokensBefore = accounts.tokensAt(keys);
    // What becomes of them is told by their mints, and a guard may look at an account whose mint nobody names.
    accounts.requireKnown(tokensBefore.flatMap((token) => token?.mint ?? []));
    syncClock(now);

    const writable = keys.filter((_, index) => tx.message.isAccountWritable(index));
    const before = new Map(writable.map((key) => [key, accounts.account(key)]));
    const outcome = vm.sendVersionedTransaction(transactionBytes(tx));
    if ('err' in outcome) {
      // The VM has taken the fee; like a failed preflight, a refused transaction is to cost nothing.
      for (const [key, was] of before) accounts.write(key, was);
      return refuse(signature, errorJson(outcome.err()), outcome.meta().logs());
    }

    const changes: AccountChange[] = [];
    for (const [pubkey, was] of before) {
      const taken = accounts.takeOver(pubkey, was);
      if (taken) changes.push({ pubkey, before: was, after: taken.after });
    }
    processed.set(signature, now);
    const lamportsBefore = (key: string): bigint => {
      const was = before.get(key);
      return was === undefined ? accounts.lamports(key) : (was?.lamports ?? 0n);
    };
    return {
      ok: true,
      signature,
      slot: now,
      changes,
      meta: {
        fee: tx.message.header.numRequiredSignatures * Number(SIGNATURE_LAMPORTS),
        computeUnits: Number(outcome.computeUnitsConsumed()),
        logs: outcome.logs(),
        preBalances: keys.map((key) => lamportsBefore(key).toString()),
        postBalances: keys.map((key) => accounts.lamports(key).toString()),
        tokenBalances: accounts.tokenChanges(keys, tokensBefore),
      },
    };
  }

  function runSimulation(tx: VersionedTransaction, sigVerify: boolean) {
    if (sigVerify) return vm.simulateVersionedTransaction(transactionBytes(tx));
    vm.setSigverify(false);
    try {
      return vm.simulateVersionedTransaction(transactionBytes(tx));
    } finally {
      vm.setSigverify(true);
    }
  }

  const simulate: Ledger['simulate'] = (
    tx,
    { sigVerify, replaceBlockhash = false, accounts: asked = [] },
  ) => {
    const now = slot();
    const failed = (err: TransactionErrorJson, failure?: NativeFailure) => {
      const logs = failure?.meta().logs() ?? [];
      return {
        err,
        error: explain(err, logs),
        logs,
        computeUnits: Number(failure?.meta().computeUnitsConsumed() ?? 0n),
        accounts: asked.map(() => null),
      };
    };
    if (sigVerify && tx.signatures.some(isUnsigned)) return failed('SignatureFailure');
    if (!replaceBlockhash && !blockhashes.isValid(tx.message.recentBlockhash, now))
      return failed('BlockhashNotFound');
    accounts.requireKnown([...messageAddresses(tx), ...asked]);
    syncClock(now);
    const outcome = runSimulation(tx, sigVerify);
    if ('err' in outcome) return failed(errorJson(outcome.err()), outcome);
    const after = new Map(outcome.postAccounts().map((entry) => [addressOf(entry.address), entry.account()]));
    return {
      err: null,
      error: null,
      logs: outcome.meta().logs(),
      computeUnits: Number(outcome.meta().computeUnitsConsumed()),
      accounts: asked.map((pubkey) => {
        const found = after.get(pubkey);
        if (found === undefined) return accounts.account(pubkey);
        return found.lamports() === 0n ? null : accounts.fromNative(pubkey, found);
      }),
    };
  };

  return {
    genesisHash: bs58.encode(createHash('sha256').update(`paper ledger ${genesisWall}`).digest()),
    slot,
    latestBlockhash() {
      const now = slot();
      return { blockhash: blockhashes.of(now), lastValidBlockHeight: now + BLOCKHASH_LIFE };
    },
    isBlockhashValid: (blockhash) => blockhashes.isValid(blockhash, slot()),
    drainNewBlockhashes: () => blockhashes.drainNew(),
    requeueBlockhashes: (rows) => blockhashes.requeue(rows),

    admit: accounts.admit,
    admission: accounts.admission,
    holdersCome: accounts.holdersCome,
    unknown: accounts.unknown,
    letGo: accounts.letGo,
    addressesCome: accounts.addressesCome,
    requireKnown: accounts.requireKnown,
    isInMemory: accounts.isInMemory,
    strays: accounts.strays,
    account: accounts.account,
    lamports: (pubkey) => accounts.account(pubkey)?.lamports ?? 0n,
    tokenBalance: accounts.tokenBalance,
    tokenAccountAmount: accounts.tokenAccountAmount,
    tokenAccountsOf: accounts.tokenAccountsOf,
    holdersOf: accounts.holdersOf,
    supplyOf: accounts.supplyOf,
    decimalsOf: accounts.decimalsOf,
    rentExemption: (dataLength) => vm.minimumBalanceForRentExemption(BigInt(dataLength)),

    execute,
    rollback(executed) {
      for (const { changes, signature } of [...executed].reverse()) {
        for (const { pubkey, before } of [...changes].reverse()) accounts.write(pubkey, before);
        processed.delete(signature);
      }
    },
    simulate,

    put(stored) {
      const before = accounts.account(stored.pubkey);
      accounts.write(stored.pubkey, stored);
      return { pubkey: stored.pubkey, before, after: stored };
    },
    load(snapshot) {
      for (const stored of snapshot.accounts) accounts.write(stored.pubkey, stored);
      blockhashes.load(snapshot.blockhashes);
      for (const { signature, slot: at } of snapshot.signatures) processed.set(signature, at);
    },
  };
}
