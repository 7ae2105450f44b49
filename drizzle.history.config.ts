export default {
  dialect: 'postgresql',
  schema: './server/db/history-schema.ts',
  out: './server/db/history-migrations',
  schemaFilter: ['history'],
};
