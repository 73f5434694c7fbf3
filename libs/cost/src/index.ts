export { CostModule } from './cost.module';
export { FixedCosts } from './costs/fixed-costs';
export { SupplierCosts } from './costs/supplier-costs';
