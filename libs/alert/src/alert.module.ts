import { Module } from '@nestjs/common';
import { UserModule } from '@user';
import { AlertAcknowledgement } from './console/alert-acknowledgement';
import { AlertListReadModel } from './console/alert-list.read-model';
import { AlertReceiverService } from './console/alert-receiver.service';
import { AlertRuleService } from './console/alert-rule.service';
import { AlertController, AlertReceiverController, AlertRuleController } from './console/alert.controller';
import { AlertMessages } from './delivery/alert-messages';
import { Delivery } from './delivery/delivery';
import { MessageSender } from './delivery/message-sender';
import { Outbox } from './delivery/outbox';
import { Targets } from './delivery/targets';
import { AlertBook } from './evaluate/alert-book';
import { AlertRemoval } from './evaluate/alert-removal';
import { Evaluator } from './evaluate/evaluator';
import { NodeReport } from './evaluate/node-report';
import { AlertFacts } from './store/alert-facts';
import { AlertEntity } from './store/alert.entity';
import { AlertMessageEntity } from './store/alert-message.entity';
import { AlertReceiverEntity } from './store/alert-receiver.entity';
import { AlertRuleEntity } from './store/alert-rule.entity';
import { RulesStore } from './store/rules.store';
import { AlertClient } from './transport/alert-client';

export const alertEntities = [AlertRuleEntity, AlertReceiverEntity, AlertEntity, AlertMessageEntity];

/** Rules about the site, what they find, and messages about it. */
@Module({
  imports: [UserModule],
  controllers: [AlertController, AlertRuleController, AlertReceiverController],
  providers: [
    AlertFacts,
    RulesStore,
    AlertClient,
    MessageSender,
    AlertMessages,
    Targets,
    Outbox,
    Delivery,
    AlertBook,
    Evaluator,
    NodeReport,
    AlertRemoval,
    AlertListReadModel,
    AlertAcknowledgement,
    AlertRuleService,
    AlertReceiverService,
  ],
  exports: [AlertListReadModel, AlertRemoval, Delivery, Evaluator, NodeReport],
})
export class AlertModule {}
