/**
 * The path of an operation with its parameters in their places, encoded: no parameter ever becomes part of the way.
 * `refuse` throws for one that is not given or cannot stand in a path.
 */
export function fillPath(
  path: string,
  params: Readonly<Record<string, unknown>>,
  refuse: (name: string) => never,
): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    return typeof value !== 'string' || /^\.{0,2}$/.test(value) ? refuse(name) : encodeURIComponent(value);
  });
}
