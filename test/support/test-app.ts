import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyLedger, type LedgerReport } from '@billing';
import { Database, loadConfig, type Config } from '@platform';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../apps/server/src/create-app';
import { shutDown } from '../../apps/server/src/serve';
import { TestClient } from './client';
import { Factories } from './factories';

export interface TestAppOptions {
  /** Environment of the server; DATA_DIR and PORT are set for you. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: a SQLite file of its own. */
  readonly databaseUrl?: string;
}

const CONFIG_DIR = join(__dirname, '../../config');

/** The real server on a real socket and a real database, with clients that speak as different people. */
export class TestApp {
  private constructor(
    readonly nest: NestFastifyApplication,
    readonly config: Config,
    readonly url: string,
    private readonly directory: string,
    /** Nobody is signed in. */
    readonly guest: TestClient,
    /** The first account, role 100. */
    readonly root: TestClient,
    /** Role 10. */
    readonly admin: TestClient,
    /** Role 1. */
    readonly user: TestClient,
    readonly make: Factories,
  ) {}

  static async start(options: TestAppOptions = {}): Promise<TestApp> {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-app-'));
    const environment = {
      DATA_DIR: directory,
      LOG_LEVEL: 'silent',
      API_REQUESTS_PER_WINDOW: '100000',
      CRITICAL_REQUESTS_PER_WINDOW: '100000',
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
      ...options.environment,
    };
    const config = loadConfig(environment, CONFIG_DIR);
    const nest = await createApp(config);
    await nest.listen(0, '127.0.0.1');
    const { port } = nest.getHttpServer().address() as { port: number };
    const url = `http://127.0.0.1:${port}`;
    const root = await new TestClient(url).signIn('root', config.initialRootPassword);
    const make = new Factories(url, root);
    const admin = await make.signedIn({ role: 10 });
    const user = await make.signedIn({});
    return new TestApp(nest, config, url, directory, new TestClient(url), root, admin, user, make);
  }

  /** Proves every account from its movements. */
  verifyLedger(): Promise<LedgerReport> {
    return verifyLedger(this.nest.get(Database).writer);
  }

  /** Stops as on SIGTERM and removes the data. */
  async close(): Promise<void> {
    await shutDown(this.nest, this.config);
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export const startTestApp = (options?: TestAppOptions): Promise<TestApp> => TestApp.start(options);
