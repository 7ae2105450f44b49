const listeners = new Set<() => void>();
/** Of the theme in force: reading one makes the browser bring the style of the whole page up to date. */
const colors = new Map<string, string>();
const tell = (): void => {
  colors.clear();
  for (const listener of listeners) listener();
};

/** Watches the theme, the palette, colours forced by the system, fonts that arrive, and pixels a CSS pixel. */
function watch(): void {
  const themes = new MutationObserver(tell);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-palette'] });
  document.fonts?.addEventListener('loadingdone', tell);
  forcedColors()?.addEventListener('change', tell);
  // A query names one ratio, so that each change needs the next one.
  const watchRatio = (): void => {
    const changed = (): void => {
      watchRatio();
      tell();
    };
    media(`(resolution: ${devicePixelRatio}dppx)`)?.addEventListener('change', changed, { once: true });
  };
  watchRatio();
}

const media = (query: string): MediaQueryList | undefined =>
  typeof matchMedia === 'function' ? matchMedia(query) : undefined;

let forced: MediaQueryList | undefined;
function forcedColors(): MediaQueryList | undefined {
  forced ??= media('(forced-colors: active)');
  return forced;
}

let watching = false;
function watchOnce(): void {
  if (!watching) watch();
  watching = true;
}

/** Calls back whenever what is painted by hand would look different; answers how to end that. */
export function onAppearance(changed: () => void): () => void {
  watchOnce();
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** A token of the theme in force, by its custom property: `--yes` → `#2fcf9f`. Read again when the theme changes. */
export function themeColor(name: string): string {
  watchOnce();
  const known = colors.get(name);
  if (known !== undefined) return known;
  const color = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  colors.set(name, color);
  return color;
}
