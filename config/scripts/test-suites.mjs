import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

const unit = { name: 'unit', config: 'test/jest.unit.js' };
const browser = { name: 'browser', config: 'test/jest.browser.js' };

/** The suite of the console: in parts when all of it runs. */
function web(isWhole) {
  return { name: 'web', config: isWhole ? 'test/jest.web-parts.js' : 'test/jest.web.js' };
}

/** The calls of the console on the built server: in parts when all of them run. */
function contract(isWhole) {
  return { name: 'contract', config: isWhole ? 'test/jest.contract-parts.js' : 'test/jest.contract.js' };
}

const processes = { name: 'processes', config: 'test/jest.processes.js', usesDatabases: true };

/** The suite of the server on SQLite: in parts when all of it runs, and the processes apart. */
function onSqlite(isWhole) {
  return {
    name: isWhole ? 'api, relay, billing, architecture' : 'api, relay, billing, processes, architecture',
    config: isWhole ? 'test/jest.parts.js' : 'test/jest.api.js',
    environment: isWhole ? { SLUICE_TEST_DATABASE: 'sqlite' } : {},
    usesDatabases: true,
  };
}

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

/**
 * Stages, one after the other. A stage has its suites in the order in which they begin, and lanes: so many suites run
 * side by side, and the next one begins when a lane is free.
 *
 * The unit tests come first and alone: they find a mistake cheapest, and some of them bound the time of a calculation.
 * All other suites wait a good part of their time, for limits of time, for pages and for processes, and their last files
 * leave cores idle: three of them together use what one leaves. The longest begin first, and the shortest end the stage.
 *
 * @param isWhole false when the command names files
 */
export function stages(isWhole) {
  return [
    { lanes: 1, suites: [unit] },
    {
      lanes: 3,
      suites: [
        onSqlite(isWhole),
        browser,
        ...(isWhole ? [processes] : []),
        web(isWhole),
        onDatabase('postgres'),
        onDatabase('mysql'),
        contract(isWhole),
        withoutRecordings('relay', 'test/jest.api.js', 'test/relay'),
        withoutRecordings('unit', 'test/jest.unit.js', 'libs', 'apps'),
      ],
    },
  ];
}
