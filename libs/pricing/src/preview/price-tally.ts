import { type PricePreviewModel, type PricePreviewSums } from '@contracts';

/** One call: its charge, and the cost of its usage at two lists of prices. */
export interface PricedCall {
  readonly model: string;
  readonly charged: number;
  /** Null when the costs cannot be recomputed. */
  readonly costs: { readonly current: number; readonly proposed: number } | null;
}

/** Sums as big numbers: units are whole, and many calls of large amounts must not lose one. */
interface Sums {
  calls: number;
  charged: bigint;
  unknownCalls: number;
  unknownCharged: bigint;
  current: bigint;
  proposed: bigint;
}

/**
 * Most models that are listed separately; further ones are summed under the empty name, so that foreign names cannot
 * fill the memory.
 */
const MODELS_MAX = 5000;

function noSums(): Sums {
  return {
    calls: 0,
    charged: 0n,
    unknownCalls: 0,
    unknownCharged: 0n,
    current: 0n,
    proposed: 0n,
  };
}

/** Adds calls up, by model and in all. */
export class PriceTally {
  private readonly all = noSums();
  private readonly byModel = new Map<string, Sums>();

  add(call: PricedCall): void {
    addTo(this.all, call);
    addTo(this.sumsOf(call.model), call);
  }

  get calls(): number {
    return this.all.calls;
  }

  get total(): PricePreviewSums {
    return toWire(this.all);
  }

  /** Sums by model, the largest difference first, whatever its sign. */
  get models(): readonly PricePreviewModel[] {
    return [...this.byModel]
      .sort(([leftName, left], [rightName, right]) => {
        const difference = distance(right) - distance(left);
        if (difference !== 0n) return difference > 0n ? 1 : -1;
        return left.charged === right.charged
          ? compareNames(leftName, rightName)
          : left.charged < right.charged
            ? 1
            : -1;
      })
      .map(([model, sums]) => ({ model, ...toWire(sums) }));
  }

  private sumsOf(model: string): Sums {
    const name = this.byModel.has(model) || this.byModel.size < MODELS_MAX ? model : '';
    const known = this.byModel.get(name);
    if (known) return known;
    const sums = noSums();
    this.byModel.set(name, sums);
    return sums;
  }
}

function addTo(sums: Sums, { charged, costs }: PricedCall): void {
  sums.calls += 1;
  sums.charged += BigInt(charged);
  if (costs) {
    sums.current += BigInt(costs.current);
    sums.proposed += BigInt(costs.proposed);
  } else {
    sums.unknownCalls += 1;
    sums.unknownCharged += BigInt(charged);
  }
}

function distance({ current, proposed }: Sums): bigint {
  return proposed > current ? proposed - current : current - proposed;
}

function compareNames(left: string, right: string): number {
  return left < right ? -1 : 1;
}

/** Exact up to 2^53 units, which is more than all the money there is. */
function toWire({ calls, charged, unknownCalls, unknownCharged, current, proposed }: Sums): PricePreviewSums {
  return {
    calls,
    charged: Number(charged),
    unknown_calls: unknownCalls,
    unknown_charged: Number(unknownCharged),
    current: Number(current),
    proposed: Number(proposed),
  };
}
