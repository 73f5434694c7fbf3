import { type PriceListComparison, type PriceListRequest } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { EventBus } from '@platform';
import { PriceTableService } from '../table/price-table.service';
import { comparePrices } from './compare-prices';
import { PriceListClient } from '../transport/price-list-client';
import { readPriceList } from './read-price-list';

const HOUR_MS = 3_600_000;
/** Models that the fact of a difference names. */
const NAMES_TOLD = 5;

/** Public price lists beside our table. */
@Injectable()
export class PriceListService {
  private comparedAtMs = 0;

  constructor(
    private readonly prices: PriceTableService,
    private readonly client: PriceListClient,
    private readonly options: Options,
    private readonly events: EventBus,
  ) {}

  /** @throws AppError PRICE_LIST_SOURCE, PRICE_LIST_AWAY, PRICE_LIST_UNREADABLE */
  async compare({ address = '', text }: PriceListRequest): Promise<PriceListComparison> {
    if (text === undefined && address === '') throw new AppError('PRICE_LIST_SOURCE');
    const { format, prices } = readPriceList(text ?? (await this.client.read(address)));
    return { format, ...comparePrices(this.prices.table(), prices) };
  }

  /** The scheduled comparison; it changes nothing and tells of models in use whose prices differ. */
  async check(nowMs = Date.now()): Promise<void> {
    const { PriceListAddress: address, PriceListHours: hours } = this.options.current;
    if (hours === 0 || address === '' || nowMs - this.comparedAtMs < hours * HOUR_MS) return;
    this.comparedAtMs = nowMs;
    const { rows } = await this.compare({ address });
    const models = rows.filter(({ channels }) => channels > 0).map(({ model }) => model);
    this.events.publish('prices.compared', {
      origin: new URL(address).origin,
      count: models.length,
      models: models.slice(0, NAMES_TOLD),
    });
  }
}
