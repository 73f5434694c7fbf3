/** The files of test/jest.api.js that start the built server: they wait more than they compute, beside other suites. */
module.exports = {
  ...require('./jest.api'),
  displayName: 'processes',
  testMatch: ['<rootDir>/test/processes/**/*.spec.ts'],
};
