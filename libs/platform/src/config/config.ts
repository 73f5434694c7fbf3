/** Which database dialect a `DATABASE_URL` names. */
export type DatabaseDialect = 'sqlite' | 'postgres' | 'mysql';

/** Settings of the process: read once at start, validated, never changed afterwards. Durations are milliseconds, sizes bytes. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute directory of the SQLite file, the generated secrets and stored media. */
  readonly dataDir: string;
  /** Absolute directory of the shipped defaults and the price book. */
  readonly configDir: string;
  readonly database: { readonly dialect: DatabaseDialect; readonly url: string; readonly poolSize: number };
  /** Address of Redis; null means a single node: limits, leases and notices stay in the process. */
  readonly redisUrl: string | null;
  readonly sessionSecret: string;
  /** 32 bytes from which one key per purpose is derived. */
  readonly masterKey: Buffer;
  /** The key that a rotation replaces, for as long as it is given; null otherwise. */
  readonly previousMasterKey: Buffer | null;
  /** Encrypts scheduled backups instead of the option; empty is none. */
  readonly backupPassphrase: string;
  readonly initialRootPassword: string;
  readonly allowDefaultPassword: boolean;
  /** Fallback for the option ServerAddress; empty when not given. */
  readonly publicUrl: string;
  /** Whether channels may have link-local addresses and those of metadata services. */
  readonly allowLinkLocalUpstreams: boolean;
  /** Addresses or CIDR networks whose forwarded-for header counts. */
  readonly trustedProxies: readonly string[];
  /** A file of settings that is applied at each start; empty is none. */
  readonly settingsFile: string;
  /** Folder for a backup before the tables of a database in use are changed; empty makes none. */
  readonly backupBeforeMigration: string;
  /** Port of a listener for metrics alone; 0 is none. */
  readonly metricsPort: number;
  /** The bearer token with which the main port gives metrics; empty is none. */
  readonly metricsToken: string;
  /** How calls are traced; null for not at all. */
  readonly tracing: {
    readonly protocol: 'http/protobuf' | 'http/json';
    /** Whether the W3C context of callers is continued, and handed to the upstreams. */
    readonly passesContext: boolean;
  } | null;
  /** Processes of this node. */
  readonly workers: number;
  readonly drainMs: number;
  readonly relayBodyLimitBytes: number;
  readonly upstreamConnectTimeoutMs: number;
  readonly upstreamFirstByteTimeoutMs: number;
  readonly streamIdleTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** Milliseconds of silence after which a waiting stream gets a comment line; 0 switches heartbeats off. */
  readonly streamHeartbeatMs: number;
  /** How often all channels are tested, in minutes, unless an option says it; 0 is never. */
  readonly channelTestMinutes: number;
  /** How often all balances are refreshed, in minutes, unless an option says it; 0 is never. */
  readonly channelUpdateMinutes: number;
  /** Milliseconds between two channels of such a run. */
  readonly pollingIntervalMs: number;
  readonly githubUrl: string;
  readonly githubApiUrl: string;
  readonly stripeApiUrl: string;
  readonly linuxdoConnectUrl: string;
  readonly turnstileVerifyUrl: string;
  readonly rootOnlyOptions: boolean;
  /** IANA time zone; days of the check-in begin at its midnight. */
  readonly timeZone: string;
  /** Whether mail servers with an untrusted certificate are accepted. */
  readonly smtpAllowSelfSigned: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  readonly apiRequestsPerWindow: number;
  readonly apiWindowMs: number;
  readonly criticalRequestsPerWindow: number;
  readonly criticalWindowMs: number;
}

/** Injection token of the process settings. */
export const CONFIG = Symbol('CONFIG');
