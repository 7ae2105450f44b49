// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchWithRetry, lazyWithRetry, useUnloadedCode } from './lazy-with-retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const gone = () => new TypeError('Failed to fetch dynamically imported module: /assets/part-1.js');
const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;
const Missing = () => <output>{useUnloadedCode() ? 'missing' : 'all there'}</output>;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('what does not come is asked for more and more seldom until it does, and is missed meanwhile', async () => {
  const times: number[] = [];
  const begin = Date.now();
  const Part = lazyWithRetry<{ name: string }>(
    async () => {
      times.push((Date.now() - begin) / 1_000);
      if (times.length < 7) throw gone();
      return Hello;
    },
    { fallback: ({ name }) => <p>waiting for {name}</p> },
  );
  render(
    <>
      <Missing />
      <Part name="Ada" />
    </>,
  );
  expect(screen.getByText('waiting for Ada')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('all there');
  await pass(1_000);
  expect(screen.getByRole('status')).toHaveTextContent('missing');
  await pass(88_000);
  expect(screen.getByText('waiting for Ada')).toBeInTheDocument();
  await pass(3_000);
  expect(times).toEqual([0, 2, 6, 14, 30, 60, 90]);
  expect(screen.getByText('Hello Ada')).toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('all there');
});

it('what has come once is there at once wherever it is shown again', async () => {
  const load = vi.fn(async () => Hello);
  const Part = lazyWithRetry<{ name: string }>(load);
  const first = render(<Part name="Ada" />);
  expect(first.container).toBeEmptyDOMElement();
  await pass(0);
  first.unmount();
  render(<Part name="Bob" />);
  expect(screen.getByText('Hello Bob')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});

it('what nobody waits for any more is not asked for and not missed', async () => {
  const load = vi.fn(async () => {
    throw gone();
  });
  const Part = lazyWithRetry<{ name: string }>(load);
  const { unmount } = render(<Part name="Ada" />);
  render(<Missing />);
  await pass(0);
  expect(screen.getByRole('status')).toHaveTextContent('missing');
  unmount();
  await pass(120_000);
  expect(screen.getByRole('status')).toHaveTextContent('all there');
  expect(load).toHaveBeenCalledTimes(1);
});

it('what may be left out is asked for again without a word', async () => {
  const load = vi.fn(async () => {
    throw gone();
  });
  render(<Missing />);
  const giveUp = fetchWithRetry(load, () => undefined, true);
  await pass(3_000);
  expect(load).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('status')).toHaveTextContent('all there');
  giveUp();
});

it('what is on its way for long is missed, until it comes', async () => {
  let come: (part: string) => void = () => undefined;
  const load = () =>
    new Promise<string>((resolve) => {
      come = resolve;
    });
  render(<Missing />);
  const then = vi.fn();
  fetchWithRetry(load, then);
  await pass(7_000);
  expect(screen.getByRole('status')).toHaveTextContent('all there');
  await pass(2_000);
  expect(screen.getByRole('status')).toHaveTextContent('missing');
  come('here');
  await pass(0);
  expect(screen.getByRole('status')).toHaveTextContent('all there');
  expect(then).toHaveBeenCalledWith('here');
});
