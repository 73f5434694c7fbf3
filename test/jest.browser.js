/** The built console in a real browser, on the built server, with a mock upstream behind it. */
module.exports = {
  ...require('./jest.base'),
  displayName: 'browser',
  testMatch: ['<rootDir>/test/browser/**/*.spec.ts'],
  globalSetup: '<rootDir>/test/support/servers/find-services.js',
  maxWorkers: 1, // pages and the server they talk to fill a small machine
  testSequencer: '<rootDir>/test/jest.sequencer.js',
  testTimeout: 600_000,
};
