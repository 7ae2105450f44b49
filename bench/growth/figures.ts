/** Prints one figure, with what it must be in the end where that is known. */
export function figure(name: string, value: string, target?: string): void {
  console.log(`${name.padEnd(52)} ${value}${target === undefined ? '' : `   (target ${target})`}`);
}

export const heading = (text: string): void => console.log(`\n${text}`);

/** The least value that so large a share of all do not exceed; not a number where there are none. */
export function shareOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

export const spread = (values: readonly number[]): string =>
  `p50 ${shareOf(values, 0.5).toFixed(1)} ms, p99 ${shareOf(values, 0.99).toFixed(1)} ms`;

export const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;
export const kb = (bytes: number): string => `${(bytes / 1_024).toFixed(2)} KB`;
