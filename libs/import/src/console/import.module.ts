import { Module } from '@nestjs/common';
import { MoveIn } from './move-in.service';
import { MoveInController } from './move-in.controller';
import { MoveInRunEntity } from './move-in-run.entity';
import { MoveInRunStore } from './move-in-run.store';
import { MoveInWork } from './move-in-work';
import { SentFiles } from './sent-files';

export const importEntities = [MoveInRunEntity];

/** Moving in from the console, beside a running server. */
@Module({
  controllers: [MoveInController],
  providers: [MoveInRunStore, SentFiles, MoveInWork, MoveIn],
})
export class ImportModule {}
