// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { positionState } from '@/domain/portfolio.ts';
import { serverNow } from '@/lib/clock.ts';
import { aPosition, draw } from '../testing.tsx';
import { MonitorTile } from './monitor-tile.view.tsx';
import type { Tile } from './wall.ts';

const tile = (closesAt: number): Tile => ({
  position: aPosition(),
  state: positionState(aPosition()),
  steps: undefined,
  change: null,
  moved: null,
  changeSince: null,
  breakEven: null,
  distance: null,
  closesAt,
});

it('tells a far end as a date, and a near one as the time left', async () => {
  await draw(<MonitorTile tile={tile(Date.UTC(2031, 2, 10) / 1_000)} action={null} />);
  expect(screen.getByRole('time')).toHaveTextContent(/^Mar 2031$/);
  cleanup();
  await draw(<MonitorTile tile={tile(serverNow() / 1_000 + 3 * 86_400)} action={null} />);
  expect(screen.getByRole('time')).toHaveTextContent(/^in 3d$/);
});
