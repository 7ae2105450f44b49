import { describe, expect, it } from 'vitest';
import { nativePackageName } from './native.ts';
import { errorJson, explain } from './transaction-error.ts';

describe('the VM’s package', () => {
  it.each([
    ['linux', 'x64', false, 'litesvm-linux-x64-gnu'],
    ['linux', 'arm64', true, 'litesvm-linux-arm64-musl'],
    ['darwin', 'arm64', false, 'litesvm-darwin-arm64'],
  ] as const)('%s %s, musl %s: %s', (platform, arch, musl, name) => {
    expect(nativePackageName(platform, arch, musl)).toBe(name);
  });
});

describe('errors of the VM', () => {
  const named = (text: string) => ({ toString: () => text });
  it.each([
    [7, 'BlockhashNotFound'],
    [11, 'SignatureFailure'],
    [999, 'Error 999'],
    [
      named('TransactionErrorInstructionError { index: 3, error: InstructionErrorCustom { code: 1 } }'),
      { InstructionError: [3, { Custom: 1 }] },
    ],
    [
      named('TransactionErrorInstructionError { index: 0, error: InvalidInstructionData }'),
      { InstructionError: [0, 'InvalidInstructionData'] },
    ],
    [
      named('TransactionErrorInsufficientFundsForRent { account_index: 1 }'),
      { InsufficientFundsForRent: { account_index: 1 } },
    ],
  ])('%s', (native, expected) => {
    expect(errorJson(native)).toEqual(expected);
  });

  it('are explained in a sentence', () => {
    expect(explain('BlockhashNotFound', [])).toBe('Blockhash not found: the transaction has expired');
    expect(explain('AlreadyProcessed', [])).toBe('This transaction has already been processed');
    expect(explain('SignatureFailure', [])).toBe('Transaction signature verification failure');
    const rent = { InsufficientFundsForRent: { account_index: 1 } };
    expect(explain(rent, [])).toBe('Insufficient SOL for rent');
    expect(explain({ InstructionError: [2, { Custom: 17 }] }, [])).toBe(
      'Transaction failed: error processing instruction 2: custom program error: 0x11',
    );
  });
});
