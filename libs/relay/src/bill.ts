import { noUsage, type UsageBuckets } from '@contracts';
import { Injectable } from '@nestjs/common';
import { receiptOf, unitsFor, type Price, type Receipt } from '@pricing';
import { TokenCounter } from './count/token-counter';
import type { Delivery } from './deliver/delivery';
import type { RelayCall } from './relay-call';

/** What a delivered call costs, and how the figure came about. */
export interface Bill {
  readonly units: number;
  readonly usage: UsageBuckets;
  readonly receipt: Receipt;
  /** Where the counts come from; `local` is our own counting. */
  readonly source: 'upstream' | 'local' | 'none';
}

/** Turns what was seen of a delivery into a bill, by the table of endings in the reliability guide. */
@Injectable()
export class Billing {
  constructor(private readonly counter: TokenCounter) {}

  async billFor(call: RelayCall, delivery: Delivery, price: Price, upstreamModel: string): Promise<Bill> {
    const { usage: reading, ending } = delivery;
    // An explicit zero is believed unless something was plainly generated: some servers send zeros instead of counting.
    if (reading.kind === 'reported' && !(reading.isZero && delivery.generated().text !== '')) {
      return billOf(reading.usage, price, 'upstream');
    }
    if (ending === 'broken') return billOf(noUsage, price, 'none');
    const usage = {
      ...noUsage,
      promptTokens: await this.counter.prompt(call, upstreamModel),
      completionTokens: await this.counter.generated(delivery.generated(), upstreamModel),
      calls: 1,
    };
    return billOf(usage, price, 'local');
  }
}

function billOf(usage: UsageBuckets, price: Price, source: Bill['source']): Bill {
  return { units: unitsFor(usage, price), usage, receipt: receiptOf(usage, price), source };
}
