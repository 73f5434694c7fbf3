import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withoutTrailingSlash } from '@contracts';
import ipaddr from 'ipaddr.js';
import { type Config, type DatabaseDialect } from './config';
import { ConfigError } from './config-error';
import { generatedSecret, keptSecret } from './generated-secret';
import { suitableWorkers, thisMachine, type Machine } from './machine';
import { readTracing } from './read-tracing';

/** A week. */
const MINUTES_MAX = 10_080;

type Raw = Record<string, unknown>;

const WORKERS_MAX = 128;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Defaults from `config/`, then the environment, then validation.
 *
 * @param configDir directory that holds `default.json` and `env-map.json`
 * @param machine decides how many processes `WORKERS=auto` means
 * @throws ConfigError naming the first variable that is wrong
 */
export function loadConfig(
  environment: NodeJS.ProcessEnv,
  configDir: string,
  machine: Machine = thisMachine(),
): Config {
  const raw = readRaw(environment, configDir);
  const dataDir = resolve(text(raw, 'dataDir'));
  const database = readDatabase(text(raw, 'databaseUrl'), dataDir, integer(raw, 'databasePoolSize', 1, 1000));
  const redisUrl = text(raw, 'redisUrl') || null;
  if (redisUrl && !/^rediss?:\/\//.test(redisUrl)) throw wrong('redisUrl', 'a redis:// or rediss:// address');
  const workers = readWorkers(raw, database, machine);
  const isCluster = database.dialect !== 'sqlite' && redisUrl !== null;
  const secrets = readSecrets(raw, dataDir, { isGiven: isCluster, isInMemory: database.url === ':memory:' });
  return {
    port: integer(raw, 'port', 0, 65535),
    host: text(raw, 'host'),
    dataDir,
    configDir,
    database,
    redisUrl,
    ...secrets,
    backupPassphrase: text(raw, 'backupPassphrase'),
    initialRootPassword: text(raw, 'initialRootPassword'),
    allowDefaultPassword: flag(raw, 'allowDefaultPassword'),
    publicUrl: httpUrl(raw, 'publicUrl'),
    allowLinkLocalUpstreams: flag(raw, 'allowLinkLocalUpstreams'),
    trustedProxies: networks(raw, 'trustedProxies'),
    settingsFile: text(raw, 'settingsFile'),
    backupBeforeMigration: text(raw, 'backupBeforeMigration'),
    metricsPort: integer(raw, 'metricsPort', 0, 65535),
    metricsToken: metricsToken(raw, 'metricsToken'),
    tracing: readTracing(environment),
    workers,
    drainMs: integer(raw, 'drainSeconds', 0, 3600) * 1000,
    relayBodyLimitBytes: integer(raw, 'relayBodyLimitMb', 1, 1024) * 1024 * 1024,
    upstreamConnectTimeoutMs: seconds(raw, 'upstreamConnectTimeoutSeconds'),
    upstreamFirstByteTimeoutMs: seconds(raw, 'upstreamFirstByteTimeoutSeconds'),
    streamIdleTimeoutMs: seconds(raw, 'streamIdleTimeoutSeconds'),
    requestTimeoutMs: seconds(raw, 'requestTimeoutSeconds'),
    streamHeartbeatMs: Math.round(decimal(raw, 'streamHeartbeatSeconds', 0, 3600) * 1000),
    channelTestMinutes: integer(raw, 'channelTestMinutes', 0, MINUTES_MAX),
    channelUpdateMinutes: integer(raw, 'channelUpdateMinutes', 0, MINUTES_MAX),
    pollingIntervalMs: Math.round(decimal(raw, 'pollingIntervalSeconds', 0, 3600) * 1000),
    githubUrl: httpUrl(raw, 'githubUrl'),
    githubApiUrl: httpUrl(raw, 'githubApiUrl'),
    stripeApiUrl: httpUrl(raw, 'stripeApiUrl'),
    linuxdoConnectUrl: httpUrl(raw, 'linuxdoConnectUrl'),
    turnstileVerifyUrl: httpUrl(raw, 'turnstileVerifyUrl'),
    rootOnlyOptions: flag(raw, 'rootOnlyOptions'),
    timeZone: timeZone(raw, 'timeZone'),
    smtpAllowSelfSigned: flag(raw, 'smtpAllowSelfSigned'),
    logLevel: oneOf(raw, 'logLevel', LOG_LEVELS),
    apiRequestsPerWindow: integer(raw, 'apiRequestsPerWindow', 1, 1_000_000),
    apiWindowMs: seconds(raw, 'apiWindowSeconds'),
    criticalRequestsPerWindow: integer(raw, 'criticalRequestsPerWindow', 1, 1_000_000),
    criticalWindowMs: seconds(raw, 'criticalWindowSeconds'),
  };
}

/** The absolute data directory, which is known before the secrets in it are read or made. */
export function dataDirectory(environment: NodeJS.ProcessEnv, configDir: string): string {
  return resolve(text(readRaw(environment, configDir), 'dataDir'));
}

let variableOf: Readonly<Record<string, string>> = {};

function readRaw(environment: NodeJS.ProcessEnv, configDir: string): Raw {
  const raw: Raw = JSON.parse(readFileSync(join(configDir, 'default.json'), 'utf8'));
  const perStage = join(configDir, `${environment.NODE_ENV ?? 'production'}.json`);
  if (existsSync(perStage)) Object.assign(raw, JSON.parse(readFileSync(perStage, 'utf8')));
  const environmentMap: Record<string, string> = JSON.parse(readFileSync(join(configDir, 'env-map.json'), 'utf8'));
  for (const [variable, setting] of Object.entries(environmentMap)) {
    const value = environment[variable];
    if (value !== undefined && value !== '') raw[setting] = value;
  }
  variableOf = Object.fromEntries(Object.entries(environmentMap).map(([variable, setting]) => [setting, variable]));
  return raw;
}

function wrong(setting: string, expected: string): ConfigError {
  return new ConfigError(`${variableOf[setting] ?? setting} must be ${expected}.`);
}

function text(raw: Raw, setting: string): string {
  const value = raw[setting];
  if (typeof value !== 'string') throw wrong(setting, 'a text');
  return value.trim();
}

function decimal(raw: Raw, setting: string, min: number, max: number): number {
  const value = Number(raw[setting]);
  if (!Number.isFinite(value) || value < min || value > max) throw wrong(setting, `a number from ${min} to ${max}`);
  return value;
}

function integer(raw: Raw, setting: string, min: number, max: number): number {
  const value = Number(raw[setting]);
  if (!Number.isInteger(value) || value < min || value > max)
    throw wrong(setting, `a whole number from ${min} to ${max}`);
  return value;
}

/**
 * `auto` is one process where each more would need database connections of its own, and for a database in memory, which
 * belongs to one process.
 */
function readWorkers(raw: Raw, { dialect, url }: Config['database'], machine: Machine): number {
  const isFile = dialect === 'sqlite' && url !== ':memory:';
  if (raw.workers === 'auto') return isFile ? suitableWorkers(machine) : 1;
  const workers = Number(raw.workers);
  if (!Number.isInteger(workers) || workers < 1 || workers > WORKERS_MAX) {
    throw wrong('workers', `auto or a whole number from 1 to ${WORKERS_MAX}`);
  }
  if (workers > 1 && url === ':memory:') throw wrong('workers', '1 or auto for a database in memory');
  return workers;
}

function seconds(raw: Raw, setting: string): number {
  return Math.round(decimal(raw, setting, 0.001, 86_400) * 1000);
}

function metricsToken(raw: Raw, setting: string): string {
  const token = text(raw, setting);
  if (!/^[\x21-\x7e]*$/.test(token)) {
    throw wrong(setting, 'a text of visible ASCII characters without spaces');
  }
  return token;
}

function flag(raw: Raw, setting: string): boolean {
  const value = raw[setting];
  if (value === true || value === 'true' || value === '1') return true;
  if (value === false || value === 'false' || value === '0') return false;
  throw wrong(setting, 'true or false');
}

function oneOf<Choice extends string>(raw: Raw, setting: string, choices: readonly Choice[]): Choice {
  const choice = choices.find(candidate => candidate === raw[setting]);
  if (!choice) throw wrong(setting, `one of ${choices.join(', ')}`);
  return choice;
}

function httpUrl(raw: Raw, setting: string): string {
  const value = withoutTrailingSlash(text(raw, setting));
  if (value && !/^https?:\/\/[^\s/]+/.test(value)) throw wrong(setting, 'an http:// or https:// address');
  return value;
}

function timeZone(raw: Raw, setting: string): string {
  const name = text(raw, setting).replace(/^:/, ''); // as the C library writes TZ
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw wrong(setting, 'the name of a time zone, such as Asia/Shanghai');
  }
}

function networks(raw: Raw, setting: string): readonly string[] {
  const value = raw[setting];
  const entries = (Array.isArray(value) ? value.map(String) : String(value).split(',')).map(entry => entry.trim());
  const named = entries.filter(Boolean);
  const bad = named.find(entry => !ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry));
  if (bad) throw wrong(setting, `a comma list of addresses or networks ("${bad}" is neither)`);
  return named;
}

function readDatabase(url: string, dataDir: string, poolSize: number): Config['database'] {
  if (!url) return { dialect: 'sqlite', url: join(dataDir, 'sluice.db'), poolSize };
  const dialect = (
    [
      ['sqlite:', 'sqlite'],
      ['postgres://', 'postgres'],
      ['postgresql://', 'postgres'],
      ['mysql://', 'mysql'],
      ['mariadb://', 'mysql'],
    ] as const satisfies readonly (readonly [string, DatabaseDialect])[]
  ).find(([prefix]) => url.startsWith(prefix))?.[1];
  if (!dialect) throw wrong('databaseUrl', 'a sqlite:, postgres:// or mysql:// address');
  if (dialect !== 'sqlite') return { dialect, url: url.replace(/^mariadb:/, 'mysql:'), poolSize };
  const file = url.slice('sqlite:'.length);
  if (!file) throw wrong('databaseUrl', 'a sqlite: address with a file name');
  return { dialect, url: file === ':memory:' ? file : resolve(file.replace(/^\/\/(?=\/)/, '')), poolSize };
}

/** Secrets from sample files that are public; a site that copies one has no secret. */
const WELL_KNOWN_SECRETS = new Set(['random_string', 'changeme', 'secret', 'session_secret']);

function readSecrets(
  raw: Raw,
  dataDir: string,
  given: { readonly isGiven: boolean; readonly isInMemory: boolean },
): Pick<Config, 'sessionSecret' | 'masterKey' | 'previousMasterKey'> {
  const checked = (setting: string, value: string): string => {
    if (value.length < 32 || WELL_KNOWN_SECRETS.has(value))
      throw wrong(setting, 'an own secret of at least 32 characters');
    return value;
  };
  const read = (setting: string, fileName: string): string => {
    const value = text(raw, setting);
    if (!value && given.isGiven) throw wrong(setting, 'given when several nodes share a database and Redis');
    if (!value) return generatedSecret(given.isInMemory ? null : join(dataDir, fileName));
    return checked(setting, value);
  };
  const sessionSecret = read('sessionSecret', 'session-secret');
  const master = read('masterKey', 'master-key');
  const previous = text(raw, 'masterKeyPrevious');
  // A generated key that is being replaced lies beside the new one.
  const kept = text(raw, 'masterKey') || given.isInMemory ? '' : keptSecret(join(dataDir, 'master-key-previous'));
  const replaced = previous ? checked('masterKeyPrevious', previous) : kept;
  return {
    sessionSecret,
    masterKey: masterKeyBytes(master),
    previousMasterKey: replaced && replaced !== master ? masterKeyBytes(replaced) : null,
  };
}

function masterKeyBytes(secret: string): Buffer {
  // Any sufficiently long text is accepted; purposes are separated later by HKDF, so the bytes only need entropy.
  return Buffer.from(secret, 'utf8');
}
