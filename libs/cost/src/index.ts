export { CostModule } from './cost.module';
export { FixedCosts } from './costs/fixed-costs';
export { PlanIncome } from './costs/plan-income';
export { ReportMail } from './report/report-mail';
export { StatementService } from './statement/statement.service';
export { SupplierCosts } from './costs/supplier-costs';
