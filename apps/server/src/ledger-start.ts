import { join } from 'node:path';
import { ChargeJournal, Ledger, NodeIdentity } from '@billing';
import { ResponseChannels } from '@channel';
import { LogStore, LogTables } from '@log';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, FileOwnership, HUB, Logger, type Config, type HubClient } from '@platform';

const IN_MEMORY = ':memory:';

/** Brings the ledger into the state in which calls can be served. */
@Injectable()
export class LedgerStart implements OnApplicationShutdown {
  private ownership: FileOwnership | null = null;
  private looking: Promise<void> | null = null;
  private usesLogRows = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(HUB) private readonly hub: HubClient | null,
    private readonly ledger: Ledger,
    private readonly node: NodeIdentity,
    private readonly logs: LogStore,
    private readonly logTables: LogTables,
    private readonly responses: ResponseChannels,
    private readonly logger: Logger,
  ) {}

  /**
   * Books the charges that an earlier run could not book, before anything else, while the leases and reservations that
   * pay for them still exist.
   */
  async begin(): Promise<void> {
    await this.useLogRows();
    const { database, dataDir } = this.config;
    if (database.url === IN_MEMORY) {
      await this.ledger.becomeAlone();
      return;
    }
    await this.introduce();
    const living = (await this.hub?.ask('livingHolders'))?.names;
    const journal = await ChargeJournal.open(join(dataDir, 'charges'), this.node.id, { living });
    this.ledger.useJournal(journal, [this.logs, this.responses]);
    await this.ledger.bookKept();
    await this.own();
  }

  /**
   * Makes this process the only one that serves a SQLite file, unless it is already or another one still runs; among
   * workers the supervisor is the owner, and each gives back what those that have ended left. Call it regularly.
   */
  async own(): Promise<void> {
    const { dialect, url } = this.config.database;
    if (url === IN_MEMORY || this.ownership) return;
    if (this.hub) return this.lookAfterEnded(this.hub);
    if (dialect !== 'sqlite') return;
    this.ownership = await FileOwnership.take(url);
    if (!this.ownership) return;
    const leases = await this.ledger.becomeAlone();
    if (leases > 0) this.logger.info({ leases }, 'gave back what an earlier run had on lease');
  }

  /**
   * Makes the log rows of charges their movements as soon as the database and all nodes are ready for it; call it
   * regularly, and before charges are taken over from another node.
   */
  async useLogRows(): Promise<void> {
    if (this.usesLogRows) return;
    this.usesLogRows = (await this.logTables.hasChargeIndex()) && (await this.ledger.isKnownForm());
    if (this.usesLogRows) this.logs.movementRows.begin();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.ownership?.end();
  }

  /** The supervisor has to know every name of this worker before anything is on lease under it. */
  private async introduce(): Promise<void> {
    const { hub } = this;
    if (!hub) return;
    const announce = (name: string) => hub.ask('announceHolder', name);
    this.ledger.announceHolderTo(announce);
    await announce(this.node.id);
    hub.on('holdersChanged', () => {
      this.own().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'what an ended worker left is given back later'),
      );
    });
  }

  private lookAfterEnded(hub: HubClient): Promise<void> {
    return (this.looking ??= this.lookOnce(hub).finally(() => (this.looking = null)));
  }

  /** What ended workers and earlier runs left: first the charges on their disks, then the leases that pay for them. */
  private async lookOnce(hub: HubClient): Promise<void> {
    const { isAlone, names } = await hub.ask('livingHolders');
    const isFile = this.config.database.dialect === 'sqlite';
    if (isFile && !isAlone) return; // a process of an earlier start still runs
    await this.ledger.bookKeptOfEnded(names);
    if (!isFile) return; // other nodes may have leases; the heartbeats tell of those that ended
    const leases = await this.ledger.foreign.endAll(async () => (await hub.ask('livingHolders')).names);
    if (leases > 0) this.logger.info({ leases }, 'gave back what a process that has ended had on lease');
  }
}
