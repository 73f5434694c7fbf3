const os = require('node:os');

/** A worker takes up to a gigabyte, and the machine has other work. */
const WORKER_BYTES = 1.5 * 1024 ** 3;

/** So many lanes of suites run side by side and share the machine. */
const lanes = Math.max(1, Number(process.env.SLUICE_TEST_LANES ?? 1));

/** A Redis has 16 databases: one for each worker of each lane (test/support/servers/redis-of-worker.js). */
const WORKERS_MAX = Math.min(8, Math.floor(16 / lanes));

/**
 * How many workers a suite uses: its share of the cores, as far as there is memory.
 *
 * @param more so many more for a suite whose tests wait: for limits of time, and for silent upstreams
 */
module.exports = function workers(more = 0) {
  const inMemory = Math.floor(os.totalmem() / WORKER_BYTES / lanes);
  const wanted = Math.ceil(os.availableParallelism() / lanes) + more;
  return Math.max(1, Math.min(wanted, WORKERS_MAX, inMemory));
};
