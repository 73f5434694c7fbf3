import { Role, type StorageView } from '@contracts';
import { Get, Post } from '@nestjs/common';
import { ConsoleController } from '@platform';
import { Retention } from '../retention';
import { StorageReadModel } from './storage.read-model';

@ConsoleController('api/storage', Role.Root)
export class StorageController {
  constructor(
    private readonly storage: StorageReadModel,
    private readonly retention: Retention,
  ) {}

  @Get()
  view(): Promise<StorageView> {
    return this.storage.view();
  }

  /** Begins to remove what is too old; the page shows when it has ended. */
  @Post('clean')
  async clean(): Promise<void> {
    await this.retention.start();
  }
}
