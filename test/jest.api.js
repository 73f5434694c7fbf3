const workers = require('./jest.workers');

/** The real server over real sockets: routes, rules, relay journeys, billing, processes, and the rules of the house. */
module.exports = {
  ...require('./jest.base'),
  displayName: 'api',
  testMatch: ['<rootDir>/test/{api,relay,billing,processes,architecture}/**/*.spec.ts'],
  globalSetup: '<rootDir>/test/support/servers/find-services.js',
  setupFiles: ['<rootDir>/test/support/servers/redis-of-worker.js'],
  // The tests also wait: for limits of time, for silent upstreams and for the database.
  maxWorkers: workers(1),
  testSequencer: '<rootDir>/test/jest.sequencer.js',
  // Longer than the waits of a test together, which fail by themselves and say what they waited for.
  testTimeout: 600_000,
};
