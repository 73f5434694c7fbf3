import { Injectable } from '@nestjs/common';
import { LogType } from '@contracts';
import { ManagementLog, type ManagementEntry } from '@platform';
import type { EntityManager } from 'typeorm';
import { LogStore } from './log.store';

/** Administrative changes as log rows of type 3. */
@Injectable()
export class ManagementLogRows extends ManagementLog {
  constructor(private readonly logs: LogStore) {
    super();
  }

  async record(manager: EntityManager, entry: ManagementEntry): Promise<void> {
    await this.logs.append(manager, { ...entry, type: LogType.Admin });
  }
}
