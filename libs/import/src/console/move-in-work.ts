import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import {
  ChangeNotices,
  CONFIG,
  dataSourceOptions,
  SecretBox,
  UnitOfWork,
  unlimitedOptions,
  type Config,
} from '@platform';
import { DataSource } from 'typeorm';
import { type ImportReport } from '../run/run-import';

const OWNER_ONLY = 0o600;

export interface MoveInOptions {
  readonly from: string;
  readonly logsFrom?: string;
  readonly saltKey: string;
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
  readonly onRows: (table: string, rows: number) => void;
}

/**
 * An import beside running servers: it writes in the queue of this server and adds to balances, as everybody else does;
 * what all nodes remember of options, channels, keys and people is read again.
 */
@Injectable()
export class MoveInWork {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly box: SecretBox,
    private readonly unitOfWork: UnitOfWork,
    private readonly notices: ChangeNotices,
  ) {}

  /** @throws Error with a sentence, which may hold the address */
  async run(options: MoveInOptions): Promise<ImportReport> {
    const { box, unitOfWork } = this;
    const nowMs = Date.now();
    const here = await this.ownReader();
    const say = () => undefined; // the page looks at the tables
    const onOptions = () => this.notices.publish('option', null);
    try {
      const { runImport } = await import('../run/run-import.js'); // a server rarely needs it
      const report = await runImport(here, { ...options, box, nowMs, say, unitOfWork, onOptions });
      if (!options.isDryRun) await this.keep(report, nowMs);
      return report;
    } finally {
      await here.destroy();
      // What came before a failure is used, too.
      if (!options.isDryRun) await this.announce();
    }
  }

  /** Looking at every row takes longer than a reader of the console may. */
  private async ownReader(): Promise<DataSource> {
    const options = unlimitedOptions(dataSourceOptions(this.config, { entities: [], migrations: [] }));
    const here = await new DataSource(options).initialize();
    if (options.type === 'sqlite') await here.query('PRAGMA query_only = ON');
    return here;
  }

  private async announce(): Promise<void> {
    for (const topic of ['option', 'channel', 'user', 'token']) await this.notices.publish(topic, null);
  }

  /** The proof lies beside the data, as that of the command. */
  private async keep(report: ImportReport, nowMs: number): Promise<void> {
    const name = `import-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}.json`;
    const path = join(this.config.dataDir, name);
    await writeFile(path, `${JSON.stringify(report, null, 2)}\n`, { mode: OWNER_ONLY });
  }
}
