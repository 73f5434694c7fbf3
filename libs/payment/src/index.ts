import { OrderReturnEntity } from './orders/order-return.entity';
import { OrderEntity } from './orders/order.entity';

export { ExpireOrders } from './orders/expire-orders';
export { PaymentModule } from './payment.module';
export { AskAfterOrders } from './stripe/ask-after-orders';

/** Tables of this lib, by their classes. */
export const paymentEntities: (new () => object)[] = [OrderEntity, OrderReturnEntity];
