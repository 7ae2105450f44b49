// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { lazyPanel } from './lazy-panel.tsx';

it('a part that does not come is asked for again where it stands, and keeps what is around it', async () => {
  let asked = 0;
  const Part = lazyPanel(async () => {
    asked += 1;
    if (asked < 3) throw new TypeError('Failed to fetch dynamically imported module');
    return ({ name }: { name: string }) => <p>Here is {name}</p>;
  }, 'chart');
  function Page() {
    const [typed, setTyped] = useState('');
    return (
      <>
        <input aria-label="Note" value={typed} onChange={({ target }) => setTyped(target.value)} />
        <Part name={typed} />
      </>
    );
  }
  render(<Page />);
  await userEvent.type(screen.getByRole('textbox'), 'kept');
  expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load the chart');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeEnabled();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Here is kept')).toBeInTheDocument();
  expect(asked).toBe(3);
});
