import { type DatabaseDialect } from '@platform';
import { createTestDatabase, type TestDatabase } from './databases';
import { startTestApp, type TestApp } from './test-app';

/** Nodes find each other's sessions and open each other's secrets only when they share these. */
export const sharedSecrets = {
  SESSION_SECRET: 'a session secret that both nodes of this test share',
  MASTER_KEY: 'a master key that both nodes of this test share, too',
} as const;

/** Nodes that also tell each other of changes and count limits together. */
export const sharedByRedis = {
  ...sharedSecrets,
  REDIS_URL: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379',
} as const;

/** Servers on one database of their own. */
export class Nodes {
  private constructor(
    readonly database: TestDatabase,
    readonly all: readonly TestApp[],
  ) {}

  /** SQLite belongs to one node; the other databases get two, which know of each other only through Redis. */
  static async start(
    dialect: DatabaseDialect,
    environment: Readonly<Record<string, string>> = sharedSecrets,
  ): Promise<Nodes> {
    const database = await createTestDatabase(dialect);
    const start = (): Promise<TestApp> => startTestApp({ databaseUrl: database.url, environment });
    // One after the other: the first makes the tables and the first account.
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
