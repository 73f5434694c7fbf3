import { configure } from '@testing-library/react';

/** Milliseconds; a machine that runs several suites at once takes seconds for what a reader sees at once. */
const WAIT_MAX_MS = 5_000;

configure({ asyncUtilTimeout: WAIT_MAX_MS });
