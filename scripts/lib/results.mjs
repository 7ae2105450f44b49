import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{passed: number, failed: number, skipped: number}} Tally */

/** The last line of `npm test`. */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** @param {readonly Tally[]} tallies @returns {Tally} */
export function total(tallies) {
  const sum = (key) => tallies.reduce((before, tally) => before + tally[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** A failing exit code always counts, even when no single test is to blame. */
function withExitCode(tally, code) {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

/** Vitest's report. A file that could not be loaded has no failed test of its own and counts as one. */
export function vitestTally(report, code) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const tally = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
  return withExitCode(tally, code);
}

/** Playwright's report. A journey that passed when it ran once more has passed: `flakyJourneys` names it. */
export function playwrightTally({ stats, errors }, code) {
  const failed = stats.unexpected + errors.length;
  return withExitCode({ passed: stats.expected + stats.flaky, failed, skipped: stats.skipped }, code);
}

/** Journeys of Playwright's report that passed only when they ran once more: "signing.spec.ts › title". */
export function flakyJourneys({ suites = [] }) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${suite.file} › ${title}`),
    ...flakyJourneys(suite),
  ]);
}

/** A report that has been written; null where none was. */
export const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);

/** Reads a report and counts it; one that was never written is one failure. */
export function countReport(path, count, code) {
  const report = readReport(path);
  return report ? count(report, code) : { passed: 0, failed: 1, skipped: 0 };
}
