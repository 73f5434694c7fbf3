import { ChannelCatalog, ChannelKeys } from '@channel';
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyLedger, type LedgerReport } from '@billing';
import { Database, loadConfig, type Config } from '@platform';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../../apps/server/src/create-app';
import { shutDown } from '../../../apps/server/src/serve';
import { TestClient } from '../clients/client';
import { createTestDatabase, namedDialect, type TestDatabase } from './databases';
import { Factories } from '../clients/factories';

export interface TestAppOptions {
  /** The environment of the server; DATA_DIR and PORT are set already. */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * The database; by default a new and empty one of the dialect that SLUICE_TEST_DATABASE names, or else a SQLite file.
   */
  readonly databaseUrl?: string;
}

const CONFIG_DIR = join(__dirname, '../../../config');

/** The real server on a real socket and a real database, with clients of different users. */
export class TestApp {
  private constructor(
    readonly nest: NestFastifyApplication,
    readonly config: Config,
    readonly url: string,
    private readonly directory: string,
    /** The database that was made for this server alone, and is dropped with it. */
    private readonly ownDatabase: TestDatabase | null,
    /** A client without a signed-in user. */
    readonly guest: TestClient,
    /** The first account, role 100. */
    readonly root: TestClient,
    /** A client with role 10. */
    readonly admin: TestClient,
    /** A client with role 1. */
    readonly user: TestClient,
    readonly make: Factories,
  ) {}

  static async start(options: TestAppOptions = {}): Promise<TestApp> {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-app-'));
    const ownDatabase = options.databaseUrl ? null : await createTestDatabase(namedDialect() ?? 'sqlite');
    const environment = {
      DATA_DIR: directory,
      LOG_LEVEL: 'silent',
      API_REQUESTS_PER_WINDOW: '100000',
      CRITICAL_REQUESTS_PER_WINDOW: '100000',
      DATABASE_URL: options.databaseUrl ?? ownDatabase?.url,
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
    return new TestApp(nest, config, url, directory, ownDatabase, new TestClient(url), root, admin, user, make);
  }

  /** Lets channels be asked again at once that rest because they failed; what fails in one test would rest in the next. */
  wakeChannels(): void {
    const ids = this.nest.get(ChannelCatalog).current.all.map(({ id }) => id);
    this.nest.get(ChannelKeys).forgiveChannels(ids);
  }

  /** Compares every account with its movements. */
  verifyLedger(): Promise<LedgerReport> {
    return verifyLedger(this.nest.get(Database).writer);
  }

  /** Compares every account with its movements, and closes the server whether they agree or not. */
  async closeWithEvenLedger(): Promise<void> {
    const { differences } = await this.verifyLedger();
    await this.close();
    expect(differences).toEqual([]);
  }

  /** Stops the server as on SIGTERM and removes the data. */
  async close(): Promise<void> {
    await shutDown(this.nest, this.config);
    await this.ownDatabase?.drop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export function startTestApp(options?: TestAppOptions): Promise<TestApp> {
  return TestApp.start(options);
}
