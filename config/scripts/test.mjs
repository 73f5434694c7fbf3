import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { prepare, root } from './prepare.mjs';

/** What the command names (parts of paths, options of Jest): only those tests run, where they first stand. */
const asked = process.argv.slice(2);

function onDatabase(database) {
  return {
    name: `api and relay on ${database}`,
    config: 'test/jest.databases.js',
    service: database,
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

/** Suites in the order in which a mistake is cheapest to find. Each runs by itself, so that none disturbs another. */
const SUITES = [
  { name: 'unit', config: 'test/jest.unit.js' },
  withoutRecordings('unit', 'test/jest.unit.js', 'libs', 'apps'),
  { name: 'web', config: 'test/jest.web.js' },
  { name: 'api, relay, billing, architecture', config: 'test/jest.api.js' },
  withoutRecordings('relay', 'test/jest.api.js', 'test/relay'),
  onDatabase('postgres'),
  onDatabase('mysql'),
  { name: 'contract', config: 'test/jest.contract.js' },
  { name: 'browser', config: 'test/jest.browser.js' },
];

const totals = { passed: 0, failed: 0, skipped: 0 };

/** Spec files that failed once and passed when they ran again. */
const unsteady = [];

/** Names of the services that are there, as the suites' own set-up finds them. */
async function findServices() {
  await createRequire(import.meta.url)(join(root, 'test/support/find-services.js'))();
  return (process.env.SLUICE_TEST_SERVICES ?? '').split(',');
}

/** Whether what the command names is in a suite; everything is when it names nothing. */
function isAsked({ config, isRepetition }) {
  if (asked.length === 0) return true;
  if (isRepetition) return false;
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const { stdout } = spawnSync(process.execPath, [jest, '-c', config, '--listTests', ...asked], { cwd: root });
  return String(stdout).includes('.spec.ts') || String(stdout).includes('.test.ts');
}

/** Runs a suite, or some files of it; undefined where it did not even begin. */
function runJest({ name, config, environment = {}, options = [] }) {
  const output = join(root, 'test/output', `${name.replace(/\W+/g, '-')}.json`);
  rmSync(output, { force: true });
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/jest/bin/jest.js'),
      ...options, // first, because lists of patterns take everything up to the next option
      '-c',
      config,
      '--json',
      `--outputFile=${output}`,
      '--silent=false',
      ...asked,
    ],
    { cwd: root, stdio: ['inherit', 'ignore', 'inherit'], env: { ...process.env, ...environment } },
  );
  if (!existsSync(output)) return undefined;
  return { ...JSON.parse(readFileSync(output, 'utf8')), status };
}

/** More failed files than these are no accident of a busy machine. */
const TRIED_AGAIN_MAX = 4;

/**
 * Suites run side by side, and a page in a real browser or a limit of time may stumble over a busy machine. A file that
 * fails runs once more then, by itself; passing there counts, but the file is named at the end, for it has shown a race
 * that wants to be found.
 */
function tryAgain(suite, first, failed) {
  const options = ['--maxWorkers=1', '--runTestsByPath', ...failed];
  const again = runJest({ ...suite, name: `${suite.name}, once more`, options });
  if (again?.status !== 0) return first;
  unsteady.push(...failed);
  return {
    ...first,
    status: 0,
    numPassedTests: first.numPassedTests + first.numFailedTests,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 0,
  };
}

function runSuite(suite) {
  const first = runJest(suite);
  if (!first) {
    totals.failed += 1;
    return;
  }
  const failed = first.testResults.filter(file => file.status === 'failed').map(file => relative(root, file.name));
  const isWorthIt = first.status !== 0 && failed.length > 0 && failed.length <= TRIED_AGAIN_MAX;
  const result = isWorthIt ? tryAgain(suite, first, failed) : first;
  totals.passed += result.numPassedTests;
  totals.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  if (!suite.isSkipExpected) totals.skipped += result.numPendingTests + result.numTodoTests;
  if (result.status !== 0 && result.numFailedTests + result.numRuntimeErrorTestSuites === 0) totals.failed += 1;
}

try {
  prepare();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.stdout.write('0 passed, 1 failed, 0 skipped\n');
  process.exit(1);
}
mkdirSync(join(root, 'test/output'), { recursive: true });
const services = await findServices();
const suites = SUITES.filter(isAsked);
if (suites.length === 0) {
  process.stdout.write(`No test matches ${asked.join(' ')}.\n0 passed, 1 failed, 0 skipped\n`);
  process.exit(1);
}
for (const suite of suites) {
  if (!suite.service || services.includes(suite.service)) {
    runSuite(suite);
    continue;
  }
  process.stdout.write(`\nSKIPPED: "${suite.name}", because ${suite.service} was not found.\n`);
  totals.skipped += 1;
}
for (const file of unsteady) process.stdout.write(`UNSTEADY: ${file} failed once and passed when it ran again.\n`);
const isSkipForbidden = process.env.CI === 'true' && totals.skipped > 0;
if (isSkipForbidden) process.stdout.write('With CI=true a skipped test is a failure.\n');
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
process.exit(totals.failed > 0 || isSkipForbidden ? 1 : 0);
