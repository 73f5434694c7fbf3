import { Global, Module } from '@nestjs/common';
import { FixedCosts } from './costs/fixed-costs';
import { SupplierCosts } from './costs/supplier-costs';
import { ReportController } from './report/report.controller';
import { ReportService } from './report/report.service';

/**
 * What calls cost at their suppliers, and reports of usage, money and margin. Global, because the relay and the task
 * services both settle calls.
 */
@Global()
@Module({
  controllers: [ReportController],
  providers: [FixedCosts, SupplierCosts, ReportService],
  exports: [FixedCosts, SupplierCosts],
})
export class CostModule {}
