const { statSync } = require('node:fs');
const { join, relative } = require('node:path');
const seconds = require('./file-seconds.json');

const ROOT = join(__dirname, '..');
/** A file that is not in the table takes about a second for each of so many bytes. */
const BYTES_PER_SECOND = 4000;

/**
 * How long a spec file takes in a whole run, in seconds: as the table says, which names the files that take long, or by its
 * size. `node config/scripts/file-seconds.mjs` writes the table anew from the last whole run.
 */
function secondsOf(path) {
  return seconds[relative(ROOT, path)] ?? statSync(path).size / BYTES_PER_SECOND;
}

/**
 * Deals files to parts that take about equally long: the longest first, each to the part that has least.
 *
 * @returns the files of each part
 */
function dealFiles(paths, parts) {
  const dealt = Array.from({ length: parts }, () => ({ files: [], seconds: 0 }));
  const files = paths.map(path => ({ path, seconds: secondsOf(path) }));
  files.sort((a, b) => b.seconds - a.seconds || a.path.localeCompare(b.path));
  for (const file of files) {
    const least = dealt.reduce((best, part) => (part.seconds < best.seconds ? part : best));
    least.files.push(file.path);
    least.seconds += file.seconds;
  }
  return dealt.map(part => part.files);
}

module.exports = { secondsOf, dealFiles };
