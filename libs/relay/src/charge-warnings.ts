import { type LogSaying } from '@contracts';
import { LogStore } from '@log';
import { Injectable } from '@nestjs/common';
import { Options, saidQuota } from '@option';
import { type Rider } from '@platform';
import { warningRecord, type CallFacts } from './record';

/** What may be odd about a charge. */
export interface ChargedCall {
  readonly units: number;
  /** Below the charge only where the upstream did more than it was asked for. */
  readonly heldUnits: number;
  /** Why the answer was ended before its time; null where it was not. */
  readonly endedEarly: LogSaying | null;
}

/** Rows of type 6 that commit with a charge which was not as it should be. */
@Injectable()
export class ChargeWarnings {
  constructor(
    private readonly logs: LogStore,
    private readonly options: Options,
  ) {}

  ofCharge(facts: CallFacts, { units, heldUnits, endedEarly }: ChargedCall): readonly Rider[] {
    // Whatever it is above its hold then is the one chunk that came too late.
    if (endedEarly) return [this.logs.rider(warningRecord(facts, endedEarly))];
    return units > heldUnits ? [this.aboveReservation(facts, units, heldUnits)] : [];
  }

  private aboveReservation(facts: CallFacts, units: number, heldUnits: number): Rider {
    const display = this.options.current;
    const said = {
      key: 'charge_above_hold',
      units: saidQuota(units, display),
      held: saidQuota(heldUnits, display),
    } as const;
    return this.logs.rider(warningRecord(facts, said));
  }
}
