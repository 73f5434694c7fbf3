import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/** A file system in memory, as Linux has it. */
const MEMORY = '/dev/shm';
/** A run leaves up to half of this many bytes there at one time. */
const MEMORY_MIN_BYTES = 2 * 1024 ** 3;

const VARIABLE_OF = { postgres: 'TEST_POSTGRES_URL', mysql: 'TEST_MYSQL_URL' };

/** The folder of what only this run needs: in memory where there is room, because commits and new tables wait for a disk. */
export function memoryFolder() {
  if (!existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= MEMORY_MIN_BYTES ? MEMORY : undefined;
}

/**
 * Starts a PostgreSQL and a MariaDB for this run alone where they are installed, which spares most of the time of the
 * suites on them: the usual servers wait for the disk at every commit, and MariaDB at every table. A database that
 * TEST_POSTGRES_URL or TEST_MYSQL_URL names is used as it is.
 *
 * @returns the environment in which the suites find the servers, and what stops them
 */
export async function startOwnDatabases(dialects) {
  const environment = {};
  const servers = [];
  if (dialects.length === 0) return { environment, stop: () => Promise.resolve() };
  const { tsImport } = await import('tsx/esm/api');
  const { PrivateServer } = await tsImport(join(root, 'test/support/servers/private-server.ts'), import.meta.url);
  for (const dialect of dialects) {
    const variable = VARIABLE_OF[dialect];
    if (process.env[variable] || !PrivateServer.isInstalled(dialect)) continue;
    try {
      const server = await PrivateServer.start(dialect, { parent: memoryFolder(), isDurable: false });
      servers.push(server);
      environment[variable] = server.adminUrl;
    } catch (error) {
      process.stderr.write(`No ${dialect} of this run's own (${error.message}); one at the usual port is used.\n`);
    }
  }
  return { environment, stop: () => Promise.all(servers.map(server => server.close())) };
}
