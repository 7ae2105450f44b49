import { describe, expect, test } from 'vitest';
import {
  countReport,
  failedJourneys,
  failedUnits,
  flakyJourneys,
  playwrightTally,
  summary,
  total,
  vitestTally,
} from './results.mjs';

const file = (status, ...tests) => ({ status, assertionResults: tests.map((name) => ({ status: name })) });
const vitest = (counts, ...testResults) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  ...counts,
  testResults,
});

describe('the last line', () => {
  test('names skipped tests only when there are any', () => {
    expect(summary({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed');
    expect(summary({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped');
  });

  test('sums every step', () => {
    const one = { passed: 1, failed: 0, skipped: 0 };
    expect(total([one, { passed: 40, failed: 2, skipped: 5 }, one])).toEqual({
      passed: 42,
      failed: 2,
      skipped: 5,
    });
  });
});

describe('unit tests', () => {
  test('counts tests', () => {
    const report = vitest(
      { numPassedTests: 3, numPendingTests: 1, numTodoTests: 1 },
      file('passed', 'passed'),
    );
    expect(vitestTally(report, 0)).toEqual({ passed: 3, failed: 0, skipped: 2 });
  });

  test('counts a file that could not be loaded once', () => {
    const report = vitest({ numPassedTests: 1, numFailedTests: 1 }, file('failed'), file('failed', 'failed'));
    expect(vitestTally(report, 1)).toEqual({ passed: 1, failed: 2, skipped: 0 });
  });

  test('a failing exit code without a failed test is a failure', () => {
    const report = vitest({ numPassedTests: 1 }, file('passed', 'passed'));
    expect(vitestTally(report, 1).failed).toBe(1);
  });
});

describe('what failed', () => {
  test('names units and files, with what was expected', () => {
    const red = String.fromCharCode(27);
    const failed = {
      status: 'failed',
      fullName: 'a sum adds up',
      failureMessages: [`${red}[31mexpected 1${red}[39m`],
    };
    const report = {
      testResults: [
        { name: 'a.test.ts', status: 'failed', assertionResults: [failed, { status: 'passed' }] },
        { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
        { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    };
    expect(failedUnits(report)).toEqual([
      'a.test.ts › a sum adds up\nexpected 1',
      'b.test.ts\nno such module',
    ]);
    expect(failedUnits({})).toEqual([]);
  });

  test('names journeys by what their last run said, and errors outside them', () => {
    const spec = (title, status, ...messages) => ({
      title,
      tests: [{ status, results: messages.map((message) => ({ error: { message } })) }],
    });
    const inner = { file: 'b.spec.ts', specs: [spec('inner', 'unexpected', 'first', 'second')] };
    const outer = { file: 'a.spec.ts', specs: [spec('fine', 'flaky', 'first')], suites: [inner] };
    expect(failedJourneys({ suites: [outer], errors: [{ message: 'no browser' }] })).toEqual([
      'outside any journey\nno browser',
      'b.spec.ts › inner\nsecond',
    ]);
    expect(failedJourneys({})).toEqual([]);
  });
});

describe('browser tests', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };

  test('counts a journey that passed when it ran once more', () => {
    expect(playwrightTally({ stats, errors: [] }, 1)).toEqual({ passed: 5, failed: 1, skipped: 2 });
  });

  test('names such a journey, however deep it stands', () => {
    const spec = (title, status) => ({ title, tests: [{ status }] });
    const inner = { file: 'b.spec.ts', specs: [spec('inner', 'flaky')] };
    const outer = { file: 'a.spec.ts', specs: [spec('fine', 'expected'), spec('outer', 'flaky')] };
    expect(flakyJourneys({ suites: [{ ...outer, suites: [inner] }] })).toEqual([
      'a.spec.ts › outer',
      'b.spec.ts › inner',
    ]);
    expect(flakyJourneys({})).toEqual([]);
  });

  test('counts an error outside any test', () => {
    const none = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(playwrightTally({ stats: none, errors: [{}] }, 1).failed).toBe(1);
    expect(playwrightTally({ stats: none, errors: [] }, 1).failed).toBe(1);
  });
});

test('a report that was never written is one failure', () => {
  expect(countReport('no/such/report.json', vitestTally, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
