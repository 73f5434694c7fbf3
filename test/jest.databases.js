/** The API and relay suites once more, on the database that SLUICE_TEST_DATABASE names. */
module.exports = {
  ...require('./jest.api'),
  displayName: process.env.SLUICE_TEST_DATABASE ?? 'sqlite',
  testMatch: ['<rootDir>/test/databases/*.spec.ts'],
};
