import { CheckInEntity } from './check-in/check-in.entity';
import { RedemptionEntity } from './code/redemption.entity';
import { OrderEntity } from './top-up/order.entity';

export { RedemptionModule } from './redemption.module';
export { ExpireOrders } from './top-up/expire-orders';

/** Tables of this lib, by their classes. */
export const redemptionEntities: (new () => object)[] = [RedemptionEntity, CheckInEntity, OrderEntity];
