import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './install.mjs';

/**
 * Writes test/file-seconds.json anew: how long the spec files took in the last whole run of `npm test`, where that is long
 * enough to matter. By these times the files are dealt to parts, and the longest begin first.
 */

/** Files that take less are dealt by their sizes. */
const LONG_SECONDS = 8;

const output = join(root, 'test/output');

/** Files that run by themselves: Jest's own report has their times. */
function ofReport(name) {
  const { testResults } = JSON.parse(readFileSync(join(output, name), 'utf8'));
  return testResults.map(({ name: path, startTime, endTime }) => [relative(root, path), (endTime - startTime) / 1000]);
}

/** Files of a part: each has left a line. */
function ofParts(name) {
  const lines = readFileSync(join(output, name), 'utf8').trim().split('\n');
  return lines.map(line => line.split('\t')).map(([path, seconds]) => [path, Number(seconds)]);
}

const names = existsSync(output) ? readdirSync(output) : [];
const all = [
  ...names
    .filter(name => /^(api|browser|processes).*\.json$/.test(name) && !/once-more|_on_|-on-/.test(name))
    .flatMap(ofReport),
  ...names.filter(name => /^api.*\.seconds$/.test(name) && !/-on-/.test(name)).flatMap(ofParts),
];
const long = all
  .filter(([path, seconds]) => seconds >= LONG_SECONDS && !/\/part-\d+\./.test(path))
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([path, seconds]) => [path, Math.round(seconds)]);
if (long.length === 0) {
  process.stderr.write('There is no report of a whole run in test/output; run "npm test" first.\n');
  process.exit(1);
}
writeFileSync(join(root, 'test/file-seconds.json'), `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
process.stdout.write(`${long.length} files are in test/file-seconds.json.\n`);
