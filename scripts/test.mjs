import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, SERVER } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { FULL_LENGTH, HEAVY_JOURNEYS, HEAVY_UNITS } from './lib/heavy.mjs';
import { findNode24 } from './lib/node-24.mjs';
import { installPostgres, startPostgres } from './lib/postgres.mjs';
import { installRedis, startRedis } from './lib/redis.mjs';
import {
  countReport,
  failedJourneys,
  failedUnits,
  flakyJourneys,
  playwrightTally,
  readReport,
  summary,
  total,
  vitestTally,
} from './lib/results.mjs';
import { bin, ROOT, run, runBin } from './lib/run.mjs';
import { setup } from './lib/setup.mjs';

/*
 * npm test [-- --only=unit,e2e]: every check of the repository, each going on after another failed. The last line
 * is `N passed, N failed`; the exit code is 1 when anything failed. `--only=heavy`: the long lives alone, in full.
 */
const REPORTS = join(ROOT, '.cache');
const VITEST_JSON = join(REPORTS, 'vitest.json');
const PLAYWRIGHT_JSON = join(REPORTS, 'playwright.json');

const PASSED = { passed: 1, failed: 0, skipped: 0 };
const NONE = { passed: 0, failed: 0, skipped: 0 };
const FAILED = { passed: 0, failed: 1, skipped: 0 };
const check = (code) => (code === 0 ? PASSED : FAILED);

/** What the tests of a step talk to: the caller's, else a temporary one, else those tests skip and say so. */
const SERVICES = { TEST_DATABASE_URL: startPostgres, TEST_REDIS_URL: startRedis };

/** Runs a step with these services, and ends what was started for it. */
async function withServices(names, step) {
  const env = { ...process.env };
  const started = [];
  try {
    for (const name of names) {
      if (env[name]) continue;
      const service = await SERVICES[name]();
      if (!service) continue;
      started.push(service);
      env[name] = service.url;
    }
    return await step(env);
  } finally {
    for (const service of started) await service.stop();
  }
}

/** Installs what these steps need and the machine has not: mostly a download, so it comes while checks are under way. */
async function installTools(steps) {
  const isFor = (...names) => names.some((name) => steps.includes(name));
  if (isFor('unit', 'node24', 'heavy') && !process.env.TEST_DATABASE_URL) await installPostgres();
  if (isFor('unit', 'e2e', 'node24', 'heavy') && !process.env.TEST_REDIS_URL) await installRedis();
  if (isFor('e2e', 'heavy')) await ensureChromium({ isShellEnough: true });
}

/** What failed, to be told once more at the end: a log may be kept by its last lines alone. */
const failures = [];

let built;
/** Once a run, whoever asks first. */
const buildOnce = () => {
  built ??= build();
  return built;
};

/** The unit tests by this Node or another one; `args` choose among them. */
const unit = (args = [], { node = process.execPath, more = {} } = {}) =>
  withServices(['TEST_DATABASE_URL', 'TEST_REDIS_URL'], async (env) => {
    rmSync(VITEST_JSON, { force: true });
    // Where something cannot be built, the build says so, and these tests run the sources.
    const server = (await buildOnce()) ? { TEST_SERVER: SERVER } : {};
    const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${VITEST_JSON}`];
    const code = await run(node, [bin('vitest'), 'run', ...report, ...args], {
      env: { ...env, ...server, ...more },
    });
    failures.push(...failedUnits(readReport(VITEST_JSON) ?? {}));
    return countReport(VITEST_JSON, vitestTally, code);
  });

/** What the container stands on. */
async function node24() {
  if (process.versions.node.startsWith('24.')) {
    console.log('This is Node 24: it has run everything already.');
    return NONE;
  }
  const node = findNode24();
  if (node === undefined) {
    console.log('Node 24 is not installed, so nothing ran on it: NODE_24=/path/to/node names one.');
    return { ...NONE, skipped: 1 };
  }
  return unit([], { node, more: { TEST_WITHOUT: HEAVY_UNITS.join(',') } });
}

async function e2e(args = [], more = {}) {
  if (!(await buildOnce())) {
    console.error('The browser tests need a build: not run.');
    return FAILED;
  }
  if (!(await ensureChromium({ isShellEnough: true }))) return FAILED;
  rmSync(PLAYWRIGHT_JSON, { force: true });
  return withServices(['TEST_REDIS_URL'], async (env) => {
    const code = await runBin('playwright', ['test', ...args], { env: { ...env, ...more, PLAYWRIGHT_JSON } });
    const report = readReport(PLAYWRIGHT_JSON) ?? {};
    for (const name of flakyJourneys(report)) console.log(`flaky: ${name}`);
    failures.push(...failedJourneys(report));
    return countReport(PLAYWRIGHT_JSON, playwrightTally, code);
  });
}

/** @type {Record<string, () => Promise<import('./lib/results.mjs').Tally>>} */
const STEPS = {
  lint: async () => check(await runBin('biome', ['check', '--error-on-warnings', '.'])),
  // Several threads check the types that they share once each, and the build has the other core.
  types: async () => check(await runBin('tsc', ['--noEmit', '--singleThreaded', '-p', 'tsconfig.json'])),
  imports: async () => check(await run(process.execPath, [join(ROOT, 'scripts', 'check-imports.mjs')])),
  unused: async () => check(await runBin('knip', ['--no-progress'])),
  unit: () => unit(),
  build: async () => ((await buildOnce()) ? PASSED : FAILED),
  e2e: () => e2e(),
  node24,
  heavy: async () =>
    total([
      await unit(HEAVY_UNITS, { more: FULL_LENGTH }),
      await e2e(['--grep', HEAVY_JOURNEYS], FULL_LENGTH),
    ]),
};
/** Part of others already: run when they are named. */
const ONLY_NAMED = ['heavy'];

/** Steps that use one core each, of the two there are; each lane one after the other. What it prints may be mixed. */
const LANES = [
  ['lint', 'imports', 'unused'],
  ['types', 'build'],
];

function chosenSteps() {
  const [given, ...more] = process.argv.slice(2);
  const only = given?.startsWith('--only=') ? given.slice('--only='.length) : undefined;
  if (more.length > 0 || (given !== undefined && only === undefined)) {
    console.error('npm test takes --only=… and nothing else.');
    process.exit(1);
  }
  if (only === undefined) return Object.keys(STEPS).filter((name) => !ONLY_NAMED.includes(name));
  const names = only.split(',');
  const unknown = names.filter((name) => !Object.hasOwn(STEPS, name));
  if (unknown.length > 0) {
    console.error(`--only knows ${Object.keys(STEPS).join(', ')}; not ${unknown.join(', ')}.`);
    process.exit(1);
  }
  return Object.keys(STEPS).filter((name) => names.includes(name));
}

// An interrupted run takes its database with it: `exit` handlers run, which a signal alone would pass over.
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

const chosen = chosenSteps();
await setup();
mkdirSync(REPORTS, { recursive: true });

const tallies = [];
async function runStep(name) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const tally = await STEPS[name]();
  tallies.push(tally);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`── ${name}: ${tally.failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
}
async function runLane(names) {
  for (const name of names) if (chosen.includes(name)) await runStep(name);
}

await Promise.all([installTools(chosen), ...LANES.map(runLane)]);
await runLane(['unit', 'e2e', 'node24', 'heavy']);

for (const failure of failures) console.log(`\nfailed: ${failure}`);
const sum = total(tallies);
process.exitCode = sum.failed === 0 ? 0 : 1;
console.log(`\n${summary(sum)}`);
