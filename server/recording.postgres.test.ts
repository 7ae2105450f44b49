import { inject, it } from 'vitest';
import { createPostgres } from './db/testing/database.ts';
import { killRecorder } from './testing/killed-recorder.ts';

it('a gateway that is killed while it records in PostgreSQL has written whole answers, and a gap after them', {
  timeout: 300_000,
}, async () => {
  const database = await createPostgres(inject('postgresUrl') ?? '');
  try {
    await killRecorder({ DATABASE_URL: database.url, DATA_DIR: '/nowhere' });
  } finally {
    await database.drop();
  }
});
