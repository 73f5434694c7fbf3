/** What test/jest.contract.js runs file by file, as a whole run does it: in parts, for the reason of test/jest.web-parts.js. */
module.exports = {
  ...require('./jest.contract'),
  testMatch: ['<rootDir>/test/contract/parts/part-*.spec.ts'],
};
