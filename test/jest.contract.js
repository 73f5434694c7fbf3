/** The console's API layer against the built server: same interfaces at compile time, same answers at run time. */
module.exports = {
  ...require('./jest.web'),
  displayName: 'contract',
  testEnvironment: '<rootDir>/test/jest.contract-environment.js',
  testMatch: ['<rootDir>/test/contract/*.spec.ts'],
  maxWorkers: 1, // pages and the server they talk to fill a small machine
  testTimeout: 120_000,
};
