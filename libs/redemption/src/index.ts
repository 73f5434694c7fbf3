import { CheckInEntity } from './check-in/check-in.entity';
import { RedemptionEntity } from './code/redemption.entity';

export { RedemptionModule } from './redemption.module';

/** Tables of this lib, by their classes. */
export const redemptionEntities: (new () => object)[] = [RedemptionEntity, CheckInEntity];
