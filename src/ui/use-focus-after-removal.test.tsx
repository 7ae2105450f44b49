// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

let removeElsewhere: (name: string) => void;

function Names({ names: first }: { names: readonly string[] }) {
  const [names, setNames] = useState(first);
  const { list, leave } = useFocusAfterRemoval<HTMLUListElement>(names.length);
  const without = (name: string) => setNames((all) => all.filter((other) => other !== name));
  removeElsewhere = without;
  return (
    <ul ref={list} tabIndex={-1}>
      {names.map((name, place) => (
        <li key={name}>
          <button type="button">Edit {name}</button>
          <button
            type="button"
            onClick={() => {
              leave(place);
              without(name);
            }}
          >
            Drop {name}
          </button>
        </li>
      ))}
      <li>free</li>
    </ul>
  );
}

const drop = (name: string) => fireEvent.click(screen.getByRole('button', { name: `Drop ${name}` }));
const button = (name: string) => screen.getByRole('button', { name });

it('moves the focus to what comes into the place, to the last item, and to the list at last', () => {
  render(<Names names={['a', 'b', 'c']} />);
  drop('b');
  expect(document.activeElement).toBe(button('Drop c'));
  drop('c');
  expect(document.activeElement).toBe(button('Drop a'));
  drop('a');
  expect(document.activeElement).toBe(screen.getByRole('list'));
});

it('leaves the focus alone when something else takes an item off', () => {
  render(<Names names={['a', 'b', 'c']} />);
  button('Edit a').focus();
  act(() => removeElsewhere('b'));
  expect(document.activeElement).toBe(button('Edit a'));
});
