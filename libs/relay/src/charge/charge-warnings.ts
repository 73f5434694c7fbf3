import { type LogSaying } from '@contracts';
import { LogStore } from '@log';
import { Injectable } from '@nestjs/common';
import { Options, saidQuota } from '@option';
import { type Rider } from '@platform';
import { type CallFacts } from './call-facts';
import { warningRecord } from './record';

/** The facts by which an unusual charge is recognised. */
interface ChargedCall {
  readonly units: number;
  /** Units reserved for the call; less than the charge only where the upstream did more than it was asked for. */
  readonly reservedUnits: number;
  /** Why the answer was ended early; null where it was not. */
  readonly endedEarly: LogSaying | null;
}

/** Log rows of type 6 (warning) that commit together with an unusual charge. */
@Injectable()
export class ChargeWarnings {
  constructor(
    private readonly logs: LogStore,
    private readonly options: Options,
  ) {}

  ofCharge(facts: CallFacts, { units, reservedUnits, endedEarly }: ChargedCall): readonly Rider[] {
    // An answer that was ended early can exceed its reservation only by the one chunk that came too late.
    if (endedEarly) return [this.logs.rider(warningRecord(facts, endedEarly))];
    return units > reservedUnits ? [this.aboveReservation(facts, units, reservedUnits)] : [];
  }

  private aboveReservation(facts: CallFacts, units: number, reservedUnits: number): Rider {
    const display = this.options.current;
    const said = {
      key: 'charge_above_hold',
      units: saidQuota(units, display),
      held: saidQuota(reservedUnits, display),
    } as const;
    return this.logs.rider(warningRecord(facts, said));
  }
}
