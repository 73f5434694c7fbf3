import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { freePort } from '../support/free-port';

const START_TIMEOUT_MS = 30_000;

/** A database server for this experiment alone, which may be stopped, frozen and made read-only. */
export class PrivateServer {
  private child: ChildProcess | null = null;

  private constructor(
    readonly dialect: 'postgres' | 'mysql',
    private readonly directory: string,
    private readonly port: number,
  ) {}

  /** Makes an empty server and starts it. Root may not run PostgreSQL, so that PostgreSQL runs as its own user. */
  static async start(dialect: 'postgres' | 'mysql'): Promise<PrivateServer> {
    const directory = mkdtempSync(join(tmpdir(), `sluice-faults-${dialect}-`));
    const server = new PrivateServer(dialect, directory, await freePort());
    chmodSync(directory, 0o755);
    const data = join(directory, 'data');
    mkdirSync(data);
    if (dialect === 'postgres') {
      execFileSync('chown', ['-R', 'postgres', directory]);
      const initdb = join(postgresBinaries(), 'initdb');
      execFileSync('runuser', ['-u', 'postgres', '--', initdb, '-D', data, '-A', 'trust', '-U', 'postgres']);
    } else {
      const own = ['--no-defaults', '--user=root', `--datadir=${data}`, '--auth-root-authentication-method=normal'];
      execFileSync('mariadb-install-db', own, { stdio: 'ignore' });
      writeFileSync(join(directory, 'init.sql'), MARIADB_USER);
    }
    await server.up();
    await server.administer('CREATE DATABASE sluice');
    return server;
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
    this.child =
      this.dialect === 'postgres'
        ? spawn(
            'runuser',
            [
              '-u',
              'postgres',
              '--',
              join(postgresBinaries(), 'postgres'),
              '-D',
              data,
              '-p',
              String(this.port),
              '-k',
              data,
            ],
            { stdio: 'ignore' },
          )
        : spawn(
            '/usr/sbin/mariadbd',
            [
              '--no-defaults',
              '--user=root',
              '--skip-name-resolve',
              `--datadir=${data}`,
              `--port=${this.port}`,
              `--socket=${join(data, 's.sock')}`,
              `--init-file=${join(this.directory, 'init.sql')}`,
            ],
            { stdio: 'ignore' },
          );
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
    this.signal('SIGKILL');
    await new Promise(resolve => this.child?.once('close', resolve));
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

  async close(): Promise<void> {
    await this.down();
    rmSync(this.directory, { recursive: true, force: true });
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
    if (top) for (const pid of [top, ...descendants(top)]) process.kill(pid, signal);
  }
}

/** A user without SUPER and READ ONLY ADMIN, since users with these rights may write to a read-only server. */
const MARIADB_USER = `CREATE USER IF NOT EXISTS 'sluice'@'127.0.0.1';
GRANT ALL ON sluice.* TO 'sluice'@'127.0.0.1';
CREATE USER IF NOT EXISTS 'root'@'127.0.0.1';
GRANT ALL ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION;
`;

function postgresBinaries(): string {
  const versions = '/usr/lib/postgresql';
  const newest = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0] : undefined;
  if (!newest) throw new Error('PostgreSQL is not installed in /usr/lib/postgresql.');
  return join(versions, newest, 'bin');
}

function descendants(parent: number): readonly number[] {
  const children = readdirSync('/proc').filter(name => /^\d+$/.test(name) && parentOf(name) === parent);
  return children.flatMap(name => [Number(name), ...descendants(Number(name))]);
}

function parentOf(pid: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0; // ended meanwhile
  }
}
