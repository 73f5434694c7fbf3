/**
 * What dependencies load and the server never uses, each with the reason; an empty module stands in its place. Together
 * they are more than a quarter of the server.
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
  {
    files: /\/node_modules\/undici\/lib\/(cache|interceptor|mock|web)\//,
    why: 'undici has caches, tests of others and a fetch; the server asks with its agents and pools',
  },
  {
    files: /\/node_modules\/@fastify\/(ajv-compiler|fast-json-stringify-compiler)\//,
    why: 'Fastify checks and writes with them what has a schema; no route has one',
  },
  { files: /\/node_modules\/@sqltools\/formatter\//, why: 'TypeORM lays out the statements that it logs with it' },
];

/** Found at run time by its path, TypeORM would be loaded a second time beside the bundle. */
const TYPEORM_BY_PATH = /\/@nestjs\/typeorm\/dist\/common\/typeorm-compat\.js$/;
const TYPEORM_BY_IMPORT = `export { AbstractRepository, Connection } from 'typeorm';`;

/** undici makes one when it is loaded. */
const UNDICI_CACHES = /\/undici\/lib\/web\/cache\/cachestorage\.js$/;

/** A module that has no names, and that may be called or extended as a whole. */
const EMPTY = 'module.exports = function () {};';

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
      if (UNDICI_CACHES.test(id)) return { code: 'exports.CacheStorage = class {};', moduleType: 'js' };
      const isUnused = UNUSED.some(({ files }) => files.test(id));
      return isUnused ? { code: EMPTY, moduleType: 'js' } : null;
    },
  };
}
