import 'reflect-metadata';
import { Ledger, NodeIdentity, AccountKind, verifyLedger } from '@billing';
import { LogStore } from '@log';
import {
  Database,
  dataSourceOptions,
  loadConfig,
  Logger,
  openDatabase,
  openReader,
  UnitOfWork,
  type Config,
} from '@platform';
import { entities } from '../../../apps/server/src/database/entities';
import { migrations } from '../../../apps/server/src/database/migrations';

/** A ledger on a real database, without the rest of the server. */
export interface LedgerUnderTest {
  readonly database: Database;
  readonly unitOfWork: UnitOfWork;
  readonly ledger: Ledger;
  readonly node: NodeIdentity;
  readonly logs: LogStore;
  readonly config: Config;
  verify(): ReturnType<typeof verifyLedger>;
  openUser(userId: number, units: number): Promise<void>;
  openToken(tokenId: number, units: number, isUnlimited?: boolean): Promise<void>;
}

export async function openLedger(databaseUrl: string, configDir: string): Promise<LedgerUnderTest> {
  const config = loadConfig(
    { DATABASE_URL: databaseUrl, DATA_DIR: '/tmp/sluice-ledger-test', LOG_LEVEL: 'silent' },
    configDir,
  );
  const writer = await openDatabase(dataSourceOptions(config, { entities, migrations }));
  const database = new Database(writer, await openReader(writer));
  const unitOfWork = new UnitOfWork(database);
  const node = new NodeIdentity();
  const ledger = new Ledger(database, unitOfWork, node, new Logger('silent'));
  return {
    database,
    unitOfWork,
    ledger,
    node,
    logs: new LogStore(),
    config,
    verify: () => verifyLedger(writer),
    openUser: (userId, units) =>
      unitOfWork.run(async manager => {
        await ledger.open(manager, AccountKind.User, userId);
        await ledger.open(manager, AccountKind.Affiliate, userId);
        if (units)
          await ledger.book(manager, { sourceId: `grant:${userId}`, kind: 'grant', userId, userAmount: units });
      }),
    openToken: (tokenId, units, isUnlimited = false) =>
      unitOfWork.run(async manager => {
        await ledger.open(manager, AccountKind.Token, tokenId, { isUnlimited });
        if (units)
          await ledger.book(manager, {
            sourceId: `limit:${tokenId}`,
            kind: 'token-limit',
            tokenId,
            tokenAmount: units,
          });
      }),
  };
}
