import {
  PRICE_PREVIEW_DAYS,
  PRICE_PREVIEW_ROWS_MAX,
  PRICE_PREVIEW_SECONDS_MAX,
  type OptionValues,
  type PricePreview,
  priceOptionKeys,
  type PricePreviewRequest,
  type BilledUsage,
} from '@contracts';
import { AppError, isAppError, toSeconds } from '@kernel';
import { ConsumptionWalk, type ConsumptionRow } from '@log';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { type Caller } from '@platform';
import { type Price } from '../price';
import { unitsFor } from '../units-for';
import { PriceBook } from '../price-book';
import { type RatioBook } from '../ratio-book';
import { PriceTally, type PricedCall } from './price-tally';
import { usageOfRow } from './usage-of-row';

/** A list of prices and whether models outside of it are served all the same. */
interface PriceList {
  readonly book: RatioBook;
  readonly selfUse: boolean;
}

interface PreviewLimits {
  readonly rowsMax: number;
  readonly timeMs: number;
}

function isPriceOption(key: string): boolean {
  return priceOptionKeys.some(known => known === key);
}

const DAY_MS = 86_400_000;
const LIMITS: PreviewLimits = { rowsMax: PRICE_PREVIEW_ROWS_MAX, timeMs: PRICE_PREVIEW_SECONDS_MAX * 1000 };

/**
 * Computes what the calls of the last days would have cost at other prices: their usage, billed again by the rules of
 * every bill.
 */
@Injectable()
export class PricePreviewService {
  constructor(
    private readonly options: Options,
    private readonly book: PriceBook,
    private readonly walk: ConsumptionWalk,
  ) {}

  /**
   * @param signal ends the reading early; the result then covers the rows read until then
   * @throws AppError as saving the same options would
   */
  async preview(
    request: PricePreviewRequest,
    caller: Pick<Caller, 'role'>,
    signal: AbortSignal,
    limits = LIMITS,
  ): Promise<PricePreview> {
    if (!Object.keys(request.options).every(isPriceOption)) throw new AppError('OPTION_UNKNOWN');
    const current = this.listOf(this.options.current);
    const proposed = this.listOf(this.options.proposed(request.options, caller));
    const untilMs = Date.now();
    const startMs = performance.now();
    const tally = new PriceTally();
    const sinceMs = untilMs - PRICE_PREVIEW_DAYS * DAY_MS;
    let oldestMs = untilMs;
    let capped: PricePreview['capped'] = null;
    for await (const rows of this.walk.since(sinceMs)) {
      const taken = rows.slice(0, limits.rowsMax - tally.calls);
      if (performance.now() - startMs > limits.timeMs) capped = 'time';
      else if (taken.length < rows.length) capped = 'rows';
      if (capped === 'time' || signal.aborted) break;
      for (const row of taken) tally.add(pricedCall(row, current, proposed));
      oldestMs = taken.at(-1)?.createdAtMs ?? oldestMs;
      if (capped) break;
    }
    return {
      since: toSeconds(capped ? oldestMs : sinceMs),
      until: toSeconds(untilMs),
      capped,
      total: tally.total,
      models: tally.models,
    };
  }

  private listOf(values: OptionValues): PriceList {
    return { book: this.book.of(values), selfUse: values.SelfUseModeEnabled };
  }
}

function pricedCall(row: ConsumptionRow, saved: PriceList, planned: PriceList): PricedCall {
  const { model, units: charged } = row;
  const usage = usageOfRow(row.other);
  const today = usage && priceIn(saved, row, usage);
  const then = usage && priceIn(planned, row, usage);
  if (!usage || !today || !then) return { model, charged, costs: null };
  const current = costOf(usage, today);
  const proposed = costOf(usage, then);
  return { model, charged, costs: current === null || proposed === null ? null : { current, proposed } };
}

/** The cost, or null for an amount beyond 2^53: one such row must not fail the whole preview. */
function costOf(usage: BilledUsage, price: Price): number | null {
  try {
    return unitsFor(usage, price);
  } catch (error) {
    if (isAppError(error, 'RELAY_PRICE_TOO_LARGE')) return null;
    throw error;
  }
}

function priceIn({ book, selfUse }: PriceList, row: ConsumptionRow, usage: BilledUsage): Price | null {
  const { model, group, receivedAtMs: atMs } = row;
  const bySecond = (usage.seconds ?? 0) > 0 ? book.secondPricesFor({ model, group }) : null;
  return bySecond?.at(atMs) ?? book.priceFor({ model, group, selfUse, atMs });
}
