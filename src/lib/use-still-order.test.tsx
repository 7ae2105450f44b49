// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useStillOrder } from './use-still-order.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Rows({ rows, by = 'name' }: { rows: string; by?: string }) {
  const { shown, places, holding } = useStillOrder([...rows], by, (row) => row);
  return shown.length === 0 ? null : (
    <>
      <ul {...holding}>
        {shown.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
      <output>{places.map(({ row, isGone }) => (isGone ? `(${row})` : row))}</output>
    </>
  );
}
const list = () => screen.getByRole('list');
const places = () => screen.getByRole('status').textContent;
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000));

it('keeps the order under a pointer, however long it rests, and lets go once that has left', () => {
  const { rerender } = render(<Rows rows="abc" />);
  rerender(<Rows rows="bca" />);
  expect(list()).toHaveTextContent('bca');
  fireEvent.pointerMove(list());
  rerender(<Rows rows="abc" />);
  pass(60);
  expect(list()).toHaveTextContent('bca');
  fireEvent.pointerLeave(list());
  pass(4);
  expect(list()).toHaveTextContent('bca');
  pass(1);
  expect(list()).toHaveTextContent('abc');
});

it('keeps it a moment after a key, too', () => {
  const { rerender } = render(<Rows rows="abc" />);
  fireEvent.keyDown(list(), { key: 'Tab' });
  rerender(<Rows rows="cba" />);
  pass(4);
  expect(list()).toHaveTextContent('abc');
  pass(1);
  expect(list()).toHaveTextContent('cba');
});

it('puts what is new last, and leaves no hole where something has gone', () => {
  const { rerender } = render(<Rows rows="axb" />);
  fireEvent.pointerMove(list());
  rerender(<Rows rows="dbac" />);
  expect(list()).toHaveTextContent('abdc');
});

it('holds the place of what has gone, for rows that must not slide, until the pointer has left', () => {
  const { rerender } = render(<Rows rows="axb" />);
  expect(places()).toBe('axb');
  fireEvent.pointerMove(list());
  rerender(<Rows rows="dba" />);
  expect(places()).toBe('a(x)bd');
  rerender(<Rows rows="cba" />);
  expect(places(), 'what came meanwhile, too').toBe('a(x)b(d)c');
  rerender(<Rows rows="cxba" />);
  expect(places(), 'and is there again').toBe('axb(d)c');
  fireEvent.pointerLeave(list());
  pass(5);
  expect(places()).toBe('cxba');
});

it('has another order at once where the rows are sorted by something else', () => {
  const { rerender } = render(<Rows rows="abc" />);
  fireEvent.pointerMove(list());
  rerender(<Rows rows="cba" by="value" />);
  expect(list()).toHaveTextContent('cba');
});

it('lets go where the rows went from under the pointer', () => {
  const { rerender } = render(<Rows rows="ab" />);
  fireEvent.pointerMove(list());
  rerender(<Rows rows="" />);
  pass(5);
  rerender(<Rows rows="ba" />);
  expect(list()).toHaveTextContent('ba');
});
