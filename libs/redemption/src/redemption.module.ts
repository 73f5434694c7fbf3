import { Module } from '@nestjs/common';
import { CheckInModule } from './check-in/check-in.module';
import { CodeModule } from './code/code.module';
import { TopUpModule } from './top-up/top-up.module';

/** All features that bring money in or give it away, apart from administrators and invitations. */
@Module({ imports: [CodeModule, TopUpModule, CheckInModule], exports: [CodeModule, TopUpModule, CheckInModule] })
export class RedemptionModule {}
