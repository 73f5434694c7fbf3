/**
 * What test/jest.web.js runs file by file, as a whole run does it: in parts, because React, Blueprint and the console are
 * then evaluated once for a part and not for each file.
 */
module.exports = {
  ...require('./jest.web'),
  testMatch: ['<rootDir>/test/web/part-*.spec.ts'],
};
