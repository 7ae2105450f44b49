let found: string | undefined;

/** An origin and maybe a folder, without a slash at its end; everything else counts as not said. */
function checked(said: string): string {
  if (said === '' || !URL.canParse(said)) return '';
  const { protocol, origin, pathname } = new URL(said);
  return protocol === 'https:' || protocol === 'http:' ? (origin + pathname).replace(/\/+$/, '') : '';
}

/**
 * The address of a path of the server: beside the page, or at the gateway that `gateway.js` names. That file runs
 * before the app does, so this is settled from the first request on.
 */
export function serverUrl(path: string): string {
  found ??= checked(globalThis.document?.documentElement.dataset.gateway?.trim() ?? '');
  return path.startsWith('/') ? found + path : path;
}
