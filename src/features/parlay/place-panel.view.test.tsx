// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PlaceButton } from './place-panel.view.tsx';

it('counts down how long a payment that was refused could still land, on a line that is there before', () => {
  const waiting = { because: 'refused', until: performance.now() + 61_990 } as const;
  const button = (changes: Partial<Parameters<typeof PlaceButton>[0]>) => (
    <PlaceButton
      label="Place for $10.00"
      problem={null}
      busy
      waiting={null}
      onPlace={vi.fn()}
      onConnect={vi.fn()}
      {...changes}
    />
  );
  const { rerender } = render(button({}));
  const status = screen.getByRole('status');
  rerender(button({ waiting }));
  expect(screen.getByRole('status')).toBe(status);
  expect(status).toHaveTextContent(/^Refused, but may still go through$/);
  expect(screen.getByRole('timer')).toHaveTextContent('for about 62 s');
  rerender(button({ busy: false }));
  expect(screen.queryByRole('timer')).toBeNull();
});
