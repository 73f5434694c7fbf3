/**
 * What dependencies load and the server never uses, each with the reason; an empty module stands in its place. Together
 * they are a fifth of the server.
 */
const UNUSED = [
  {
    files:
      /\/typeorm\/driver\/(aurora-|better-sqlite3|capacitor|cockroachdb|cordova|expo|mongodb|nativescript|oracle|react-native|sap|spanner|sqljs|sqlserver)/,
    why: 'databases that DATABASE_URL cannot name',
  },
  { files: /\/node_modules\/glob\//, why: 'TypeORM looks for entities in folders with it; they are listed' },
  { files: /\/node_modules\/libphonenumber-js\//, why: 'class-validator reads telephone numbers with it' },
  { files: /\/node_modules\/source-map-js\//, why: 'postcss maps style sheets with it, and works without' },
  {
    files: /\/node_modules\/light-my-request\//,
    why: 'Fastify calls its routes without a socket with it, in tests of others',
  },
  { files: /\/node_modules\/luxon\//, why: 'cron reads times of the calendar with it; all jobs run at intervals' },
];

/** Found at run time by its path, TypeORM would be loaded a second time beside the bundle. */
const TYPEORM_BY_PATH = /\/@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/;
const TYPEORM_BY_IMPORT = `export { AbstractRepository, Connection } from 'typeorm';`;

/** @returns {import('vite').Plugin} */
export function leaveOut() {
  return {
    name: 'leave-out',
    enforce: 'pre',
    resolveId(name, importer) {
      // TypeORM would cache queries with it; the server's own connection loads it when REDIS_URL is set.
      return name === 'ioredis' && importer?.includes('/typeorm/') ? { id: name, external: true } : null;
    },
    load(id) {
      if (TYPEORM_BY_PATH.test(id)) return TYPEORM_BY_IMPORT;
      const isUnused = UNUSED.some(({ files }) => files.test(id));
      return isUnused ? { code: 'module.exports = {};', moduleType: 'js' } : null;
    },
  };
}
