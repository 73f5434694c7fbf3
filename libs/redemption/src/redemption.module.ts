import { Module } from '@nestjs/common';
import { CheckInModule } from './check-in/check-in.module';
import { CodeModule } from './code/code.module';
import { TopUpModule } from './top-up/top-up.module';

/** Everything that brings money in or gives it away, apart from administrators and invitations. */
@Module({ imports: [CodeModule, TopUpModule, CheckInModule], exports: [CodeModule, TopUpModule, CheckInModule] })
export class RedemptionModule {}
