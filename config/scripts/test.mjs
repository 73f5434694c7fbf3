import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

/** Suites in the order in which a mistake is cheapest to find. Each runs by itself, so that none disturbs another. */
const SUITES = [
  { name: 'unit', config: 'test/jest.unit.js' },
  { name: 'web', config: 'test/jest.web.js' },
  { name: 'api, relay, billing, architecture', config: 'test/jest.api.js' },
  { name: 'contract', config: 'test/jest.contract.js' },
  { name: 'browser', config: 'test/jest.browser.js' },
];

const totals = { passed: 0, failed: 0, skipped: 0 };

function runSuite({ name, config }) {
  const output = join(root, 'test/output', `${config.replace(/\W/g, '-')}.json`);
  rmSync(output, { force: true });
  process.stdout.write(`\n== ${name}\n`);
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/jest/bin/jest.js'),
      '-c',
      config,
      '--json',
      `--outputFile=${output}`,
      '--silent=false',
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] },
  );
  if (!existsSync(output)) {
    totals.failed += 1; // the suite did not even begin
    return;
  }
  const result = JSON.parse(readFileSync(output, 'utf8'));
  totals.passed += result.numPassedTests;
  totals.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  totals.skipped += result.numPendingTests + result.numTodoTests;
  if (status !== 0 && result.numFailedTests + result.numRuntimeErrorTestSuites === 0) totals.failed += 1;
}

try {
  prepare();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.stdout.write('0 passed, 1 failed, 0 skipped\n');
  process.exit(1);
}
mkdirSync(join(root, 'test/output'), { recursive: true });
for (const suite of SUITES) if (existsSync(join(root, suite.config))) runSuite(suite);
const isSkipForbidden = process.env.CI === 'true' && totals.skipped > 0;
if (isSkipForbidden) process.stdout.write('With CI=true a skipped test is a failure.\n');
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
process.exit(totals.failed > 0 || isSkipForbidden ? 1 : 0);
