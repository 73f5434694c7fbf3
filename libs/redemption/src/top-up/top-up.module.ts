import { Module } from '@nestjs/common';
import { UserModule } from '@user';
import { ExpireOrders } from './expire-orders';
import { NotifyController } from './notify.controller';
import { NotifyService } from './notify.service';
import { OrderListReadModel } from './order-list.read-model';
import { OrderController } from './order.controller';
import { OrderStore } from './order.store';
import { PaymentController } from './payment.controller';
import { PaymentService } from './payment.service';

/** Online payment through an Epay gateway. */
@Module({
  imports: [UserModule],
  controllers: [PaymentController, NotifyController, OrderController],
  providers: [OrderStore, OrderListReadModel, PaymentService, NotifyService, ExpireOrders],
  exports: [ExpireOrders],
})
export class TopUpModule {}
