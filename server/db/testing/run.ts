import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';

/** Names the databases of this run on the PostgreSQL server of the tests, and drops what is left of them at its end. */
export default function nameRun(project: TestProject): () => Promise<void> {
  const run = randomBytes(4).toString('hex');
  project.provide('testRun', run);
  return async () => {
    const client = new pg.Client({ connectionString: project.getProvidedContext().postgresUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string }>(
        'select datname as name from pg_database where starts_with(datname, $1)',
        [`evenline_test_${run}_`],
      );
      for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
    } finally {
      await client.end();
    }
  };
}
