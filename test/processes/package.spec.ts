import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import { freePort } from '../support/servers/free-port';

const ROOT = join(__dirname, '../..');
/** What the issue of every release promises, from the start to the first response. */
const READY_MS = 30_000;
const INSTALL_MS = 300_000;
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENOTCACHED|ENETUNREACH/;

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

let directory: string;
let packed: Packed;
/** Null where no registry can be reached. */
let place: string | null = null;

function npm(args: readonly string[], cwd: string) {
  return spawnSync('npm', args, { cwd, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: process.env.HOME } });
}

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-package-'));
  const { stdout } = npm(['pack', '--ignore-scripts', '--json', '--pack-destination', directory], ROOT);
  [packed] = JSON.parse(stdout) as [Packed];
  const empty = join(directory, 'empty');
  mkdirSync(empty);
  const rest = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  const installed = npm(['install', join(directory, packed.filename), ...rest], empty);
  if (installed.status !== 0 && UNREACHABLE.test(installed.stderr)) {
    process.stdout.write('SKIPPED: no registry can be reached, so the package is not installed.\n');
    return;
  }
  expect([installed.status, installed.status === 0 ? '' : installed.stderr]).toEqual([0, '']);
  // The driver that its install script would fetch or compile is the one that is here already.
  cpSync(join(ROOT, 'node_modules/sqlite3/build'), join(empty, 'node_modules/sqlite3/build'), { recursive: true });
  place = empty;
}, INSTALL_MS);
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Runs the command of the installed package in its folder. */
function sluice(
  cwd: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const env = { PATH: process.env.PATH, ...environment };
  return spawn(join(cwd, 'node_modules/.bin/sluice'), args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function outputOf(child: ChildProcess): Promise<{ readonly code: number | null; readonly stdout: string }> {
  let stdout = '';
  child.stdout?.on('data', data => (stdout += String(data)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout };
}

describe('the package', () => {
  it('holds the built server and console, and no sources, tests or secrets', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'dist/server/main.js',
        'dist/server/cli.js',
        'dist/frontend/index.html',
        'dist/openapi/answers.json',
      ]),
    );
    expect(paths.filter(path => /\.(ts|tsx|map|db|env)$|(^|\/)(test|data|\.git)\/|\.spec\./.test(path))).toEqual([]);
    expect(packed.size).toBeLessThan(20_000_000);
  });

  it('serves in an empty folder, keeps its data there, and brings the command line', async () => {
    if (place === null) return;
    const port = String(await freePort());
    const server = sluice(place, [], { PORT: port });
    const ended = outputOf(server);
    try {
      const url = `http://127.0.0.1:${port}`;
      const stateOf = () =>
        fetch(`${url}/readyz`).then(
          response => response.status,
          () => 0,
        );
      await eventually(stateOf, status => status === 200, READY_MS);
      expect(await (await fetch(url, { headers: { accept: 'text/html' } })).text()).toContain('<div id="root"');
      expect(readdirSync(join(place, 'data'))).toContain('sluice.db');
      expect(await outputOf(sluice(place, ['ledger', 'verify']))).toMatchObject({ code: 0 });
      expect((await outputOf(sluice(place, ['--help']))).stdout).toContain('backup');
    } finally {
      server.kill('SIGTERM');
    }
    expect(await ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Sluice is ready on') });
  });
});
