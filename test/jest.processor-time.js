const { existsSync, readFileSync, writeFileSync } = require('node:fs');

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;
/** Fields of /proc/self/stat behind the name of the program: own time as user and in the kernel, and that of ended children. */
const TIME_FIELDS = [11, 12, 13, 14];

/** Seconds of processor time of this process, its workers and all that they started, as far as it has ended; null elsewhere than on Linux. */
function processorSeconds() {
  if (!existsSync('/proc/self/stat')) return null;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return TIME_FIELDS.reduce((sum, field) => sum + Number(fields[field]), 0) / TICKS_PER_SECOND;
}

/** Notes what a suite cost, in the file that SLUICE_TEST_PROCESSOR_TIME names, when its workers have ended. */
module.exports = class ProcessorTime {
  onRunComplete() {
    const seconds = processorSeconds();
    const file = process.env.SLUICE_TEST_PROCESSOR_TIME;
    if (seconds !== null && file) writeFileSync(file, String(Math.round(seconds)));
  }
};
