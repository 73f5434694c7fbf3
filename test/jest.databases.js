/** The API and relay suites once more, on the database that SLUICE_TEST_DATABASE names: on a further one in fewer parts. */
const isFurther = (process.env.SLUICE_TEST_DATABASE ?? 'sqlite') !== 'sqlite';

module.exports = {
  ...require('./jest.api'),
  displayName: process.env.SLUICE_TEST_DATABASE ?? 'sqlite',
  testMatch: [`<rootDir>/test/databases/part-${isFurther ? '[1-4]' : '*'}.spec.ts`],
};
