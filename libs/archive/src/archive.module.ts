import { Module } from '@nestjs/common';
import { BackupMaker } from './schedule/backup-maker';
import { BackupRunEntity } from './schedule/backup-run.entity';
import { BackupRunStore } from './schedule/backup-run.store';
import { BackupController } from './schedule/backup.controller';
import { Backups } from './schedule/backups.service';

export const archiveEntities = [BackupRunEntity];

/** Backups that the server makes by itself. */
@Module({
  controllers: [BackupController],
  providers: [BackupRunStore, BackupMaker, Backups],
  exports: [Backups],
})
export class ArchiveModule {}
