import { describe, expect, it } from 'vitest';
import { type CpuProfile, summaryOf } from './profile.ts';

const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 0, columnNumber: 0 });

/** root > outer > outer (recursion) > inner; idle beside them. */
const profile: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 5] },
    { id: 2, callFrame: frame('outer server/a.ts'), children: [3] },
    { id: 3, callFrame: frame('outer server/a.ts'), children: [4] },
    { id: 4, callFrame: frame('inner', 'wasm://wasm/1') },
    { id: 5, callFrame: frame('(idle)') },
  ],
  samples: [2, 3, 4, 5, 4],
  timeDeltas: [500, 500, 500, 900_000, 800_000],
};

describe('the summary of a CPU profile', () => {
  const lines = summaryOf(profile).map((line) => line.trim().replace(/\s+/g, ' '));

  it('leaves idle time out, and what a process had to wait for its core', () => {
    expect(lines).toContain('by whose code it is, of 2.50 ms:');
  });

  it('counts a function that calls itself once', () => {
    expect(lines).toContain('1.00 ms 40.0 % outer server/a.ts');
    expect(lines.at(-1)).toBe('2.50 ms 100.0 % outer server/a.ts');
  });

  it('names the code of the built-in database', () => {
    expect(lines).toContain('1.50 ms 60.0 % @electric-sql/pglite (WebAssembly)');
  });
});
