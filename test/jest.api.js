/** The real server over real sockets: routes, rules, relay journeys, billing, and the rules of the house. */
module.exports = {
  ...require('./jest.base'),
  displayName: 'api',
  testMatch: ['<rootDir>/test/{api,relay,billing,architecture}/**/*.spec.ts'],
  globalSetup: '<rootDir>/test/support/find-services.js',
  setupFiles: ['<rootDir>/test/support/redis-of-worker.js'],
  testTimeout: 30_000,
};
