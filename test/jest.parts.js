/**
 * What test/jest.api.js runs file by file, as a whole run does it on SQLite: the files of the API, the relay and billing in
 * parts, because the modules of the server are then evaluated once for a part and not for each file. The processes have a
 * lane of their own (test/jest.processes.js).
 */
module.exports = {
  ...require('./jest.api'),
  testMatch: ['<rootDir>/test/{databases,architecture}/**/*.spec.ts', '<rootDir>/test/billing/crash.spec.ts'],
};
