import { type BackupStatus, Role, type StoredBackupView } from '@contracts';
import { Get, Post } from '@nestjs/common';
import { ConsoleController } from '@platform';
import { Backups } from './backups.service';

@ConsoleController('api/backup', Role.Root)
export class BackupController {
  constructor(private readonly backups: Backups) {}

  @Get()
  status(): Promise<BackupStatus> {
    return this.backups.status();
  }

  @Post()
  async start(): Promise<void> {
    await this.backups.startNow();
  }

  @Get('stored')
  stored(): Promise<readonly StoredBackupView[]> {
    return this.backups.stored();
  }

  /** Writes, reads and removes a small object with the settings that are saved. */
  @Post('test')
  async test(): Promise<void> {
    await this.backups.test();
  }
}
