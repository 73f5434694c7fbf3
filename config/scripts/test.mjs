import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { memoryFolder, startOwnDatabases } from './own-databases.mjs';
import { prepare, root } from './prepare.mjs';
import { suites } from './test-suites.mjs';

/** What the command names (parts of paths, options of Jest): only those tests run, where they first stand. */
const asked = process.argv.slice(2);

const JEST = join(root, 'node_modules/jest/bin/jest.js');

const totals = { passed: 0, failed: 0, skipped: 0 };

/** Spec files that failed once and passed when they ran again. */
const unsteady = [];

/** Names of the services that are there, as the suites' own set-up finds them. */
async function findServices() {
  await createRequire(import.meta.url)(join(root, 'test/support/servers/find-services.js'))();
  return (process.env.SLUICE_TEST_SERVICES ?? '').split(',');
}

/** So many files of the API and the relay are worth evaluating the modules of the server once for several of them. */
const IN_PARTS_MIN = 16;

/** The suites with files that the command names; everything when it names nothing. */
function askedSuites(all) {
  if (asked.length === 0) return all;
  return all.filter(suite => !suite.isRepetition).flatMap(askedOf);
}

/** What the command names of a suite: nothing, its files one by one, or many files of the server in parts. */
function askedOf(suite) {
  const list = [JEST, '-c', suite.config, '--listTests', ...asked];
  const files = String(spawnSync(process.execPath, list, { cwd: root }).stdout).match(/\S+\.(spec|test)\.tsx?/g) ?? [];
  if (files.length === 0) return [];
  const isByPath = !asked.some(word => word.startsWith('-'));
  const inParts = files.filter(file => /\/test\/(api|relay)\//.test(file));
  if (!isByPath || inParts.length < IN_PARTS_MIN) return [suite];
  const environment = { ...suite.environment, SLUICE_TEST_PATHS: asked.join('\n') };
  return [{ ...suite, config: 'test/jest.parts.js', environment, patterns: [...asked, '/test/databases/'] }];
}

/** Runs a suite, or some files of it; undefined where it did not even begin. */
async function runJest({ name, config, environment = {}, options = [], patterns = asked }) {
  const output = join(root, 'test/output', `${name.replace(/\W+/g, '-')}.json`);
  rmSync(output, { force: true });
  process.stdout.write(`\n== ${name}\n`);
  const jest = spawn(
    process.execPath,
    [
      JEST,
      ...options, // first, because lists of patterns take everything up to the next option
      '-c',
      config,
      '--json',
      `--outputFile=${output}`,
      '--silent=false',
      ...patterns,
    ],
    { cwd: root, stdio: ['inherit', 'ignore', 'inherit'], env: { ...process.env, ...environment } },
  );
  const status = await new Promise(resolve => jest.once('close', resolve));
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
async function tryAgain(suite, first, failed) {
  const options = ['--maxWorkers=1', '--runTestsByPath', ...failed];
  const config = /parts|databases/.test(suite.config) ? 'test/jest.api.js' : suite.config;
  const again = await runJest({ ...suite, config, name: `${suite.name}, once more`, options, patterns: [] });
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

/** The spec files in which a test failed, also those of which a part is made. */
function failedSpecs(outcome) {
  const specs = outcome.testResults
    .filter(file => file.status === 'failed')
    .flatMap(file => {
      if (!file.name.includes('/test/databases/')) return [relative(root, file.name)];
      const failed = file.assertionResults.filter(test => test.status === 'failed');
      return failed.map(test => join('test', test.ancestorTitles[0]));
    });
  return [...new Set(specs)];
}

/** Adds the outcome of a suite to the totals; failed files have run once more before, when no other suite runs. */
async function count(suite, first) {
  if (!first) {
    totals.failed += 1;
    return;
  }
  const failed = failedSpecs(first);
  const isWorthIt = first.status !== 0 && failed.length > 0 && failed.length <= TRIED_AGAIN_MAX;
  const result = isWorthIt ? await tryAgain(suite, first, failed) : first;
  totals.passed += result.numPassedTests;
  totals.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  if (!suite.isSkipExpected) totals.skipped += result.numPendingTests + result.numTodoTests;
  if (result.status !== 0 && result.numFailedTests + result.numRuntimeErrorTestSuites === 0) totals.failed += 1;
}

async function runSideBySide(suites) {
  const outcomes = await Promise.all(suites.map(runJest));
  for (const [at, suite] of suites.entries()) await count(suite, outcomes[at]);
}

/** Leaves out, and counts as skipped, the suites whose service is missing. */
function whatCanRun(suites, services) {
  return suites.filter(({ name, service }) => {
    if (!service || services.includes(service)) return true;
    process.stdout.write(`\nSKIPPED: "${name}", because ${service} was not found.\n`);
    totals.skipped += 1;
    return false;
  });
}

async function runAll(rows) {
  const services = await findServices();
  for (const row of rows) await runSideBySide(whatCanRun(row, services));
  for (const file of unsteady) process.stdout.write(`UNSTEADY: ${file} failed once and passed when it ran again.\n`);
  const isSkipForbidden = process.env.CI === 'true' && totals.skipped > 0;
  if (isSkipForbidden) process.stdout.write('With CI=true a skipped test is a failure.\n');
  process.stdout.write(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
  return totals.failed > 0 || isSkipForbidden ? 1 : 0;
}

/** Gives the run its own temporary files and databases, and removes them, also when the run is interrupted. */
async function withOwnSurroundings({ usesDatabases }, run) {
  const temporary = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'sluice-run-'));
  const databases = await startOwnDatabases(usesDatabases ? ['postgres', 'mysql'] : []);
  Object.assign(process.env, databases.environment, { TMPDIR: temporary });
  const leave = async () => {
    // What the tests found stands, also when a server cannot be stopped.
    await databases
      .stop()
      .catch(error => process.stderr.write(`A database of this run still runs: ${error.message}.\n`));
    rmSync(temporary, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => leave().then(() => process.exit(1)));
  try {
    return await run();
  } finally {
    await leave();
  }
}

try {
  prepare();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.stdout.write('0 passed, 1 failed, 0 skipped\n');
  process.exit(1);
}
mkdirSync(join(root, 'test/output'), { recursive: true });
const rows = suites(asked.length === 0)
  .map(askedSuites)
  .filter(row => row.length > 0);
if (rows.length === 0) {
  process.stdout.write(`No test matches ${asked.join(' ')}.\n0 passed, 1 failed, 0 skipped\n`);
  process.exit(1);
}
const usesDatabases = rows.flat().some(suite => suite.usesDatabases);
process.exit(await withOwnSurroundings({ usesDatabases }, () => runAll(rows)));
