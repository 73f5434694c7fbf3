import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

function onDatabase(database) {
  return {
    name: `api and relay on ${database}`,
    config: 'test/jest.databases.js',
    service: database,
    usesDatabases: true,
    environment: { SLUICE_TEST_DATABASE: database },
    isRepetition: true,
  };
}

/** Spec files below some folders that read recorded answers, directly or through the scenes made of them. */
function readersOfRecordings(...folders) {
  return folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true })
      .filter(name => name.endsWith('.spec.ts'))
      .map(name => join(folder, name))
      .filter(path =>
        /\/(recorded-files|recordings|recorded-scene)'|\b(recordedFiles?|recordedStreams)\b/.test(
          readFileSync(join(root, path), 'utf8'),
        ),
      ),
  );
}

/**
 * The recorded answers are no part of this repository, so most clones have none: what reads them passes there, too.
 * Skipped tests are what is expected, and are not counted.
 */
function withoutRecordings(part, config, ...folders) {
  return {
    name: `${part} without recorded answers`,
    config,
    environment: { SLUICE_FIXTURES: join(root, 'test/output/no-recorded-answers') },
    options: ['--runTestsByPath', ...readersOfRecordings(...folders)],
    isSkipExpected: true,
    isRepetition: true,
  };
}

/** The suite of the server on SQLite: in parts when all of it runs. */
function onSqlite(isWhole) {
  return {
    name: 'api, relay, billing, processes, architecture',
    config: isWhole ? 'test/jest.parts.js' : 'test/jest.api.js',
    environment: isWhole ? { SLUICE_TEST_DATABASE: 'sqlite' } : {},
    usesDatabases: true,
  };
}

/**
 * Suites in the order in which a mistake is cheapest to find. Those of one row run side by side: each of them leaves a
 * core idle.
 *
 * @param isWhole false when the command names files
 */
export function suites(isWhole) {
  return [
    [{ name: 'unit', config: 'test/jest.unit.js' }],
    [withoutRecordings('unit', 'test/jest.unit.js', 'libs', 'apps')],
    [{ name: 'web', config: 'test/jest.web.js' }],
    [onSqlite(isWhole)],
    [withoutRecordings('relay', 'test/jest.api.js', 'test/relay')],
    [onDatabase('postgres')],
    [onDatabase('mysql')],
    [
      { name: 'contract', config: 'test/jest.contract.js' },
      { name: 'browser', config: 'test/jest.browser.js' },
    ],
  ];
}
