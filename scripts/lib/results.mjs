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

/** A colour of a terminal. */
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
/** As much of a message as says what was expected; the whole stands where the test ran. */
const firstLines = (message) => message.replace(COLOUR, '').split('\n').slice(0, 12).join('\n');
const named = (name, message) => (message ? `${name}\n${firstLines(message)}` : name);

/** What failed in Vitest's report, each with the first lines of its message. */
export function failedUnits({ testResults = [] }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0) return status === 'failed' ? [named(name, message)] : [];
    return tests.map((test) => named(`${name} › ${test.fullName}`, test.failureMessages[0]));
  });
}

/** What failed in Playwright's report, each with the first lines of its message. */
export function failedJourneys({ suites = [], errors = [] }) {
  return [
    ...errors.map(({ message }) => named('outside any journey', message)),
    ...suites.flatMap((suite) => [
      ...(suite.specs ?? []).flatMap(({ title, tests }) =>
        tests
          .filter(({ status }) => status === 'unexpected')
          .map(({ results }) => named(`${suite.file} › ${title}`, results.at(-1)?.error?.message)),
      ),
      ...failedJourneys(suite),
    ]),
  ];
}

/** A report that has been written; null where none was. */
export const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);

/** Reads a report and counts it; one that was never written is one failure. */
export function countReport(path, count, code) {
  const report = readReport(path);
  return report ? count(report, code) : { passed: 0, failed: 1, skipped: 0 };
}
