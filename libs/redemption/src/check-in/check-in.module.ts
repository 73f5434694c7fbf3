import { Module } from '@nestjs/common';
import { systemRandom } from '@kernel';
import { CheckInController } from './check-in.controller';
import { CHECK_IN_RANDOM, CheckInService } from './check-in.service';

/** The daily reward. */
@Module({
  controllers: [CheckInController],
  providers: [CheckInService, { provide: CHECK_IN_RANDOM, useValue: systemRandom }],
})
export class CheckInModule {}
