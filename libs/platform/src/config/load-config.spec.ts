import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig } from './load-config';

const CONFIG_DIR = join(__dirname, '../../../../config');
let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'sluice-config-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const load = (environment: Record<string, string> = {}) =>
  loadConfig({ DATA_DIR: directory, ...environment }, CONFIG_DIR);
const SECRET = 'x'.repeat(32);

describe('the configuration', () => {
  it('needs nothing but a directory', () => {
    const config = load();
    expect(config).toMatchObject({ port: 3000, host: '0.0.0.0', workers: 1, drainMs: 30_000, redisUrl: null });
    expect(config.database).toEqual({ dialect: 'sqlite', url: join(directory, 'sluice.db'), poolSize: 10 });
  });

  it('makes its secrets once, readable by nobody else', () => {
    const first = load();
    const second = load();
    expect(second.sessionSecret).toBe(first.sessionSecret);
    expect(second.masterKey.equals(first.masterKey)).toBe(true);
    for (const name of ['session-secret', 'master-key']) {
      expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
      expect(readFileSync(join(directory, name), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '3000.5'],
    ['DRAIN_SECONDS', '-1'],
    ['WORKERS', '0'],
    ['WORKERS', '2'],
    ['TRUSTED_PROXIES', 'localhost'],
    ['DATABASE_URL', 'oracle://x'],
    ['DATABASE_URL', 'sqlite:'],
    ['REDIS_URL', 'http://x'],
    ['SESSION_SECRET', 'short'],
    ['MASTER_KEY', 'random_string'],
    ['PUBLIC_URL', 'ftp://x'],
    ['ROOT_ONLY_OPTIONS', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['UPSTREAM_CONNECT_TIMEOUT_SECONDS', '0'],
  ])('refuses %s=%s in one sentence that names it', (variable, value) => {
    expect(() => load({ [variable]: value })).toThrow(ConfigError);
    expect(() => load({ [variable]: value })).toThrow(new RegExp(`^${variable}\\b.*\\.$`));
  });

  it('reads every kind of database address', () => {
    expect(load({ DATABASE_URL: 'sqlite::memory:' }).database).toMatchObject({ dialect: 'sqlite', url: ':memory:' });
    expect(load({ DATABASE_URL: 'sqlite:/var/x.db' }).database.url).toBe('/var/x.db');
    expect(load({ DATABASE_URL: 'postgres://u@h/d' }).database.dialect).toBe('postgres');
    expect(load({ DATABASE_URL: 'mariadb://u@h/d' }).database).toMatchObject({
      dialect: 'mysql',
      url: 'mysql://u@h/d',
    });
  });

  it('wants both secrets given where nodes share a database and Redis', () => {
    const shared = { DATABASE_URL: 'postgres://u@h/d', REDIS_URL: 'redis://h' };
    expect(() => load(shared)).toThrow(/^SESSION_SECRET/);
    expect(() => load({ ...shared, SESSION_SECRET: SECRET })).toThrow(/^MASTER_KEY/);
    expect(load({ ...shared, SESSION_SECRET: SECRET, MASTER_KEY: SECRET, WORKERS: '4' }).workers).toBe(4);
  });

  it('keeps secrets of a database in memory in memory', () => {
    const one = load({ DATABASE_URL: 'sqlite::memory:' });
    expect(load({ DATABASE_URL: 'sqlite::memory:' }).sessionSecret).not.toBe(one.sessionSecret);
  });
});
