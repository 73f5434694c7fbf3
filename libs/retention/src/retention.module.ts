import { Module } from '@nestjs/common';
import { StorageController } from './console/storage.controller';
import { StorageReadModel } from './console/storage.read-model';
import { Retention } from './retention';

/** What is removed when it is too old, and what the database holds. */
@Module({
  controllers: [StorageController],
  providers: [Retention, StorageReadModel],
  exports: [Retention],
})
export class RetentionModule {}
