import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { memoryFolder, startOwnDatabases } from './own-databases.mjs';
import { prepare, root } from './prepare.mjs';
import { stages } from './test-suites.mjs';

/** What the command names (parts of paths, options of Jest): only those tests run, where they first stand. */
const asked = process.argv.slice(2);

const JEST = join(root, 'node_modules/jest/bin/jest.js');
const PROCESSOR_TIME = join(root, 'test/jest.processor-time.js');

const totals = { passed: 0, failed: 0, skipped: 0 };

/** Spec files that failed once and passed when they ran again. */
const unsteady = [];

/** What each suite took, as lines of the summary. */
const durations = [];

/** Names of the services that are there, as the suites' own set-up finds them. */
async function findServices() {
  await createRequire(import.meta.url)(join(root, 'test/support/servers/find-services.js'))();
  return (process.env.SLUICE_TEST_SERVICES ?? '').split(',');
}

/** So many files of the API, the relay and billing are worth evaluating the modules of the server once for several of them. */
const IN_PARTS_MIN = 16;

/** The suites of a stage with files that the command names; everything when it names nothing. */
function askedSuites({ lanes, suites }) {
  if (asked.length === 0) return { lanes, suites };
  return { lanes, suites: suites.filter(suite => !suite.isRepetition).flatMap(askedOf) };
}

/** What the command names of a suite: nothing, its files one by one, or many files of the server in parts. */
function askedOf(suite) {
  const list = [JEST, '-c', suite.config, '--listTests', ...asked];
  const files = String(spawnSync(process.execPath, list, { cwd: root }).stdout).match(/\S+\.(spec|test)\.tsx?/g) ?? [];
  if (files.length === 0) return [];
  const isByPath = !asked.some(word => word.startsWith('-'));
  const inParts = files.filter(file => /\/test\/(api|relay|billing)\//.test(file));
  if (!isByPath || inParts.length < IN_PARTS_MIN) return [suite];
  const environment = { ...suite.environment, SLUICE_TEST_PATHS: asked.join('\n') };
  return [{ ...suite, config: 'test/jest.parts.js', environment, patterns: [...asked, '/test/databases/'] }];
}

/** Runs a suite, or some files of it; undefined where it did not even begin. */
async function runJest({ name, config, environment = {}, options = [], patterns = asked }) {
  const output = join(root, 'test/output', `${name.replace(/\W+/g, '-')}.json`);
  const ofFiles = output.replace(/json$/, 'seconds');
  const ofProcessor = output.replace(/json$/, 'processor');
  for (const old of [output, ofFiles, ofProcessor]) rmSync(old, { force: true });
  const startedAt = performance.now();
  process.stdout.write(`\n== ${name}\n`);
  const jest = spawn(
    process.execPath,
    [
      JEST,
      '--reporters=default',
      `--reporters=${PROCESSOR_TIME}`,
      ...options, // first, because lists of patterns take everything up to the next option
      '-c',
      config,
      '--json',
      `--outputFile=${output}`,
      '--silent=false',
      ...patterns,
    ],
    {
      cwd: root,
      stdio: ['inherit', 'ignore', 'inherit'],
      env: { ...process.env, SLUICE_TEST_SECONDS: ofFiles, SLUICE_TEST_PROCESSOR_TIME: ofProcessor, ...environment },
    },
  );
  const status = await new Promise(resolve => jest.once('close', resolve));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(`\n== ${name}: ended after ${seconds} s\n`);
  const processor = existsSync(ofProcessor) ? readFileSync(ofProcessor, 'utf8') : '-';
  durations.push(`${String(seconds).padStart(6)} s ${processor.padStart(6)} s  ${name}\n`);
  if (!existsSync(output)) return undefined;
  return { ...JSON.parse(readFileSync(output, 'utf8')), status };
}

/** With what the files of a suite that runs in parts run by themselves. */
const ONE_BY_ONE = {
  'test/jest.parts.js': 'test/jest.api.js',
  'test/jest.databases.js': 'test/jest.api.js',
  'test/jest.web-parts.js': 'test/jest.web.js',
  'test/jest.contract-parts.js': 'test/jest.contract.js',
};

/** More failed files than these are no accident of a busy machine. */
const TRIED_AGAIN_MAX = 4;

/**
 * Suites run side by side, and a page in a real browser or a limit of time may stumble over a busy machine. A file that
 * fails runs once more then, by itself; passing there counts, but the file is named at the end, for it has shown a race
 * that wants to be found.
 */
async function tryAgain(suite, first, failed) {
  // What a failed file leaves open must not keep the whole run from ending.
  const options = ['--maxWorkers=1', '--forceExit', '--runTestsByPath', ...failed];
  const config = ONE_BY_ONE[suite.config] ?? suite.config;
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
      if (!/\/test\/(databases|web|contract\/parts)\//.test(file.name)) return [relative(root, file.name)];
      const failed = file.assertionResults.filter(test => test.status === 'failed');
      if (failed.length > 0) return failed.map(test => test.ancestorTitles[0]);
      // A hook after the last test belongs to no test; only the stack tells where it stands.
      return (
        file.message.match(
          /(test\/(api|relay|billing|contract(?!\/parts))|frontend\/src)\/[\w/.-]+\.(spec|test)\.tsx?/g,
        ) ?? []
      );
    });
  return [...new Set(specs)];
}

/** Adds the outcome of a suite to the totals; failed files have run once more before, when no other suite runs. */
async function addUp(suite, first) {
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

/**
 * Runs the suites of a stage, in each lane the next one when the lane is free. They learn in which lane they are, because
 * lanes share the cores and a Redis.
 */
async function runStage({ lanes, suites }) {
  const waiting = [...suites];
  const ended = [];
  const count = Math.min(lanes, suites.length);
  const runLane = async lane => {
    const place = { SLUICE_TEST_LANE: String(lane), SLUICE_TEST_LANES: String(count) };
    for (let suite = waiting.shift(); suite; suite = waiting.shift()) {
      const outcome = await runJest({ ...suite, environment: { ...suite.environment, ...place } });
      ended.push({ suite, outcome });
    }
  };
  await Promise.all(Array.from({ length: count }, (_, lane) => runLane(lane)));
  for (const { suite, outcome } of ended) await addUp(suite, outcome);
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

async function runAll(all) {
  const services = await findServices();
  for (const { lanes, suites } of all) await runStage({ lanes, suites: whatCanRun(suites, services) });
  process.stdout.write(
    `\nDurations, in part side by side, and processor time without the databases:\n${durations.join('')}`,
  );
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
  await prepare();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.stdout.write('0 passed, 1 failed, 0 skipped\n');
  process.exit(1);
}
mkdirSync(join(root, 'test/output'), { recursive: true });
const wanted = stages(asked.length === 0)
  .map(askedSuites)
  .filter(({ suites }) => suites.length > 0);
if (wanted.length === 0) {
  process.stdout.write(`No test matches ${asked.join(' ')}.\n0 passed, 1 failed, 0 skipped\n`);
  process.exit(1);
}
const usesDatabases = wanted.some(({ suites }) => suites.some(suite => suite.usesDatabases));
process.exit(await withOwnSurroundings({ usesDatabases }, () => runAll(wanted)));
