import { ChannelCatalog } from '@channel';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, Database, UnitOfWork, type Config } from '@platform';
import { SupplierCosts } from './supplier-costs';

/** Books what suppliers take for a day, where a channel or tag says so. */
@Injectable()
export class FixedCosts {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly catalog: ChannelCatalog,
    private readonly costs: SupplierCosts,
    private readonly options: Options,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /** Books the days that are over. @returns their number */
  async run(nowMs = Date.now()): Promise<number> {
    const { database, unitOfWork, catalog, costs, options, config } = this;
    if (!catalog.current.all.some(channel => costs.agreed(channel)?.per_day)) return 0;
    const { FixedCostBooking } = await import('./fixed-cost-booking.js'); // few servers pay for days
    return new FixedCostBooking(database, unitOfWork, catalog, costs, options, config).run(nowMs);
  }
}
