// @vitest-environment happy-dom
import { POINT_AND_COMMA, showNumbers } from '@contract/money.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AmountInput } from './amount-input.tsx';

function Field({ error }: { error?: string }) {
  const [text, setText] = useState('');
  return (
    <>
      <AmountInput label="Amount" prefix="$" value={text} onChange={setText} error={error} />
      <button type="button" onClick={() => setText('50')}>
        $50
      </button>
      <p role="status">held: {text || 'none'}</p>
    </>
  );
}

afterEach(() => showNumbers(POINT_AND_COMMA));

describe('AmountInput', () => {
  it('announces its error, and never its help, which may be a price that moves', () => {
    const field = (more: { hint?: string; error?: string }) => (
      <AmountInput label="Amount" value="1" onChange={() => undefined} {...more} />
    );
    const announced = () => document.querySelector('[aria-live]')?.textContent;
    const { rerender } = render(field({ hint: 'Now 62¢' }));
    const input = screen.getByRole('textbox', { name: 'Amount' });
    expect(input).toHaveAccessibleDescription('Now 62¢');
    // There before the first error is: a region that comes with its text may stay silent.
    expect(announced()).toBe('');
    rerender(field({ hint: 'Now 63¢' }));
    expect(announced()).toBe('');
    rerender(field({ hint: 'Now 63¢', error: 'At least 5 USD' }));
    expect(announced()).toBe('At least 5 USD');
    expect(input).toHaveAccessibleDescription('At least 5 USD');
  });

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

  it.each(['1e3', '-5', '5%', '5 10', '€5', '12.345', '５０', '٥٠', '1.000,50'])(
    'keeps %s in the field where it was pasted, says why it is no amount, and holds none',
    async (text) => {
      const user = userEvent.setup();
      render(<Field />);
      const input = screen.getByRole('textbox', { name: 'Amount' });
      await user.type(input, '100');
      await user.tripleClick(input);
      await user.paste(text);
      expect(input).toHaveValue(text);
      expect(input).toBeInvalid();
      expect(input).toHaveAccessibleDescription(
        text === '1.000,50'
          ? 'Write decimals with a point, as in 1234.5, and nothing between thousands'
          : 'Not an amount for this field: at most 12 digits, and 2 behind a point',
      );
      expect(screen.getByRole('status')).toHaveTextContent('held: none');
    },
  );

  it('lets what was pasted be mended by keys', async () => {
    const user = userEvent.setup();
    render(<Field />);
    const input = screen.getByRole('textbox', { name: 'Amount' });
    await user.click(input);
    await user.paste('12.5 USDC');
    await user.keyboard('{Backspace}{Backspace}{Backspace}');
    expect(input).toHaveValue('12.5 U');
    expect(input).toBeInvalid();
    await user.keyboard('{Backspace}');
    expect(input).toBeValid();
    await user.keyboard('x0');
    expect(input).toHaveValue('12.50');
    expect(screen.getByRole('status')).toHaveTextContent('held: 12.50');
  });

  it('takes no dollars for contracts', async () => {
    const user = userEvent.setup();
    const change = vi.fn();
    render(<AmountInput label="Contracts" value="" onChange={change} />);
    await user.click(screen.getByRole('textbox', { name: 'Contracts' }));
    await user.paste('$50');
    expect(change).not.toHaveBeenCalledWith('50', expect.anything());
    await user.clear(screen.getByRole('textbox', { name: 'Contracts' }));
    await user.paste('50');
    expect(change).toHaveBeenLastCalledWith('50', false);
  });

  it('is typed with a decimal keyboard and names its error', () => {
    render(<Field error="At least 5 USD" />);
    const input = screen.getByRole('textbox', { name: 'Amount' });
    expect(input).toHaveAttribute('inputmode', 'decimal');
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription('At least 5 USD');
  });

  it('shows and takes the decimal sign that is chosen, and says why another is refused', async () => {
    showNumbers({ decimal: ',', group: '.' });
    const user = userEvent.setup();
    render(<Field />);
    const input = screen.getByRole('textbox', { name: 'Amount' });
    await user.type(input, '1,5');
    expect(input).toHaveValue('1,5');
    expect(input).toBeValid();
    await user.clear(input);
    await user.type(input, '1.');
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription(
      'Write decimals with a comma, as in 1234,5, and nothing between thousands',
    );
    await user.type(input, '25');
    expect(input, 'and what follows makes no other amount of it').toHaveValue('1.25');
    expect(input).toBeInvalid();
    expect(screen.getByRole('status')).toHaveTextContent('held: none');
    await user.click(screen.getByRole('button', { name: '$50' }));
    expect(input).toHaveValue('50');
    expect(input).toBeValid();
    await user.clear(input);
    await user.type(input, '1.{Backspace},5');
    expect(input).toHaveValue('1,5');
    expect(screen.getByRole('status')).toHaveTextContent('held: 1.5');
    await user.clear(input);
    await user.paste('1.250,50');
    expect(input).toHaveValue('1250,50');
  });
});
