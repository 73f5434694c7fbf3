import { Module } from '@nestjs/common';
import { RedeemController } from './redeem.controller';
import { RedeemService } from './redeem.service';
import { RedemptionListReadModel } from './redemption-list.read-model';
import { RedemptionController } from './redemption.controller';
import { RedemptionService } from './redemption.service';
import { RedemptionStore } from './redemption.store';

/** Redemption codes: created by administrators, each redeemed once. */
@Module({
  controllers: [RedemptionController, RedeemController],
  providers: [RedemptionStore, RedemptionListReadModel, RedemptionService, RedeemService],
})
export class CodeModule {}
