import type { Signature } from '@contract/ids.ts';
import { describe, expect, it } from 'vitest';
import { AppError } from '@/api/app-error.ts';
import { messageOf, orderOutcome } from './describe.ts';

const signature = 'signature' as Signature;
const refused = (message: string) =>
  messageOf({ step: 'refused', signature, error: new AppError('refused', message), until: 1 });

describe('what is said of an order that was refused after it was sent', () => {
  it.each([
    ['The vault is busy.', 'Refused: The vault is busy.'],
    ['A leg has closed. Nothing moved.', 'Refused: A leg has closed.'],
    [
      'The transaction has expired: its blockhash is too old. Nothing moved; build it again.',
      'Refused: The transaction has expired: its blockhash is too old.',
    ],
    ['Nothing was executed', 'Refused: the service did not execute it.'],
    ['', 'Refused: the service did not execute it.'],
  ])('“%s” is not told as if nothing had moved', (message, text) => {
    const told = refused(message);
    expect(told).toMatchObject({ tone: 'unsure', text, until: 1 });
    expect(told.detail).toMatch(/may still go through\. Do not repeat it\.$/);
  });

  it('is told so, in the words of the service, once it is over', () => {
    const over = (message: string) => messageOf({ step: 'failed', error: new AppError('refused', message) });
    expect(over('The vault is busy.')).toMatchObject({
      text: 'The vault is busy.',
      detail: 'No funds moved.',
    });
    expect(over('A leg has closed. Nothing moved.').detail).toBeUndefined();
  });
});

it('names no cause of an order that failed, for its owner may have cancelled it', () => {
  const { detail } = orderOutcome({ status: 'failed', filledContracts: 0n, averagePrice: null });
  expect(detail).toBe('It was cancelled, its market closed, or no one traded at your price or better.');
});
