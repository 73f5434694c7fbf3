/** A Redis has 16 databases; this many of them belong to the workers of one lane of suites, which are no more. */
const DATABASES_OF_LANE = Math.min(8, Math.floor(16 / Number(process.env.SLUICE_TEST_LANES ?? 1)));

/**
 * What runs side by side shares no limits and no leases: each of Jest's workers has a Redis database of its own, and
 * each lane of suites has databases of its own.
 */
const worker = Number(process.env.JEST_WORKER_ID ?? 0) % DATABASES_OF_LANE;
const lane = Number(process.env.SLUICE_TEST_LANE ?? 0);
process.env.TEST_REDIS_URL ??= `redis://127.0.0.1:6379/${lane * DATABASES_OF_LANE + worker}`;
