import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, UnitOfWork, type Config } from '@platform';

/** Books what plans have earned, day by day. */
@Injectable()
export class PlanIncome {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /** Books the days that are over. @returns their number */
  async run(nowMs = Date.now()): Promise<number> {
    const { PlanIncomeBooking } = await import('./plan-income-booking.js');
    return new PlanIncomeBooking(this.database, this.unitOfWork, this.config).run(nowMs);
  }
}
