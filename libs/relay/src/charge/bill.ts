import { noUsage, type UsageBuckets } from '@contracts';
import { Injectable } from '@nestjs/common';
import { receiptOf, unitsFor, type Price, type Receipt } from '@pricing';
import { type AdmittedCall } from '../admission/admit';
import { isReported, type Delivery, type UsageCount } from '../usage/delivery';
import { LocalUsage } from '../usage/local-usage';
import { type RelayCall } from '../call/relay-call';

/** What a delivered call costs, and how the amount was computed. */
export interface Bill {
  readonly units: number;
  readonly usage: UsageBuckets;
  readonly receipt: Receipt;
  /** Where the counts come from; `local` means that the gateway counted them. */
  readonly source: 'upstream' | 'local' | 'none';
}

/** Turns what was seen of a delivery into a bill, according to docs/relay-rules.md#endings. */
@Injectable()
export class Billing {
  constructor(private readonly local: LocalUsage) {}

  /** The function that counts what a call used, for deliveries that report the usage to the caller. */
  counterFor(call: RelayCall, upstreamModel: string): UsageCount {
    return seen => this.local.of(call, seen, upstreamModel);
  }

  async billFor(call: RelayCall, admitted: AdmittedCall, delivery: Delivery, upstreamModel: string): Promise<Bill> {
    const { price } = admitted;
    const { usage: reading, ending } = delivery;
    const calls = callsOf(admitted, delivery);
    if (delivery.counted) return billOf({ ...delivery.counted, calls }, price, 'local');
    if (isReported(reading, delivery.generated)) {
      const usage = delivery.isCutShort
        ? await this.local.ofCutShort(reading.usage, delivery, upstreamModel)
        : reading.usage;
      return billOf({ ...usage, calls }, price, usage === reading.usage ? 'upstream' : 'local');
    }
    if (ending === 'broken') return billOf(noUsage, price, 'none');
    const usage = await this.local.of(call, delivery, upstreamModel);
    return billOf({ ...usage, calls }, price, 'local');
  }
}

/**
 * The number of billable calls. Images are counted as they arrived, weighted by size and quality; when the response
 * could not be read, the requested number counts.
 */
function callsOf({ images }: AdmittedCall, delivery: Delivery): number {
  return images ? (delivery.images ?? images.count) * images.factor : 1;
}

export function billOf(usage: UsageBuckets, price: Price, source: Bill['source']): Bill {
  return { units: unitsFor(usage, price), usage, receipt: receiptOf(usage, price), source };
}
