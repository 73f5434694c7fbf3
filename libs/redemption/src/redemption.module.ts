import { Module } from '@nestjs/common';
import { CheckInModule } from './check-in/check-in.module';
import { CodeModule } from './code/code.module';

/** Codes and the daily check-in: what gives quota away, apart from administrators and invitations. */
@Module({ imports: [CodeModule, CheckInModule], exports: [CodeModule, CheckInModule] })
export class RedemptionModule {}
