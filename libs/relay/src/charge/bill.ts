import { noUsage, type UsageBuckets } from '@contracts';
import { Injectable } from '@nestjs/common';
import { receiptOf, unitsFor, type Price, type Receipt } from '@pricing';
import { isTold, type Delivery, type UsageCount } from '../usage/delivery';
import { LocalUsage } from '../usage/local-usage';
import { type RequestedImages } from '../call/requested-images';
import { type RelayCall } from '../call/relay-call';

/** What a delivered call costs, and how the amount was computed. */
export interface Bill {
  readonly units: number;
  readonly usage: UsageBuckets;
  readonly receipt: Receipt;
  /** Where the counts come from; `local` means that the gateway counted them. */
  readonly source: 'upstream' | 'local' | 'none';
}

/** A delivered call and everything that decides its price. */
export interface BillOrder {
  readonly call: RelayCall;
  readonly delivery: Delivery;
  readonly price: Price;
  readonly upstreamModel: string;
  /** Set for calls that request images. */
  readonly images: RequestedImages | null;
}

/** Turns what was seen of a delivery into a bill, according to docs/relay-rules.md#endings. */
@Injectable()
export class Billing {
  constructor(private readonly local: LocalUsage) {}

  /** The function that counts what a call used, for deliveries that report the usage to the caller. */
  counterFor(call: RelayCall, upstreamModel: string): UsageCount {
    return seen => this.local.of(call, seen, upstreamModel);
  }

  async billFor(order: BillOrder): Promise<Bill> {
    const { delivery, price } = order;
    const { usage: reading, ending } = delivery;
    if (delivery.counted) return billOf({ ...delivery.counted, calls: callsOf(order) }, price, 'local');
    if (isTold(reading, delivery.generated)) {
      const usage = delivery.isCutShort
        ? await this.local.ofCutShort(reading.usage, delivery, order.upstreamModel)
        : reading.usage;
      return billOf({ ...usage, calls: callsOf(order) }, price, usage === reading.usage ? 'upstream' : 'local');
    }
    if (ending === 'broken') return billOf(noUsage, price, 'none');
    const usage = await this.local.of(order.call, delivery, order.upstreamModel);
    return billOf({ ...usage, calls: callsOf(order) }, price, 'local');
  }
}

/**
 * The number of billable calls. Images are counted as they arrived, weighted by size and quality; when the response
 * could not be read, the requested number counts.
 */
function callsOf({ delivery, images }: BillOrder): number {
  return images ? (delivery.images ?? images.count) * images.factor : 1;
}

function billOf(usage: UsageBuckets, price: Price, source: Bill['source']): Bill {
  return { units: unitsFor(usage, price), usage, receipt: receiptOf(usage, price), source };
}
