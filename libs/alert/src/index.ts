export { AlertModule, alertEntities } from './alert.module';
export {
  checkedReceiver,
  checkedRule,
  labelled,
  readAlertConfiguration,
  secretFieldsOf,
  type AlertConfiguration,
  type ConfiguredAlerting,
} from './console/alert-configuration';
export { AlertListReadModel } from './console/alert-list.read-model';
export { AlertReceiverService } from './console/alert-receiver.service';
export { AlertRuleService } from './console/alert-rule.service';
export { Delivery } from './delivery/delivery';
export { AlertRemoval } from './evaluate/alert-removal';
export { Evaluator } from './evaluate/evaluator';
export { NodeReport } from './evaluate/node-report';
export { AlertFacts } from './store/alert-facts';
