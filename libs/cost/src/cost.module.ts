import { Global, Module } from '@nestjs/common';
import { UserModule } from '@user';
import { BillController } from './bill/bill.controller';
import { BillService } from './bill/bill.service';
import { FixedCosts } from './costs/fixed-costs';
import { PlanIncome } from './costs/plan-income';
import { SupplierCosts } from './costs/supplier-costs';
import { ReportMail } from './report/report-mail';
import { ReportController } from './report/report.controller';
import { ReportService } from './report/report.service';
import { StatementController } from './statement/statement.controller';
import { StatementService } from './statement/statement.service';

/**
 * What calls cost at their suppliers, and reports of usage, money and margin. Global, because the relay and the task
 * services both settle calls.
 */
@Global()
@Module({
  imports: [UserModule],
  controllers: [ReportController, StatementController, BillController],
  providers: [BillService, FixedCosts, PlanIncome, ReportMail, SupplierCosts, ReportService, StatementService],
  exports: [FixedCosts, PlanIncome, ReportMail, StatementService, SupplierCosts],
})
export class CostModule {}
