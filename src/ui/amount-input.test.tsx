// @vitest-environment happy-dom
import { parseUsd } from '@contract/money.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { AmountInput, acceptDecimal } from './amount-input.tsx';

describe('acceptDecimal', () => {
  it.each([
    ['', ''],
    ['0', '0'],
    ['007', '7'],
    ['.', '0.'],
    ['.5', '0.5'],
    ['12.', '12.'],
    ['12.34', '12.34'],
    ['12,5', '12.5'],
    ['0,500', undefined],
    ['1,250', '1250'],
    ['$1,250.50', '1250.50'],
    [' 1 250.5 ', '1250.5'],
    ['1,250,000', '1250000'],
    ['999999999999', '999999999999'],
    ['1000000000000', undefined],
    ['12.345', undefined],
    ['1.2.3', undefined],
    ['1,2,3', undefined],
    ['-5', undefined],
    ['+5', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['٣', undefined],
    ['five', undefined],
  ])('%j → %j', (text, accepted) => {
    expect(acceptDecimal(text, 2)).toBe(accepted);
  });

  it('takes no point for whole numbers', () => {
    expect(acceptDecimal('5.', 0)).toBeUndefined();
    expect(acceptDecimal('5', 0)).toBe('5');
  });

  it('accepts only what the money parser takes exactly, and is stable', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789., $-e'.split('')) }), (text) => {
        const accepted = acceptDecimal(text, 6);
        if (accepted === undefined || accepted === '') return;
        expect(parseUsd(accepted)).toBeTypeOf('bigint');
        expect(acceptDecimal(accepted, 6)).toBe(accepted);
      }),
    );
  });
});

function Field({ error }: { error?: string }) {
  const [text, setText] = useState('');
  return <AmountInput label="Amount" prefix="$" value={text} onChange={setText} error={error} />;
}

describe('AmountInput', () => {
  it('refuses what is no amount and keeps what was there', async () => {
    const user = userEvent.setup();
    render(<Field />);
    const input = screen.getByRole('textbox', { name: 'Amount' });
    await user.type(input, '12.3x45-');
    expect(input).toHaveValue('12.34');
    await user.clear(input);
    expect(input).toHaveValue('');
    await user.paste('$1,250.50');
    expect(input).toHaveValue('1250.50');
  });

  it('is typed with a decimal keyboard and names its error', () => {
    render(<Field error="At least 5 USD" />);
    const input = screen.getByRole('textbox', { name: 'Amount' });
    expect(input).toHaveAttribute('inputmode', 'decimal');
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription('At least 5 USD');
  });
});
