const os = require('node:os');

/** A worker takes up to a gigabyte, and the machine has other work. */
const WORKER_BYTES = 1.5 * 1024 ** 3;

/** Redis has a database for each of so many workers. */
const WORKERS_MAX = 8;

/** So many lanes of suites run side by side and share the machine. */
const lanes = Math.max(1, Number(process.env.SLUICE_TEST_LANES ?? 1));

/**
 * How many workers a suite uses.
 *
 * @param wanted so many workers together use the machine well; the suites that run side by side share them
 */
module.exports = function workers(wanted) {
  const inMemory = Math.floor(os.totalmem() / WORKER_BYTES / lanes);
  return Math.max(1, Math.min(Math.ceil(wanted / lanes), WORKERS_MAX, inMemory));
};
