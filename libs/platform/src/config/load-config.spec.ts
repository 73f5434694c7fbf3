import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from './config-error';
import { loadConfig } from './load-config';

const CONFIG_DIR = join(__dirname, '../../../../config');
const SECRET = 'an-own-secret-of-more-than-32-characters';
const CLUSTER = { DATABASE_URL: 'postgres://host/name', REDIS_URL: 'redis://host' };

describe('loadConfig', () => {
  let directory: string;
  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'sluice-config-'))));
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const load = (environment: Readonly<Record<string, string>> = {}) =>
    loadConfig({ DATA_DIR: directory, ...environment }, CONFIG_DIR);

  it.each([
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['DATABASE_URL', 'oracle://host/name'],
    ['DATABASE_URL', 'sqlite:'],
    ['REDIS_URL', 'http://host'],
    ['SESSION_SECRET', 'x'.repeat(31)],
    ['SESSION_SECRET', 'random_string'],
    ['MASTER_KEY', 'x'.repeat(31)],
    ['ALLOW_DEFAULT_PASSWORD', 'perhaps'],
    ['ROOT_ONLY_OPTIONS', '2'],
    ['PUBLIC_URL', 'ftp://host'],
    ['GITHUB_URL', 'github.com'],
    ['TRUSTED_PROXIES', 'x'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,10.0.0.0/33'],
    ['WORKERS', '0'],
    ['WORKERS', '129'],
    ['WORKERS', 'many'],
    ['WORKERS', '1.5'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '3601'],
    ['RELAY_BODY_LIMIT_MB', '0'],
    ['UPSTREAM_CONNECT_TIMEOUT_SECONDS', 'soon'],
    ['UPSTREAM_FIRST_BYTE_TIMEOUT_SECONDS', '0'],
    ['STREAM_IDLE_TIMEOUT_SECONDS', 'Infinity'],
    ['REQUEST_TIMEOUT_SECONDS', '86401'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_PORT', '65536'],
    ['METRICS_PORT', 'yes'],
    ['METRICS_TOKEN', 'two words'],
  ])('refuses %s=%s in one sentence that names the variable', (name, value) => {
    expect(() => load({ [name]: value })).toThrow(ConfigError);
    expect(() => load({ [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+\\.$`));
  });

  it.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ PORT: '' }, { port: 3000 }],
    [{}, { metricsPort: 0, metricsToken: '' }],
    [
      { METRICS_PORT: '9464', METRICS_TOKEN: 's3cret' },
      { metricsPort: 9464, metricsToken: 's3cret' },
    ],
    [{ SLUICE_CONFIG: '/etc/sluice.json' }, { settingsFile: '/etc/sluice.json' }],
    [{ DRAIN_SECONDS: '0' }, { drainMs: 0 }],
    [{ UPSTREAM_CONNECT_TIMEOUT_SECONDS: '0.5' }, { upstreamConnectTimeoutMs: 500 }],
    [{ TRUSTED_PROXIES: ' 10.0.0.0/8 , ::1,' }, { trustedProxies: ['10.0.0.0/8', '::1'] }],
    [{ PUBLIC_URL: 'https://example.com/' }, { publicUrl: 'https://example.com' }],
    [{ ALLOW_DEFAULT_PASSWORD: '1' }, { allowDefaultPassword: true }],
    [{ RELAY_BODY_LIMIT_MB: '2' }, { relayBodyLimitBytes: 2 * 1024 * 1024 }],
    [{ SESSION_SECRET: 'x'.repeat(32) }, { sessionSecret: 'x'.repeat(32) }],
  ])('reads %j', (environment, expected) => {
    expect(load(environment)).toMatchObject(expected);
  });

  it('makes secrets for its own user only, and finds them again', () => {
    const first = load();
    expect(first.sessionSecret).toHaveLength(64);
    expect(load().sessionSecret).toBe(first.sessionSecret);
    expect(load().masterKey.equals(first.masterKey)).toBe(true);
    for (const name of ['session-secret', 'master-key']) {
      expect((statSync(join(directory, name)).mode & 0o777).toString(8)).toBe('600');
    }
  });

  it('leaves no secret behind for a database in memory', () => {
    const first = load({ DATABASE_URL: 'sqlite::memory:' });
    expect(load({ DATABASE_URL: 'sqlite::memory:' }).sessionSecret).not.toBe(first.sessionSecret);
    expect(existsSync(join(directory, 'session-secret'))).toBe(false);
  });

  it('wants both secrets given where nodes share a database and Redis', () => {
    expect(() => load(CLUSTER)).toThrow(/^SESSION_SECRET /);
    expect(() => load({ ...CLUSTER, SESSION_SECRET: SECRET })).toThrow(/^MASTER_KEY /);
    const config = load({ ...CLUSTER, SESSION_SECRET: SECRET, MASTER_KEY: SECRET, WORKERS: '2' });
    expect(config).toMatchObject({ workers: 2, database: { dialect: 'postgres' } });
  });

  it.each([
    ['a file', {}, 4],
    ['a database in memory', { DATABASE_URL: 'sqlite::memory:' }, 1],
    ['PostgreSQL', { DATABASE_URL: 'postgres://host/name' }, 1],
    ['MariaDB', { DATABASE_URL: 'mysql://host/name' }, 1],
  ])('takes as many workers as suit the machine, by default, on %s', (_name, environment, workers) => {
    const machine = { cores: 4, memoryBytes: 8 * 1024 ** 3 };
    for (const value of ['auto', '']) {
      const settings = { DATA_DIR: directory, WORKERS: value, ...environment };
      expect(loadConfig(settings, CONFIG_DIR, machine).workers).toBe(workers);
    }
  });

  it('takes several workers for any database that processes can share', () => {
    for (const DATABASE_URL of ['', 'postgres://host/name', 'mysql://host/name']) {
      expect(load({ DATABASE_URL, WORKERS: '3' }).workers).toBe(3);
    }
    expect(() => load({ DATABASE_URL: 'sqlite::memory:', WORKERS: '2' })).toThrow(/^WORKERS [^\n]+\.$/);
  });
});
