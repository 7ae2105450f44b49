// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shortcutsPreference } from './preferences.ts';
import { type Shortcut, useActiveShortcuts, useShortcuts } from './shortcuts.ts';

const ran = vi.fn();
const bind = (keys: string, name = keys): Shortcut => ({
  keys,
  label: name,
  group: 'Test',
  run: () => ran(name),
});

function Keys({ shortcuts }: { shortcuts: Shortcut[] }) {
  useShortcuts(shortcuts);
  return null;
}
const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...init });

afterEach(() => {
  ran.mockReset();
  localStorage.clear();
});

describe('useShortcuts', () => {
  it('runs single keys, sequences and command keys', () => {
    render(<Keys shortcuts={[bind('/'), bind('g p'), bind('mod+k')]} />);
    press('/');
    press('g');
    press('p');
    press('k', { metaKey: true });
    press('k', { ctrlKey: true });
    expect(ran.mock.calls.flat()).toEqual(['/', 'g p', 'mod+k', 'mod+k']);
  });

  it('runs a sequence whose second key takes Shift', () => {
    render(<Keys shortcuts={[bind('g !')]} />);
    press('g');
    press('Shift', { shiftKey: true });
    press('!', { shiftKey: true });
    expect(ran.mock.calls.flat()).toEqual(['g !']);
  });

  it('takes a key alone when its sequence was left', () => {
    render(<Keys shortcuts={[bind('g p'), bind('y')]} />);
    press('g');
    press('y');
    press('p');
    expect(ran.mock.calls.flat()).toEqual(['y']);
  });

  it('forgets the first key of a sequence after a while', () => {
    render(<Keys shortcuts={[bind('g p')]} />);
    const at = (key: string, timeStamp: number) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true });
      Object.defineProperty(event, 'timeStamp', { value: timeStamp });
      document.body.dispatchEvent(event);
    };
    at('g', 1_000);
    at('p', 3_000);
    expect(ran).not.toHaveBeenCalled();
    at('g', 4_000);
    at('p', 4_500);
    expect(ran).toHaveBeenCalledOnce();
  });

  it.each([
    ['an input', <input key="i" data-testid="target" />],
    ['a search box', <input key="i" type="search" data-testid="target" />],
    ['a text area', <textarea key="i" data-testid="target" />],
    ['a list', <select key="i" data-testid="target" />],
    ['edited content', <div key="i" contentEditable suppressContentEditableWarning data-testid="target" />],
  ])('leaves typing in %s alone, except command keys', (_name, element) => {
    render(
      <>
        <Keys shortcuts={[bind('y'), bind('mod+k')]} />
        {element}
      </>,
    );
    press('y', {}, screen.getByTestId('target'));
    expect(ran).not.toHaveBeenCalled();
    press('k', { ctrlKey: true }, screen.getByTestId('target'));
    expect(ran).toHaveBeenCalledOnce();
  });

  it('ignores composition, repeats, other modifiers and what was handled already', () => {
    render(<Keys shortcuts={[bind('y'), bind('mod+k')]} />);
    press('y', { isComposing: true });
    press('y', { keyCode: 229 });
    press('y', { repeat: true });
    press('y', { altKey: true });
    press('y', { ctrlKey: true });
    press('k', { ctrlKey: true, shiftKey: true });
    const stop = (event: Event) => event.preventDefault();
    document.body.addEventListener('keydown', stop);
    press('y');
    document.body.removeEventListener('keydown', stop);
    expect(ran).not.toHaveBeenCalled();
  });

  it('rests beneath an open modal layer', () => {
    render(
      <>
        <Keys shortcuts={[bind('y')]} />
        <div data-modal="" data-state="open" />
      </>,
    );
    press('y');
    expect(ran).not.toHaveBeenCalled();
  });

  it('can be switched off, command keys excepted', () => {
    shortcutsPreference.set(false);
    render(<Keys shortcuts={[bind('y'), bind('mod+k')]} />);
    press('y');
    expect(ran).not.toHaveBeenCalled();
    press('k', { metaKey: true });
    expect(ran).toHaveBeenCalledOnce();
  });

  it('gives a key to the newest binding and hands it back', () => {
    const page = render(<Keys shortcuts={[bind('y', 'page')]} />);
    const panel = render(<Keys shortcuts={[bind('y', 'panel')]} />);
    press('y');
    panel.unmount();
    press('y');
    page.unmount();
    press('y');
    expect(ran.mock.calls.flat()).toEqual(['panel', 'page']);
  });

  it('always runs the latest closure and lists what is in force', () => {
    const List = () => (
      <p>
        {useActiveShortcuts()
          .map((shortcut) => shortcut.label)
          .join()}
      </p>
    );
    const view = render(<Keys shortcuts={[{ ...bind('y'), run: () => ran('old') }]} />);
    view.rerender(<Keys shortcuts={[{ ...bind('y'), run: () => ran('new') }]} />);
    press('y');
    expect(ran.mock.calls.flat()).toEqual(['new']);
    render(<List />);
    expect(screen.getByText('y')).toBeInTheDocument();
  });
});
