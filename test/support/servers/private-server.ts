import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { descendants } from './child-processes';
import { freePort } from './free-port';

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;

const POSTGRES_VERSIONS = '/usr/lib/postgresql';
const MARIADB = '/usr/sbin/mariadbd';

/** What the packages of Debian choose, too. */
const POSTGRES_MADE_WITH = ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8'];
const MARIADB_CHARACTERS = ['--character-set-server=utf8mb4', '--collation-server=utf8mb4_general_ci'];

/** As many connections as the servers of all lanes of a run may have at the same time. */
const CONNECTIONS_MAX = 400;
/** Settings of servers whose data nobody needs after the run. */
const POSTGRES_WITHOUT_DISK = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  `max_connections=${CONNECTIONS_MAX}`,
].flatMap(set => ['-c', set]);
const MARIADB_WITHOUT_DISK = [
  '--debug-no-sync',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-doublewrite=0',
  `--max-connections=${CONNECTIONS_MAX}`,
];

export interface PrivateServerOptions {
  /** The folder in which its data get a folder of their own; by default that of temporary files. */
  readonly parent?: string;
  /**
   * Whether a commit waits for the disk, as it does by default. What is committed is lost without it when the machine of
   * the database fails, and never when the gateway does.
   */
  readonly isDurable?: boolean;
}

/** A database server of a test alone, which may be stopped, frozen and made read-only. */
export class PrivateServer {
  private child: ChildProcess | null = null;

  private constructor(
    readonly dialect: 'postgres' | 'mysql',
    private readonly directory: string,
    private readonly port: number,
    private readonly isDurable: boolean,
  ) {}

  static isInstalled(dialect: 'postgres' | 'mysql'): boolean {
    if (dialect === 'mysql') return existsSync(MARIADB);
    return postgresVersion() !== undefined;
  }

  /** Makes an empty server and starts it. */
  static async start(dialect: 'postgres' | 'mysql', options: PrivateServerOptions = {}): Promise<PrivateServer> {
    const { parent = tmpdir(), isDurable = true } = options;
    const directory = mkdtempSync(join(parent, `sluice-${dialect}-`));
    const server = new PrivateServer(dialect, directory, await freePort(), isDurable);
    chmodSync(directory, 0o755);
    const data = join(directory, 'data');
    mkdirSync(data);
    if (dialect === 'postgres') {
      if (isRoot()) execFileSync('chown', ['-R', 'postgres', directory]);
      const [command, ...options] = postgresCommand('initdb', ...POSTGRES_MADE_WITH, '-D', data);
      execFileSync(command, options, { stdio: 'ignore' });
    } else {
      const own = ['--no-defaults', ...mariadbUser(), `--datadir=${data}`, '--auth-root-authentication-method=normal'];
      execFileSync('mariadb-install-db', own, { stdio: 'ignore' });
      writeFileSync(join(directory, 'init.sql'), MARIADB_USER);
    }
    try {
      await server.up();
      await server.administer('CREATE DATABASE sluice');
      return server;
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  /** The address that the gateway uses: on MariaDB with a user for whom read_only holds. */
  get url(): string {
    return `${this.dialect}://${this.dialect === 'postgres' ? 'postgres' : 'sluice'}@127.0.0.1:${this.port}/sluice`;
  }

  /** The address that the operator uses. */
  get adminUrl(): string {
    return `${this.dialect}://${this.dialect === 'postgres' ? 'postgres' : 'root'}@127.0.0.1:${this.port}/${this.dialect}`;
  }

  async up(): Promise<void> {
    const data = join(this.directory, 'data');
    const [command, ...options] =
      this.dialect === 'postgres'
        ? postgresCommand(
            'postgres',
            ...['-D', data, '-p', String(this.port), '-k', data],
            ...(this.isDurable ? [] : POSTGRES_WITHOUT_DISK),
          )
        : [
            MARIADB,
            '--no-defaults',
            ...mariadbUser(),
            ...MARIADB_CHARACTERS,
            '--skip-name-resolve',
            `--datadir=${data}`,
            `--port=${this.port}`,
            `--socket=${join(data, 's.sock')}`,
            `--init-file=${join(this.directory, 'init.sql')}`,
            ...(this.isDurable ? [] : MARIADB_WITHOUT_DISK),
          ];
    this.child = spawn(command, options, { stdio: 'ignore' });
    const deadline = performance.now() + START_TIMEOUT_MS;
    for (;;) {
      try {
        await this.administer('SELECT 1');
        return;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await pause(200);
      }
    }
  }

  /**
   * Kills the server without a warning, as when its machine fails; its committed data are there when it is started
   * again.
   */
  async down(): Promise<void> {
    const ended = new Promise(resolve => this.child?.once('close', resolve));
    this.signal('SIGKILL');
    await ended;
    await pause(500); // time for PostgreSQL's children to notice
  }

  /** Stops every process of the server, while its sockets stay open. */
  freeze(): void {
    this.signal('SIGSTOP');
  }

  thaw(): void {
    this.signal('SIGCONT');
  }

  async setReadOnly(isReadOnly: boolean): Promise<void> {
    if (this.dialect === 'mysql') return this.administer(`SET GLOBAL read_only = ${isReadOnly ? 1 : 0}`);
    await this.administer(`ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
    await this.administer('SELECT pg_reload_conf()');
  }

  /** Ends the server as an operator does, so that it leaves no shared memory behind, and removes its data. */
  async close(): Promise<void> {
    if (this.isRunning) {
      const ended = new Promise(resolve => this.child?.once('close', resolve));
      this.signal(this.dialect === 'postgres' ? 'SIGINT' : 'SIGTERM'); // PostgreSQL would wait for its clients otherwise
      await Promise.race([ended, pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      if (this.isRunning) await this.down();
    }
    rmSync(this.directory, { recursive: true, force: true });
  }

  private get isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  private async administer(sql: string): Promise<void> {
    const source = await new DataSource({ type: this.dialect, url: this.adminUrl }).initialize();
    try {
      await source.query(sql);
    } finally {
      await source.destroy();
    }
  }

  private signal(signal: NodeJS.Signals): void {
    const top = this.child?.pid;
    if (top) for (const pid of [top, ...descendants(top)]) signalIfThere(pid, signal);
  }
}

/** A user without SUPER and READ ONLY ADMIN, since users with these rights may write to a read-only server. */
const MARIADB_USER = `CREATE USER IF NOT EXISTS 'sluice'@'127.0.0.1';
GRANT ALL ON sluice.* TO 'sluice'@'127.0.0.1';
CREATE USER IF NOT EXISTS 'root'@'127.0.0.1';
GRANT ALL ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION;
`;

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** MariaDB runs as root only when it is told to. */
function mariadbUser(): readonly string[] {
  return isRoot() ? ['--user=root'] : [];
}

/** The newest version whose programs are installed. */
function postgresVersion(): string | undefined {
  if (!existsSync(POSTGRES_VERSIONS)) return undefined;
  return readdirSync(POSTGRES_VERSIONS)
    .filter(version => existsSync(join(POSTGRES_VERSIONS, version, 'bin/initdb')))
    .sort((a, b) => Number(b) - Number(a))[0];
}

/** A program of PostgreSQL with its options. Root may not run it, so that it runs as the user postgres then. */
function postgresCommand(name: string, ...options: readonly string[]): readonly [string, ...string[]] {
  const version = postgresVersion();
  if (!version) throw new Error(`PostgreSQL is not installed in ${POSTGRES_VERSIONS}.`);
  const program = join(POSTGRES_VERSIONS, version, 'bin', name);
  return isRoot() ? ['runuser', '-u', 'postgres', '--', program, ...options] : [program, ...options];
}

/** Processes of a server come and go: one that has just ended needs no signal. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
