import { noUsage, type UsageBuckets } from '@contracts';
import { Injectable } from '@nestjs/common';
import { priceReached, unitsFor, type Price } from '@pricing';
import { type AdmittedCall } from '../admission/admit';
import { isReported, type Delivery, type UsageCount } from '../usage/delivery';
import { LocalUsage } from '../usage/local-usage';
import { type RelayCall } from '../call/relay-call';

/** What a delivered call costs, and how the amount was computed. */
export interface Bill {
  readonly units: number;
  readonly usage: UsageBuckets;
  /** The price that was charged: that of the tier which the prompt has reached. */
  readonly price: Price;
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

  /** The bill at once where the upstream reported the usage, as it does for most calls. */
  billFor(call: RelayCall, admitted: AdmittedCall, delivery: Delivery, upstreamModel: string): Bill | Promise<Bill> {
    const { price } = admitted;
    const { usage: reading, ending } = delivery;
    const calls = callsOf(admitted, delivery);
    if (delivery.counted) return billOf(withCalls(delivery.counted, calls), price, 'local');
    if (isReported(reading, delivery.generated)) {
      const { usage } = reading;
      if (!delivery.isCutShort) return billOf(withCalls(usage, calls), price, 'upstream');
      return this.local.ofCutShort(usage, delivery, upstreamModel).then(counted => {
        return billOf(withCalls(counted, calls), price, counted === usage ? 'upstream' : 'local');
      });
    }
    if (ending === 'broken') return billOf(noUsage, price, 'none');
    return this.local.of(call, delivery, upstreamModel).then(usage => billOf(withCalls(usage, calls), price, 'local'));
  }
}

function withCalls(usage: UsageBuckets, calls: number): UsageBuckets {
  return usage.calls === calls ? usage : { ...usage, calls };
}

/**
 * The number of billable calls. Images are counted as they arrived, weighted by size and quality; when the response
 * could not be read, the requested number counts.
 */
function callsOf({ images }: AdmittedCall, delivery: Delivery): number {
  return images ? (delivery.images ?? images.count) * images.factor : 1;
}

export function billOf(usage: UsageBuckets, price: Price, source: Bill['source']): Bill {
  const reached = priceReached(price, usage);
  return { units: unitsFor(usage, reached), usage, price: reached, source };
}
