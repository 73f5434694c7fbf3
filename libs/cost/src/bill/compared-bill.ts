import { type ChannelCatalog } from '@channel';
import { BILL_DAYS_MAX, type BillComparison, type BillRow, type BillView } from '@contracts';
import { add, AppError, multiply, parseFraction, roundHalfUp, ZERO, type Fraction } from '@kernel';
import { type ReportFigures } from '@log';
import { type Options } from '@option';
import { Calendar, dayAfter } from '../report/calendar';
import { readBill, type BillLine } from './read-bill';

/** Both sides of a day and model: money of the bill, units of ours. */
interface Compared {
  readonly day: string;
  readonly model: string;
  billed: Fraction;
  computed: number;
}

/** Models of one channel on one day. */
const MODELS_MAX = 10_000;
const ROWS_MAX = 5000;

/** Compares bills of suppliers with what calls cost by the prices that were entered, per day and model. */
export class ComparedBill {
  constructor(
    private readonly figures: ReportFigures,
    private readonly catalog: ChannelCatalog,
    private readonly options: Options,
  ) {}

  /** @throws AppError BILL_COLUMNS, BILL_LINE, BILL_TOO_LONG, REPORT_TIME_ZONE */
  async compare({ text, channels, time_zone: timeZone }: BillComparison): Promise<BillView> {
    const calendar = new Calendar(timeZone || 'UTC');
    const lines = readBill(text);
    const days = daysOf(lines);
    const compared = new Map<string, Compared>();
    const at = (day: string, model: string): Compared => {
      const key = `${day}\n${model}`;
      const known = compared.get(key) ?? { day, model, billed: ZERO, computed: 0 };
      compared.set(key, known);
      return known;
    };
    for (const { day, model, amount } of lines) {
      const row = at(day, model);
      row.billed = add(row.billed, amount);
    }
    let fixedCost = 0;
    for (const day of days) {
      const hours = { startMs: calendar.startOfDay(day), endMs: calendar.startOfDay(dayAfter(day)) };
      for (const channel of channels) {
        const question = { by: 'model_name', filter: { channel }, order: 'cost', rowsMax: MODELS_MAX } as const;
        for (const figure of await this.figures.read(question, hours)) {
          fixedCost += figure.fixedCost;
          if (figure.cost !== 0) at(day, this.upstreamName(channel, figure.value)).computed += figure.cost;
        }
      }
    }
    return this.view([...compared.values()], fixedCost);
  }

  private view(compared: readonly Compared[], fixedCost: number): BillView {
    const perUnit = parseFraction(this.options.current.QuotaPerUnit);
    const unitsOf = (money: Fraction) => Number(roundHalfUp(multiply(money, perUnit)));
    const rows: readonly BillRow[] = compared.map(({ billed, ...row }) => ({ ...row, billed: unitsOf(billed) }));
    const difference = ({ billed, computed }: BillRow) => Math.abs(billed - computed);
    return {
      rows: [...rows].sort((one, other) => difference(other) - difference(one)).slice(0, ROWS_MAX),
      billed: unitsOf(compared.reduce((sum, { billed }) => add(sum, billed), ZERO)),
      computed: rows.reduce((sum, { computed }) => sum + computed, 0),
      fixed_cost: fixedCost,
    };
  }

  /** The name on the bill of a model that callers know by another one. */
  private upstreamName(channel: number, model: string): string {
    return this.catalog.current.byId(channel)?.modelMapping?.get(model) ?? model;
  }
}

/** Every day from the first to the last of a bill. */
function daysOf(lines: readonly BillLine[]): readonly string[] {
  const named = lines.map(({ day }) => day).sort();
  const [first] = named;
  const last = named.at(-1);
  if (first === undefined || last === undefined) return [];
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day)) {
    days.push(day);
    if (days.length > BILL_DAYS_MAX) throw new AppError('BILL_TOO_LONG', { params: { max: BILL_DAYS_MAX } });
  }
  return days;
}
