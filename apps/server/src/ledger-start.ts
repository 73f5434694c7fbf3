import { join } from 'node:path';
import { ChargeJournal, Ledger, NodeIdentity } from '@billing';
import { ResponseChannels } from '@channel';
import { LogStore } from '@log';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, FileOwnership, Logger, type Config } from '@platform';

const IN_MEMORY = ':memory:';

/** Brings the ledger into the state in which calls can be served. */
@Injectable()
export class LedgerStart implements OnApplicationShutdown {
  private ownership: FileOwnership | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly ledger: Ledger,
    private readonly node: NodeIdentity,
    private readonly logs: LogStore,
    private readonly responses: ResponseChannels,
    private readonly logger: Logger,
  ) {}

  /**
   * Books the charges that an earlier run could not book, before anything else, while the leases and reservations that
   * pay for them still exist.
   */
  async begin(): Promise<void> {
    const { database, dataDir } = this.config;
    if (database.url === IN_MEMORY) {
      await this.ledger.becomeAlone();
      return;
    }
    const journal = await ChargeJournal.open(join(dataDir, 'charges'), this.node.id);
    this.ledger.useJournal(journal, [this.logs, this.responses]);
    await this.ledger.bookKept();
    await this.own();
  }

  /**
   * Makes this process the only one that serves a SQLite file, unless it is already or another one still runs; call it
   * regularly.
   */
  async own(): Promise<void> {
    const { dialect, url } = this.config.database;
    if (dialect !== 'sqlite' || url === IN_MEMORY || this.ownership) return;
    this.ownership = await FileOwnership.take(url);
    if (!this.ownership) return;
    const leases = await this.ledger.becomeAlone();
    if (leases > 0) this.logger.info({ leases }, 'gave back what an earlier run had on lease');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.ownership?.end();
  }
}
