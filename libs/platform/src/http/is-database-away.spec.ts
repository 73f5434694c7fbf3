import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { isDatabaseAway } from './is-database-away';

function driverError(fields: { code?: string; errno?: number; message?: string }) {
  return Object.assign(new Error(fields.message ?? 'driver'), fields);
}

function failed(fields: Parameters<typeof driverError>[0]) {
  return new QueryFailedError('SELECT 1', [], driverError(fields));
}

describe('isDatabaseAway', () => {
  it.each([
    ['a locked SQLite file', failed({ code: 'SQLITE_BUSY', errno: 5 })],
    ['a full disk', failed({ code: 'SQLITE_FULL', errno: 13 })],
    ['a session ended by the operator', failed({ code: '57P01' })],
    ['a server without free connections', failed({ code: '53300' })],
    ['a lock wait that took too long', failed({ code: 'ER_LOCK_WAIT_TIMEOUT', errno: 1205 })],
    ['a server that is read-only', failed({ code: 'ER_OPTION_PREVENTS_STATEMENT', errno: 1290 })],
    ['a refused connection', driverError({ code: 'ECONNREFUSED', errno: -111 })],
    ['a connection that broke', failed({ message: 'Connection terminated unexpectedly' })],
    ['a unit whose connection was taken away', new QueryRunnerAlreadyReleasedError()],
    ['the same, noticed by its manager', new QueryRunnerProviderAlreadyReleasedError()],
    ['a lost connection', failed({ code: 'PROTOCOL_CONNECTION_LOST' })],
  ])('is true for %s', (_name, error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each([
    ['a violated unique key', failed({ code: '23505' })],
    ['the same on SQLite', failed({ code: 'SQLITE_CONSTRAINT', errno: 19 })],
    ['the same on MySQL', failed({ code: 'ER_DUP_ENTRY', errno: 1062 })],
    ['a value that does not fit', failed({ code: 'ER_DATA_TOO_LONG', errno: 1406 })],
    ['a mistake in the statement', failed({ code: '42601' })],
    ['a mistake in our code', new TypeError('x is not a function')],
    ['no error at all', 'ECONNREFUSED'],
  ])('is false for %s', (_name, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });
});
