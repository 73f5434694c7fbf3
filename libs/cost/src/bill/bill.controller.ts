import { Role, type BillView } from '@contracts';
import { Body, Post } from '@nestjs/common';
import { ConsoleController, UserLimit } from '@platform';
import { BillComparisonDto } from './bill.dto';
import { BillService } from './bill.service';

/** Bills of suppliers beside what was computed. Nothing of them is kept. */
@ConsoleController('api/bill', Role.Admin)
export class BillController {
  constructor(private readonly bills: BillService) {}

  @Post('compare')
  @UserLimit('bill-compare', { limit: 20, windowMs: 60_000 })
  compare(@Body() request: BillComparisonDto): Promise<BillView> {
    return this.bills.compare(request);
  }
}
