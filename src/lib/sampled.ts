/** At most `most` of them, evenly chosen, first and last kept: a table that can be read out. */
export function sampled<T>(series: readonly T[], most: number): readonly T[] {
  if (series.length <= most) return series;
  const step = (series.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, i) => series[Math.round(i * step)]).flatMap((point) => point ?? []);
}
