import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyLedger } from '@billing';
import { SiteFacts } from '@option';
import { Database, loadConfig } from '@platform';
import { createApp } from '../../server/src/create-app';
import { PEOPLE, ROOT } from './demo-facts';
import { DemoMonth } from './demo-month';
import { startDemoProvider } from './demo-provider';
import { makeDemoSite } from './demo-site';
import { DemoTraffic } from './demo-traffic';
import { configDirectory } from '../../server/src/paths';
import { Schedule } from '../../server/src/schedule';
import { shutDown } from '../../server/src/serve';

const PORT = '3000';
/** Running calls of the demo may end for so long. */
const DRAIN_MS = 1000;

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Settings of the demo alone: nothing of an installation beside it is read, but where to listen. */
function demoConfig(dataDir: string) {
  const { PORT: port = PORT, HOST: host = '127.0.0.1' } = process.env;
  const environment = {
    ...{ PORT: port, HOST: host, DATA_DIR: dataDir, DATABASE_URL: 'sqlite::memory:', WORKERS: '1' },
    ...{ INITIAL_ROOT_PASSWORD: ROOT.password, LOG_LEVEL: 'error' },
    ...{ API_REQUESTS_PER_WINDOW: '100000', CRITICAL_REQUESTS_PER_WINDOW: '100000' },
  };
  return loadConfig(environment, configDirectory());
}

function welcome(url: string, calls: number): readonly string[] {
  const accounts = [{ ...ROOT, about: 'runs the site' }, ...PEOPLE];
  return [
    `The demo is ready on ${url}`,
    '',
    ...accounts.map(({ username, password, about }) => `  ${username.padEnd(6)} ${password.padEnd(10)}  ${about}`),
    '',
    `A month with ${calls.toLocaleString('en')} calls is there, the ledger agrees with all of them, and new calls arrive.`,
    'Everything is in memory and gone when this ends: press Ctrl-C.',
  ];
}

/** A whole site in memory, with a simulated provider, people, a month of calls, and calls that go on. */
async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-demo-'));
  const config = demoConfig(dataDir);
  say('Making a month of calls …');
  const [provider, app] = await Promise.all([startDemoProvider(), createApp(config)]);
  let traffic: DemoTraffic | null = null;
  let isEnding = false;
  const end = async (code: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    await traffic?.end();
    await shutDown(app, { drainMs: DRAIN_MS });
    await provider.close();
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(code);
  };
  process.on('SIGTERM', () => void end(0));
  process.on('SIGINT', () => void end(0));
  try {
    app.get(SiteFacts).reportDemo();
    await app.listen(config.port, config.host);
    const { port } = app.getHttpServer().address() as { port: number }; // it listens on a port
    const url = `http://127.0.0.1:${port}`;
    const site = await makeDemoSite(url, provider.url);
    const calls = await new DemoMonth(app, site).write(Date.now());
    const { differences } = await verifyLedger(app.get(Database).writer);
    if (differences.length > 0) throw new Error('the accounts of the demo differ from their movements');
    app.get(Schedule).start();
    traffic = new DemoTraffic(url, site);
    traffic.start();
    say(...welcome(url.replace('127.0.0.1', 'localhost'), calls));
  } catch (error) {
    process.stderr.write(`The demo could not start: ${error instanceof Error ? error.message : String(error)}\n`);
    await end(1);
  }
}

void main();
