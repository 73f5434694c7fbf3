import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenOf } from './child-processes';

const DIST = join(__dirname, '../../../dist/server');
/** A first start creates the tables and hashes a password, which takes long on a busy machine. */
const READY_TIMEOUT_MS = 90_000;
const READY_LINE = /ready on (http:\/\/\S+)/;

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServerProcessOptions {
  /** The whole environment: the process does not inherit the settings of the one that runs the tests. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The data directory; by default a new directory, removed by `dispose`. */
  readonly dataDir?: string;
}

/** The built server in its own process, as an operator runs it. It needs the build, which `npm test` makes. */
export class ServerProcess {
  private stdout = '';
  private stderr = '';
  /** Resolves when the process is gone and all of its output has arrived. */
  readonly ended: Promise<ProcessEnd>;

  private constructor(
    private readonly child: ChildProcess,
    readonly dataDir: string,
    private readonly isOwnDir: boolean,
  ) {
    child.stdout?.on('data', data => (this.stdout += String(data)));
    child.stderr?.on('data', data => (this.stderr += String(data)));
    this.ended = new Promise(resolve =>
      child.once('close', (code, signal) => resolve({ code, signal, stdout: this.stdout, stderr: this.stderr })),
    );
  }

  /** Starts the process without waiting for anything. */
  static spawn({ environment = {}, dataDir }: ServerProcessOptions = {}): ServerProcess {
    const directory = dataDir ?? mkdtempSync(join(tmpdir(), 'sluice-server-'));
    const child = spawn(process.execPath, [join(DIST, 'main.js')], {
      env: { PATH: process.env.PATH, DATA_DIR: directory, HOST: '127.0.0.1', PORT: '0', WORKERS: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new ServerProcess(child, directory, dataDir === undefined);
  }

  /** Starts the process and waits until it serves. @throws Error with its output when it ends or stays silent */
  static async start(options: ServerProcessOptions = {}): Promise<ServerProcess> {
    const server = ServerProcess.spawn(options);
    try {
      await server.whenReady();
    } catch (error) {
      await server.dispose();
      throw error;
    }
    return server;
  }

  /** The address at which it serves; empty before it is ready. */
  get url(): string {
    return (READY_LINE.exec(this.stdout)?.[1] ?? '').replace('localhost', '127.0.0.1');
  }

  /** Everything that it wrote so far, logs and errors. */
  get output(): string {
    return this.stdout + this.stderr;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** The ids of the worker processes that run now; empty for a server that is one process. */
  get workers(): readonly number[] {
    return childrenOf(this.child.pid ?? 0);
  }

  /** Ends the process as an operator does. */
  async stop(): Promise<ProcessEnd> {
    this.kill('SIGTERM');
    return this.ended;
  }

  /** Removes the process with its data, in any state. */
  async dispose(): Promise<void> {
    this.kill('SIGKILL');
    await this.ended;
    if (this.isOwnDir) rmSync(this.dataDir, { recursive: true, force: true });
  }

  private whenReady(): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`the server ${why}:\n${this.output}`));
      const timer = setTimeout(() => fail('did not become ready'), READY_TIMEOUT_MS);
      this.child.stdout?.on('data', () => {
        if (!READY_LINE.test(this.stdout)) return;
        clearTimeout(timer);
        resolve();
      });
      void this.ended.then(() => {
        clearTimeout(timer);
        fail('ended before it was ready');
      });
    });
  }
}

/** Runs `npm run ledger:verify` without npm; the result holds its output and its exit code. */
export function runLedgerVerify(dataDir: string): Promise<ProcessEnd> {
  return startProgram('ledger-verify.js', [], { DATA_DIR: dataDir }).ended;
}

/** Runs a command of `npm run sluice` without npm. */
export function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<ProcessEnd> {
  return startProgram('cli.js', args, environment).ended;
}

/** A command that a test may kill. */
export interface RunningCommand {
  /** Kills the command without a warning; nothing happens when it has ended. */
  kill(): void;
  /** Called with each piece of what the command says while it works. */
  onProgress(listener: (piece: string) => void): void;
  readonly ended: Promise<ProcessEnd>;
}

/** Starts a command of `npm run sluice` without npm. */
export function startCommand(args: readonly string[], environment: Readonly<Record<string, string>>): RunningCommand {
  return startProgram('cli.js', args, environment);
}

function startProgram(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): RunningCommand {
  const child = spawn(process.execPath, [join(DIST, name), ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', data => (stdout += String(data)));
  child.stderr.on('data', data => (stderr += String(data)));
  return {
    kill: () => void child.kill('SIGKILL'),
    onProgress: listener => void child.stderr.on('data', piece => listener(String(piece))),
    ended: new Promise(resolve => child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }))),
  };
}
