/** Suites that run side by side share no limits and no leases: each of Jest's workers has a Redis database of its own. */
process.env.TEST_REDIS_URL ??= `redis://127.0.0.1:6379/${process.env.JEST_WORKER_ID ?? 0}`;
