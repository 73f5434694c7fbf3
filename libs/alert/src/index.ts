export { AlertModule, alertEntities } from './alert.module';
export { Delivery } from './delivery/delivery';
export { AlertRemoval } from './evaluate/alert-removal';
export { Evaluator } from './evaluate/evaluator';
export { NodeReport } from './evaluate/node-report';
export { AlertFacts } from './store/alert-facts';
