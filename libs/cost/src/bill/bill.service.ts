import { ChannelCatalog } from '@channel';
import { type BillComparison, type BillView } from '@contracts';
import { ReportFigures } from '@log';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';

/** Compares bills of suppliers with what calls cost by the prices that were entered. */
@Injectable()
export class BillService {
  constructor(
    private readonly figures: ReportFigures,
    private readonly catalog: ChannelCatalog,
    private readonly options: Options,
  ) {}

  /** @throws AppError BILL_COLUMNS, BILL_LINE, BILL_TOO_LONG, REPORT_TIME_ZONE */
  async compare(request: BillComparison): Promise<BillView> {
    const { ComparedBill } = await import('./compared-bill.js'); // it is asked for once a month
    return new ComparedBill(this.figures, this.catalog, this.options).compare(request);
  }
}
