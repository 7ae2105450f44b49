import { Connection, PublicKey, SendTransactionError, VersionedTransaction } from '@solana/web3.js';
import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { associatedTokenAddress, keyOf, PROGRAMS } from '../ledger/addresses.ts';
import { decodeSigned } from '../ledger/decode-signed.ts';
import type { ExecutedTransaction } from '../ledger/ledger.ts';
import { messageAddresses, transactionBytes } from '../ledger/message-bytes.ts';
import { USDC } from '../ledger/mints.ts';
import { addServiceSignatures, addSignatures, messageHash, toBase64 } from '../ledger/signers.ts';
import { createTestLedger, createTestWallet, landed } from '../ledger/testing/ledger.ts';
import { buyTerms, testOrder } from '../ledger/testing/terms.ts';
import { buildFaucet } from '../ledger/transactions/faucet-transactions.ts';
import { buildOwnerTransaction } from '../ledger/transactions/owner-transactions.ts';
import { costOf, requestsOf } from './cost.ts';
import type { RpcDeps, StoredTransaction } from './ports.ts';
import { createRpc, MAX_BATCH, RPC_METHODS } from './rpc.ts';

/** A ledger behind the interface, with the write side in a few lines. */
function createWorld() {
  const world = createTestLedger();
  const { ledger, keys, wallet, clock } = world;
  const known = new Set<string>();
  const stored: StoredTransaction[] = [];

  function keep(tx: VersionedTransaction, { signature, slot, meta }: ExecutedTransaction, memo: string) {
    const blockTime = Math.floor(clock.wall());
    stored.unshift({ signature, slot, blockTime, transaction: toBase64(tx), memo, err: null, meta });
    return signature;
  }

  const deps: RpcDeps = {
    ledger,
    // The ledger of this test is whole: nothing is ever asked for.
    memory: { load: async () => undefined },
    // Nothing of it is ever taken back.
    read: async (look) => look(),
    accounts: { spentOf: async () => [], at: async () => [] },
    isKnown: (tx) => known.has(messageHash(tx)),
    async submit(text) {
      const decoded = decodeSigned(text);
      if (!decoded.ok) throw new Error(decoded.error);
      const result = ledger.execute(decoded.tx);
      if (!result.ok) return { status: 'Failed', signature: null, error: result.error };
      return { status: 'Success', signature: keep(decoded.tx, result, 'order:1'), error: null };
    },
    transactions: {
      bySignature: async (signature) => stored.find((one) => one.signature === signature) ?? null,
      slotsOf: async (signatures) =>
        new Map(
          stored.flatMap(({ signature, slot }) =>
            signatures.includes(signature) ? [[signature, slot]] : [],
          ),
        ),
      async byAddress(address, { limit, before, until }) {
        const mine = stored.filter(({ transaction }) => {
          const decoded = decodeSigned(transaction);
          return decoded.ok && messageAddresses(decoded.tx).includes(address);
        });
        const from = before === undefined ? 0 : mine.findIndex(({ signature }) => signature === before) + 1;
        const end =
          until === undefined ? mine.length : mine.findIndex(({ signature }) => signature === until);
        return mine.slice(from, Math.min(end, from + limit));
      },
    },
    async airdrop(receiver, lamports) {
      if (lamports > 10_000_000_000n) return { ok: false, error: 'At most 10 SOL' };
      const { blockhash } = ledger.latestBlockhash();
      const memo = `airdrop:${stored.length}`;
      const tx = addServiceSignatures(
        buildFaucet(keys, { receiver, lamports, grants: [], memo, blockhash }),
        keys,
      );
      return { ok: true, signature: keep(tx, landed(ledger.execute(tx)), memo) };
    },
  };
  const reported: unknown[] = [];
  const rpc = createRpc(deps, (error) => reported.push(error));
  const connection = new Connection('http://paper.test/rpc', {
    commitment: 'confirmed',
    fetch: async (_, init) => {
      const answer = await rpc(JSON.parse(String(init?.body)));
      return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
    },
  });

  function build(amount = 5_000_000n) {
    const terms = buyTerms({ owner: wallet.address }, testOrder(keys, 1n), amount);
    const tx = buildOwnerTransaction(keys, terms, ledger.latestBlockhash().blockhash);
    known.add(messageHash(tx));
    return addServiceSignatures(tx, keys);
  }
  const call = async (method: string, params: unknown[] = []) =>
    (await rpc({ jsonrpc: '2.0', id: 1, method, params })) as {
      result?: unknown;
      error?: { code: number; message: string; data?: unknown };
    };
  return { ...world, deps, rpc, connection, build, call, known, stored, reported };
}

describe('a standard Connection', () => {
  it('learns about the chain', async () => {
    const { connection, ledger } = createWorld();
    expect(await connection.getVersion()).toMatchObject({ 'solana-core': '2.1.0' });
    expect(await connection.getGenesisHash()).toBe(ledger.genesisHash);
    expect(await connection.getSlot()).toBe(ledger.slot());
    expect(await connection.getBlockHeight()).toBe(ledger.slot());
    const latest = await connection.getLatestBlockhash();
    expect(latest).toEqual(ledger.latestBlockhash());
    expect((await connection.isBlockhashValid(latest.blockhash)).value).toBe(true);
    expect((await connection.isBlockhashValid(USDC.address)).value).toBe(false);
    expect(await connection.getMinimumBalanceForRentExemption(165)).toBe(2_039_280);
  });

  it('reads accounts in every encoding', async () => {
    const { connection, wallet, ledger, call } = createWorld();
    const account = associatedTokenAddress(wallet.address, USDC.address);
    expect(await connection.getBalance(wallet.publicKey)).toBe(10_000_000_000);
    expect(await connection.getBalance(createTestWallet().publicKey)).toBe(0);
    expect(await connection.getAccountInfo(createTestWallet().publicKey)).toBeNull();
    const info = await connection.getAccountInfo(keyOf(account));
    expect(info?.data).toEqual(Buffer.from(ledger.account(account)?.data ?? []));
    expect(info?.owner.toBase58()).toBe(PROGRAMS.token);
    const sliced = await connection.getAccountInfo(keyOf(account), { dataSlice: { offset: 64, length: 8 } });
    expect(sliced?.data.readBigUInt64LE()).toBe(10_000_000_000n);
    const [first, none] = await connection.getMultipleAccountsInfo([
      keyOf(account),
      createTestWallet().publicKey,
    ]);
    expect(first).toEqual(info);
    expect(none).toBeNull();

    const parsed = await connection.getParsedAccountInfo(keyOf(account));
    expect(parsed.value?.data).toMatchObject({
      program: 'spl-token',
      space: 165,
      parsed: {
        type: 'account',
        info: {
          mint: USDC.address,
          owner: wallet.address,
          state: 'initialized',
          tokenAmount: { amount: '10000000000', decimals: 6, uiAmount: 10_000, uiAmountString: '10000' },
        },
      },
    });
    const mint = await connection.getParsedAccountInfo(keyOf(USDC.address));
    expect(mint.value?.data).toMatchObject({ parsed: { type: 'mint', info: { decimals: 6 } } });

    expect((await call('getAccountInfo', [account])).error?.code).toBe(-32600);
    const short = await call('getAccountInfo', [account, { dataSlice: { offset: 0, length: 32 } }]);
    expect(short.result).toMatchObject({ value: { data: [USDC.address, 'base58'] } });
    expect((await call('getAccountInfo', [account, { encoding: 'base64+zstd' }])).error?.code).toBe(-32602);
  });

  it('reads token balances', async () => {
    const { connection, wallet } = createWorld();
    const mine = await connection.getTokenAccountsByOwner(wallet.publicKey, {
      programId: keyOf(PROGRAMS.token),
    });
    expect(mine.value).toHaveLength(2);
    const parsed = await connection.getParsedTokenAccountsByOwner(wallet.publicKey, {
      mint: keyOf(USDC.address),
    });
    expect(parsed.value[0]?.account.data.parsed.info.tokenAmount.amount).toBe('10000000000');
    const none = await connection.getTokenAccountsByOwner(wallet.publicKey, {
      programId: keyOf(PROGRAMS.token2022),
    });
    expect(none.value).toEqual([]);
    const account = keyOf(associatedTokenAddress(wallet.address, USDC.address));
    expect((await connection.getTokenAccountBalance(account)).value.amount).toBe('10000000000');
    await expect(connection.getTokenAccountBalance(wallet.publicKey)).rejects.toThrow('not a token account');
  });

  it('simulates before the wallet has signed, and compares balances', async () => {
    const { connection, build, wallet, ledger } = createWorld();
    const tx = build();
    const account = associatedTokenAddress(wallet.address, USDC.address);
    const { value } = await connection.simulateTransaction(tx, {
      sigVerify: false,
      accounts: { encoding: 'base64', addresses: [account, wallet.address] },
    });
    expect(value.err).toBeNull();
    expect(value.unitsConsumed).toBeGreaterThan(0);
    const data = Buffer.from(value.accounts?.[0]?.data[0] ?? '', 'base64');
    expect(data.readBigUInt64LE(64)).toBe(9_995_000_000n);
    expect(ledger.tokenBalance(wallet.address, USDC.address)).toBe(10_000_000_000n);
    expect((await connection.getFeeForMessage(tx.message)).value).toBe(10_000);

    const unsigned = await connection.simulateTransaction(tx, { sigVerify: true });
    expect(unsigned.value.err).toBe('SignatureFailure');
    const poor = await connection.simulateTransaction(build(10n ** 12n), { replaceRecentBlockhash: true });
    expect(poor.value.err).toEqual({ InstructionError: [3, { Custom: 1 }] });
    expect(poor.value.logs?.join()).toContain('insufficient funds');
  });

  it('sends, looks up and lists', async () => {
    const { connection, build, wallet, clock } = createWorld();
    const tx = addSignatures(build(), [wallet]);
    const signature = await connection.sendTransaction(tx);
    expect(signature).toBe(bs58.encode(tx.signatures[0] ?? new Uint8Array()));
    const statuses = await connection.getSignatureStatuses([
      signature,
      bs58.encode(new Uint8Array(64).fill(1)),
    ]);
    expect(statuses.value[0]).toMatchObject({ err: null, confirmationStatus: 'finalized' });
    expect(statuses.value[1]).toBeNull();

    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(found?.blockTime).toBe(clock.wall());
    expect(found?.meta?.fee).toBe(10_000);
    expect(found?.transaction.message.serialize()).toEqual(tx.message.serialize());
    const spent = found?.meta?.postTokenBalances?.find(({ owner }) => owner === wallet.address);
    expect(spent?.uiTokenAmount.amount).toBe('9995000000');
    const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 });
    expect(parsed?.transaction.message.instructions.at(-1)).toMatchObject({
      parsed: expect.stringMatching(/^evenline:buy:.*:1:/),
    });
    expect(parsed?.transaction.message.accountKeys[0]?.pubkey.toBase58()).toBe(wallet.address);

    const dropped = await connection.requestAirdrop(wallet.publicKey, 1_000_000_000);
    const list = await connection.getSignaturesForAddress(wallet.publicKey);
    expect(list.map((one) => one.signature)).toEqual([dropped, signature]);
    expect(list[1]?.memo).toBe('[7] order:1');
    const older = await connection.getSignaturesForAddress(wallet.publicKey, { before: dropped, limit: 1 });
    expect(older.map((one) => one.signature)).toEqual([signature]);
    await expect(connection.requestAirdrop(wallet.publicKey, 1e12)).rejects.toThrow('At most 10 SOL');
  });

  it('hears why a transaction was refused', async () => {
    const { connection, build, wallet } = createWorld();
    const sending = connection.sendTransaction(addSignatures(build(10n ** 12n), [wallet]));
    await expect(sending).rejects.toThrow(SendTransactionError);
    await expect(sending).rejects.toThrow('Insufficient funds');
  });
});

describe('foreign transactions', () => {
  it('reach neither the VM nor the write side', async () => {
    const { ledger, deps, call, build, wallet, known } = createWorld();
    const submit = vi.spyOn(deps, 'submit');
    const execute = vi.spyOn(ledger, 'execute');
    const simulate = vi.spyOn(ledger, 'simulate');
    const tampered = VersionedTransaction.deserialize(transactionBytes(addSignatures(build(), [wallet])));
    const transfer = tampered.message.compiledInstructions[3];
    if (transfer !== undefined) transfer.data[1] = 7;
    const forgotten = build();
    known.delete(messageHash(forgotten));
    const bodies = [toBase64(tampered), toBase64(forgotten), 'AAAA', '', '!!', 'A'.repeat(2_000), 5, null];
    for (const method of ['sendTransaction', 'simulateTransaction']) {
      for (const body of bodies) {
        expect((await call(method, [body, { encoding: 'base64' }])).error?.code).toBe(-32602);
        expect((await call(method, [body])).error?.code).toBe(-32602);
      }
    }
    expect(submit).not.toHaveBeenCalled();
    expect(execute).not.toHaveBeenCalled();
    expect(simulate).not.toHaveBeenCalled();
  });
});

describe('the interface', () => {
  it('offers the documented methods and no others', async () => {
    expect(RPC_METHODS).toHaveLength(20);
    const { call } = createWorld();
    for (const method of ['getBlock', 'constructor', '__proto__', 'toString']) {
      expect((await call(method)).error?.code).toBe(-32601);
    }
  });

  it.each([
    ['no object', 5],
    ['null', null],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'getSlot' }],
    ['no method', { jsonrpc: '2.0', id: 1 }],
    ['an id that is none', { jsonrpc: '2.0', id: {}, method: 'getSlot' }],
    ['an empty batch', []],
    ['too long a batch', Array.from({ length: MAX_BATCH + 1 }, () => ({}))],
  ])('refuses %s', async (_, body) => {
    const { rpc } = createWorld();
    expect(await rpc(body)).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
  });

  it('answers a batch in its order, faults and all', async () => {
    const { rpc } = createWorld();
    const answers = await rpc([
      { jsonrpc: '2.0', id: 'a', method: 'getHealth' },
      { jsonrpc: '2.0', id: 2, method: 'nothing' },
      7,
      null,
    ]);
    expect(answers).toMatchObject([
      { id: 'a', result: 'ok' },
      { id: 2, error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
    ]);
  });

  it('does of a batch what its budget holds, refuses the rest, and lets others have their turn', async () => {
    const { rpc, deps, wallet } = createWorld();
    const read = vi.spyOn(deps.transactions, 'byAddress');
    let turns = 0;
    const count = () => {
      turns += 1;
      again = setImmediate(count);
    };
    let again = setImmediate(count);
    const dear = { jsonrpc: '2.0', method: 'getSignaturesForAddress', params: [wallet.address] };
    const batch = [
      ...Array.from({ length: MAX_BATCH - 1 }, (_, id) => ({ ...dear, id })),
      { jsonrpc: '2.0', id: 'cheap', method: 'getSlot' },
    ];
    const answers = (await rpc(batch)) as { id: unknown; error?: { code: number } }[];
    clearImmediate(again);
    expect(answers.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
    expect(read).toHaveBeenCalledTimes(4);
    expect(answers.map(({ error }) => error?.code)).toEqual([
      ...Array(4).fill(undefined),
      ...Array(MAX_BATCH - 5).fill(-32005),
      undefined,
    ]);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('counts in a batch how many accounts an owner has', async () => {
    const { rpc, ledger, wallet } = createWorld();
    const [held] = ledger.tokenAccountsOf(wallet.address);
    if (!held) throw new Error('the wallet holds nothing');
    const look = vi.spyOn(ledger, 'tokenAccountsOf').mockReturnValue(Array(1_000).fill(held));
    const params = [wallet.address, { programId: PROGRAMS.token }, { encoding: 'base64' }];
    const call = { jsonrpc: '2.0', method: 'getTokenAccountsByOwner', params };
    const answers = (await rpc(Array.from({ length: MAX_BATCH }, (_, id) => ({ ...call, id })))) as {
      result?: { value: unknown[] };
      error?: { code: number };
    }[];
    expect(answers.slice(0, 5).map(({ result }) => result?.value.length)).toEqual(Array(5).fill(1_000));
    expect(answers.slice(5).map(({ error }) => error?.code)).toEqual(Array(MAX_BATCH - 5).fill(-32005));
    expect(look).toHaveBeenCalledTimes(5);
  });

  it('counts what is asked by what it costs, be it a call or a batch of one', () => {
    const call = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params });
    expect(requestsOf(call('getSlot'))).toBe(1);
    expect(requestsOf(call('getSignaturesForAddress', USDC.address))).toBe(2.1);
    expect(requestsOf([call('getSignaturesForAddress', USDC.address)])).toBe(2.1);
    expect(requestsOf([call('getSlot'), 5, null])).toBe(1);
    expect(requestsOf(Array(MAX_BATCH).fill(call('getSlot')))).toBe(5);
    expect(requestsOf(Array(MAX_BATCH).fill(call('getTransaction')))).toBe(10);
    expect(requestsOf(Array(MAX_BATCH).fill(call('getSignaturesForAddress', USDC.address)))).toBe(10);
    expect(requestsOf(Array(10_000).fill(0))).toBe(10);
  });

  it.each<[number, string, ...unknown[]]>([
    [1, 'getBalance', USDC.address],
    [2, 'getSignaturesForAddress', USDC.address, { limit: 1 }],
    [2, 'getSignaturesForAddress', USDC.address, { limit: 50 }],
    [3, 'getSignaturesForAddress', USDC.address, { limit: 51 }],
    // Whatever else is said counts as all that can be had.
    [21, 'getSignaturesForAddress', USDC.address],
    [21, 'getSignaturesForAddress', USDC.address, { limit: -10_000 }],
    [21, 'getSignaturesForAddress', USDC.address, { limit: '1' }],
    [21, 'getSignaturesForAddress', USDC.address, { limit: 1e300 }],
    [7, 'getSignatureStatuses', Array(256).fill('')],
    [3, 'getMultipleAccounts', Array(100).fill('')],
    [2, 'getTokenAccountsByOwner', USDC.address],
    [5, 'simulateTransaction', ''],
    [5, 'sendTransaction', ''],
    [5, 'requestAirdrop', USDC.address, 1],
  ])('costs %i for %s (case %#)', (cost, method, ...params) => {
    expect(costOf({ jsonrpc: '2.0', id: 1, method, params })).toBe(cost);
  });

  it.each([
    ['getBalance', []],
    ['getBalance', ['abc']],
    ['getBalance', ['0'.repeat(44)]],
    ['getBalance', [5]],
    ['getAccountInfo', [USDC.address, 'base64']],
    ['getAccountInfo', [USDC.address, { encoding: 'base64', dataSlice: { offset: -1, length: 2 } }]],
    ['getMultipleAccounts', [Array.from({ length: 101 }, () => USDC.address)]],
    ['getTokenAccountsByOwner', [USDC.address, {}]],
    ['getTokenAccountsByOwner', [USDC.address, { programId: PROGRAMS.memo }]],
    ['getTokenAccountBalance', [PublicKey.default.toBase58()]],
    ['getMinimumBalanceForRentExemption', [1.5]],
    ['getMinimumBalanceForRentExemption', [1e15]],
    ['getFeeForMessage', ['AAAA']],
    ['isBlockhashValid', [1]],
    ['getSignatureStatuses', ['abc']],
    ['getSignatureStatuses', [['abc']]],
    ['getTransaction', ['abc']],
    ['getSignaturesForAddress', [USDC.address, { limit: 0 }]],
    ['requestAirdrop', [USDC.address, -1]],
    ['requestAirdrop', [USDC.address, '5']],
  ])('%s refuses bad parameters (case %#)', async (method, params) => {
    const { call, reported } = createWorld();
    expect((await call(method, params)).error?.code).toBe(-32602);
    expect(reported).toEqual([]);
  });

  it('wants to hear of version 0 before it shows one', async () => {
    const { connection, build, wallet, call } = createWorld();
    const signature = await connection.sendTransaction(addSignatures(build(), [wallet]));
    expect((await call('getTransaction', [signature])).error?.code).toBe(-32015);
    const raw = await call('getTransaction', [
      signature,
      { encoding: 'base64', maxSupportedTransactionVersion: 0 },
    ]);
    expect(raw.result).toMatchObject({ version: 0, transaction: [expect.any(String), 'base64'] });
  });

  it('keeps faults of our own to itself', async () => {
    const { call, deps, reported, wallet } = createWorld();
    vi.spyOn(deps.transactions, 'byAddress').mockRejectedValue(new Error('database on fire'));
    const answer = await call('getSignaturesForAddress', [wallet.address]);
    expect(answer.error).toEqual({ code: -32603, message: 'Internal error' });
    expect(reported).toHaveLength(1);
  });

  it('survives anything', async () => {
    const { rpc, reported } = createWorld();
    const params = fc.array(fc.oneof(fc.jsonValue(), fc.constant(USDC.address)), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...RPC_METHODS), params, async (method, given) => {
        expect(await rpc({ jsonrpc: '2.0', id: 1, method, params: given })).toMatchObject({ jsonrpc: '2.0' });
      }),
      { numRuns: 300 },
    );
    expect(reported).toEqual([]);
  });
});
