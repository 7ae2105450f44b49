import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { configDefaults, defineConfig } from 'vitest/config';

const SERVER = fileURLToPath(new URL('./server', import.meta.url));
const SRC = fileURLToPath(new URL('./src', import.meta.url));

/** Tests of what a PostgreSQL server alone can do. */
const POSTGRES_ONLY = 'server/**/*.postgres.test.ts';

/** Test files of a folder in which something stands. */
const filesWith = (folder: string, text: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => text.test(readFileSync(join(folder, file), 'utf8')))
    .map((file) => `${basename(folder)}/${file}`);

/** Those that open a database of whatever kind the run is about. */
const filesOnDatabase = filesWith(SERVER, /\bfresh(History)?Database\b/);

/**
 * Long random lives, the same on either database: one of them is enough, and a server is several times as fast. What
 * is particular to a database is proved by the rest, which runs on both.
 */
const ON_ONE_DATABASE = [
  'server/exchange/life-one.test.ts',
  'server/exchange/life-two.test.ts',
  'server/exchange/conservation.test.ts',
  'server/exchange/rounds/conservation.test.ts',
  'server/exchange/triggers/conservation.test.ts',
  'server/abuse-trade.test.ts',
  'server/specification.test.ts',
];
const hasServer = Boolean(process.env.TEST_DATABASE_URL);
/** Files that this run leaves out: `--exclude` does not reach the projects. */
const without = process.env.TEST_WITHOUT?.split(',') ?? [];

/** Those of the desk that need a document. */
const filesInDom = filesWith(SRC, /^\/\/ @vitest-environment happy-dom$/m);

/** They share the libraries they load; what is put in the place of a module is so in its own file alone. */
const desk = {
  extends: true as const,
  test: {
    name: 'desk',
    isolate: false,
    setupFiles: ['./vitest.desk-setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    exclude: [...configDefaults.exclude, ...filesInDom],
  },
};
/**
 * By themselves, for a process ends as soon as the next file of its project needs another environment, and loading
 * happy-dom takes longer than most tests (desk and these: 43 s mixed, 19 apart).
 */
const deskInDom = {
  extends: true as const,
  test: {
    name: 'desk-dom',
    isolate: false,
    setupFiles: ['./vitest.desk-setup.ts'],
    include: filesInDom,
  },
};
const rest = {
  extends: true as const,
  test: {
    name: 'rest',
    isolate: false,
    include: ['{contract,server,bench}/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}'],
    exclude: [...configDefaults.exclude, POSTGRES_ONLY, ...(hasServer ? ON_ONE_DATABASE : []), ...without],
  },
};
/** What needs a database runs a second time, on PostgreSQL; without a server it does not (scripts/test.mjs says so). */
const onPostgres = {
  extends: true as const,
  test: {
    name: 'postgres',
    isolate: false,
    include: [...filesOnDatabase, POSTGRES_ONLY],
    exclude: [...configDefaults.exclude, ...without],
    provide: { postgresUrl: process.env.TEST_DATABASE_URL },
    globalSetup: './server/db/testing/run.ts',
  },
};

export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: {
      '@contract': fileURLToPath(new URL('./contract', import.meta.url)),
      '@': SRC,
    },
  },
  test: {
    environment: 'node',
    setupFiles: ['./vitest.setup.ts'],
    // Processes, not threads: the Solana VM is native code.
    pool: 'forks',
    // Two more than cores: some tests wait for servers that are killed and come back (201 s with three, 175, 193 with five).
    maxWorkers: 4,
    // These end what hangs: what is waited for has to come, and how long it takes on a busy machine proves nothing.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    restoreMocks: true,
    provide: { builtServer: process.env.TEST_SERVER || undefined },
    projects: hasServer ? [desk, deskInDom, rest, onPostgres] : [desk, deskInDom, rest],
  },
});
