function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** How what is recorded differs from what was done: what is lost, what nobody did, what stands more than once. */
export function differences(what: string, done: readonly string[], recorded: readonly string[]): string[] {
  const expected = counted(done);
  const found = counted(recorded);
  const lines: string[] = [];
  for (const name of new Set([...expected.keys(), ...found.keys()])) {
    const [was, is] = [expected.get(name) ?? 0, found.get(name) ?? 0];
    if (was !== is)
      lines.push(`${what}: ${name || '(no name)'} was done ${was} times, is recorded ${is} times`);
  }
  return lines;
}
