import { type CatalogChannel } from '@channel';
import { type SupplierCost } from '@contracts';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { callCost, type CostedCall } from './call-cost';

/** What calls cost at their suppliers, by the channel that answered. */
@Injectable()
export class SupplierCosts {
  constructor(private readonly options: Options) {}

  /** What is agreed with the supplier of a channel, by itself or by its tag; null where nothing is set. */
  agreed({ supplierCost, tag }: Pick<CatalogChannel, 'supplierCost' | 'tag'>): SupplierCost | null {
    if (supplierCost !== null || tag === '') return supplierCost;
    const { TagCosts } = this.options.current;
    return TagCosts[tag] ?? null;
  }

  /** Units that a call cost; undefined where that is not known, and the row of the log says nothing of it. */
  of(channel: Pick<CatalogChannel, 'supplierCost' | 'tag'>, call: CostedCall): number | undefined {
    const cost = this.agreed(channel);
    if (cost === null) return undefined;
    return callCost(cost, call, this.options.current.QuotaPerUnit) ?? undefined;
  }
}
