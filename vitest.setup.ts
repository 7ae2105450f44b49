import type {} from '@testing-library/jest-dom/vitest';
import { afterEach, beforeEach } from 'vitest';

/*
 * An unexpected console.error fails the test it happens in: React reports misuse and handlers report lost
 * failures there. A test that expects one says so with
 * `vi.spyOn(console, 'error').mockImplementation(() => undefined)`, which takes this recorder's place.
 */
const original = console.error;
let unexpected: unknown[][] = [];

beforeEach(() => {
  unexpected = [];
  console.error = (...args: unknown[]) => {
    unexpected.push(args);
    original(...args);
  };
});

afterEach(() => {
  console.error = original;
  const [first] = unexpected;
  unexpected = [];
  if (first) throw new Error(`unexpected console.error: ${first.map(String).join(' ')}`);
});

if (typeof document !== 'undefined') {
  await import('@testing-library/jest-dom/vitest');
  const { cleanup, configure } = await import('@testing-library/react');
  // What is waited for has to come, however busy the machine: a second that has passed says nothing.
  configure({ asyncUtilTimeout: 15_000 });
  afterEach(cleanup);
}
