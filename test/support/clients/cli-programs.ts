import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Command-line clients of other makers, each in the version with which the specs were written. */
const CLIENTS = {
  'claude-code': { package: '@anthropic-ai/claude-code', version: '2.1.330', binary: 'claude' },
  codex: { package: '@openai/codex', version: '0.169.0', binary: 'codex' },
  'gemini-cli': { package: '@google/gemini-cli', version: '0.61.0', binary: 'gemini' },
  opencode: { package: 'opencode-ai', version: '1.18.33', binary: 'opencode' },
} as const;

export type CliName = keyof typeof CLIENTS;

/**
 * The folder of the clients. Each is hundreds of megabytes large, so that they are no dependencies of the project: a
 * client is fetched once, when a test needs it.
 */
const CACHE = join(__dirname, '../../../node_modules/.cache/sluice-cli');
const INSTALL_MS = 300_000;

/**
 * A describe block for a client that runs here, or a skipped block and one line that says why the client does not run.
 * The client is installed on first use, while the tests are collected, and so outside their time limits.
 */
export function describeCli(name: CliName, body: (binary: string) => void): void {
  const client = install(name);
  if (client.problem === null) {
    describe(CLIENTS[name].version, () => body(client.binary));
    return;
  }
  process.stderr.write(`SKIPPED: ${name} cannot run here: ${client.problem}\n`);
  describe.skip('is not here', () => body(client.binary));
}

function install(name: CliName): { readonly binary: string; readonly problem: string | null } {
  const { package: packageName, version, binary: binaryName } = CLIENTS[name];
  const folder = join(CACHE, `${name}-${version}`);
  const binary = join(folder, 'node_modules/.bin', binaryName);
  if (!existsSync(binary)) {
    // The client goes into a temporary folder first: an installation that broke off must not pass for a whole one.
    mkdirSync(CACHE, { recursive: true });
    const fresh = mkdtempSync(join(CACHE, 'new-'));
    // Some clients fetch their program by a script, which the project's own settings forbid to dependencies.
    const scripts = '--ignore-scripts=false';
    const options = [
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--fetch-retries=0',
      '--fetch-timeout=60000',
      scripts,
    ];
    const { status, error, stderr } = spawnSync(
      'npm',
      ['install', '--prefix', fresh, ...options, `${packageName}@${version}`],
      { encoding: 'utf8', timeout: INSTALL_MS },
    );
    if (status === 0 && !existsSync(folder)) renameSync(fresh, folder);
    else rmSync(fresh, { recursive: true, force: true });
    if (status !== 0) {
      const [reason = 'npm failed'] = `${error?.message ?? ''}${stderr ?? ''}`.split('\n').filter(Boolean);
      return { binary, problem: `${packageName}@${version} could not be installed (${reason})` };
    }
  }
  const { status, error, stdout, stderr } = spawnSync(binary, ['--version'], {
    encoding: 'utf8',
    timeout: 30_000,
    env: plainEnvironment(folder),
  });
  const isRunning = status === 0 && stdout.includes(version);
  const said = (error?.message ?? `${stdout}${stderr}`).trim().split('\n')[0] ?? '';
  return { binary, problem: isRunning ? null : `it does not start (${said})` };
}

/**
 * The environment of a client: it holds nothing of the person who runs the tests, and names no proxy to other machines.
 */
function plainEnvironment(home: string): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: home, SHELL: '/bin/bash', LANG: 'C.UTF-8', CI: '1', TERM: 'dumb' };
}

export interface CliRun {
  readonly binary: string;
  readonly args: readonly string[];
  /** The folder in which the client works. */
  readonly folder: string;
  /** The client's home, apart from that folder. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Runs a client to its end, without a terminal. A client that hangs is ended after `timeoutMs`; its code is then null. */
export function runCli(run: CliRun): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { binary, args, folder, home, environment, timeoutMs = 45_000 } = run;
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, {
      cwd: folder,
      env: { ...plainEnvironment(home), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // a process group of its own, so that child processes end with it
    });
    let stdout = '';
    let stderr = '';
    const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), timeoutMs);
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', code => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr });
    });
  });
}

/** A folder to work in and a home, both empty, and deleted by `remove`. */
export function temporaryPlace(): { folder: string; home: string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'sluice-cli-'));
  const [folder, home] = [join(root, 'work'), join(root, 'home')];
  for (const path of [folder, home]) mkdirSync(path);
  return { folder, home, remove: () => rmSync(root, { recursive: true, force: true }) };
}
