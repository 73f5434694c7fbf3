/** Specs beside their sources. */
module.exports = {
  ...require('./jest.base'),
  displayName: 'unit',
  testMatch: [
    '<rootDir>/libs/**/*.spec.ts',
    '<rootDir>/apps/**/*.spec.ts',
    '<rootDir>/test/compatibility/**/*.spec.ts',
  ],
};
