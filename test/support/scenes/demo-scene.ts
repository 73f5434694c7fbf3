import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { TestClient } from '../clients/client';
import { eventually } from '../eventually';

const PROGRAM = join(__dirname, '../../../dist/server/demo.js');
/** The demo makes a month of calls before it is ready. */
export const DEMO_READY_MS = 100_000;

/** The built demo in a process of its own. */
export interface DemoScene {
  readonly url: string;
  /** What it has printed. */
  readonly output: string;
  /** The password that it printed for an account. */
  passwordOf(username: string): string;
  signIn(username: string): Promise<TestClient>;
  /** Ends it as Ctrl-C does. @returns its exit code */
  end(): Promise<number | null>;
  close(): Promise<void>;
}

function hasBegun(output: string): boolean {
  return output.includes('press Ctrl-C') || output.includes('could not start');
}

export async function startDemoScene(): Promise<DemoScene> {
  const child = spawn(process.execPath, [PROGRAM], { env: { PATH: process.env.PATH, PORT: '0' } });
  let output = '';
  child.stdout.on('data', data => (output += String(data)));
  child.stderr.on('data', data => (output += String(data)));
  const ended = new Promise<number | null>(resolve => child.once('close', code => resolve(code)));
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  try {
    await eventually(() => Promise.resolve(output), hasBegun, DEMO_READY_MS);
  } catch (error) {
    await kill('SIGKILL');
    throw error;
  }
  const url = (/ready on (http:\/\/\S+)/.exec(output)?.[1] ?? '').replace('localhost', '127.0.0.1');
  const passwordOf = (username: string) => new RegExp(`^ +${username} +(\\S+)`, 'm').exec(output)?.[1] ?? '';
  return {
    url,
    output,
    passwordOf,
    signIn: username => new TestClient(url).signIn(username, passwordOf(username)),
    end: () => kill('SIGTERM'),
    close: async () => void (await kill('SIGKILL')),
  };
}
