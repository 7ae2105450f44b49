const TEXT_INPUTS = new Set([
  'text',
  'search',
  'email',
  'url',
  'tel',
  'password',
  'number',
  'date',
  'datetime-local',
  'month',
  'time',
  'week',
]);

/** Whether keys pressed at this target are text being written, so that no shortcut may take them. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return TEXT_INPUTS.has(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target.isContentEditable) return true;
  return target.closest('[contenteditable=""], [contenteditable="true"], [role="textbox"]') !== null;
}

/** A click that no browser would open elsewhere. */
export const isPlainClick = ({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Leaves the focus to the page, where what had it goes with its press: it would fall back before all navigation. */
export const focusPage = (): void => document.querySelector('main')?.focus({ preventScroll: true });

/** The same, where the list of the page stays: what goes stands above it or in it, so that one goes on from there. */
export function focusList(): void {
  const list = document.getElementById('list');
  if (list) list.focus({ preventScroll: true });
  else focusPage();
}

/** Copies text; false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** An address that others wrote, when it is http or https; undefined otherwise. */
export function httpUrl(text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  try {
    const url = new URL(text, typeof location === 'undefined' ? undefined : location.href);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}

let lessMotion: MediaQueryList | undefined;

/** Whether the reader asked the system for less motion. The list is kept: making one costs more than a ladder's row. */
export function prefersReducedMotion(): boolean {
  if (typeof matchMedia !== 'function') return false;
  lessMotion ??= matchMedia('(prefers-reduced-motion: reduce)');
  return lessMotion.matches;
}
