import { type DatabaseDialect } from '@platform';
import { createTestDatabase, type TestDatabase } from './databases';
import { startTestApp, type TestApp } from './test-app';

/** The secrets that nodes must share to find each other's sessions and to open each other's sealed values. */
export const sharedSecrets = {
  SESSION_SECRET: 'a session secret that both nodes of this test share',
  MASTER_KEY: 'a master key that both nodes of this test share, too',
} as const;

/** The settings of nodes that also announce changes to each other and count limits together. */
export const sharedByRedis = {
  ...sharedSecrets,
  REDIS_URL: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379',
} as const;

/** Servers that share one database. */
export class Nodes {
  private constructor(
    readonly database: TestDatabase,
    readonly all: readonly TestApp[],
  ) {}

  /** Starts the nodes: one for SQLite, two for the other databases, connected only through Redis when it is set. */
  static async start(
    dialect: DatabaseDialect,
    environment: Readonly<Record<string, string>> = sharedSecrets,
  ): Promise<Nodes> {
    const database = await createTestDatabase(dialect);
    const start = (): Promise<TestApp> => startTestApp({ databaseUrl: database.url, environment });
    // The nodes start one after the other: the first makes the tables and the first account.
    return new Nodes(database, dialect === 'sqlite' ? [await start()] : [await start(), await start()]);
  }

  get first(): TestApp {
    return this.of(0);
  }

  get second(): TestApp {
    return this.of(1);
  }

  /** The nodes in turn. */
  of(at: number): TestApp {
    return this.all[at % this.all.length] as TestApp; // there is always one
  }

  async close(): Promise<void> {
    for (const node of [...this.all].reverse()) await node.close();
    await this.database.drop();
  }
}
