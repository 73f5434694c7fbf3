import { type CatalogChannel } from '@channel';
import { planUnitsOf } from '@billing';
import { SupplierCosts } from '@cost';
import { LogStore } from '@log';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { EventBus, type Rider } from '@platform';
import { type AdmittedCall } from '../admission/admit';
import { KeptResponses } from '../admission/kept-responses';
import { type ReservedCall } from '../admission/reservations';
import { type BegunAnswer } from '../answer/read-answer';
import { type CallPlaces } from '../rate/channel-places';
import { type TakenLimits } from '../rate/taken-limits';
import { type Delivery } from '../usage/delivery';
import { Billing, type Bill } from './bill';
import { type CallFacts } from './call-facts';
import { ChargeWarnings } from './charge-warnings';
import { consumptionRecord } from './record';

/** A call whose answer was delivered, as far as its charge depends on it. */
export interface DeliveredCall {
  readonly facts: CallFacts;
  readonly admitted: AdmittedCall;
  readonly reserved: ReservedCall;
  /** The limits that the call has taken; null for a call without limits. */
  readonly taken: Pick<TakenLimits, 'use'> | null;
  /** Null where no channel has limits of its own. */
  readonly places: CallPlaces | null;
  /** The channel with the key that gave the answer. */
  readonly channel: CatalogChannel;
  readonly result: BegunAnswer;
  readonly delivery: Delivery;
}

/** Settles delivered calls: bill, log row and warnings commit together. */
@Injectable()
export class Charges {
  constructor(
    private readonly billing: Billing,
    private readonly kept: KeptResponses,
    private readonly logs: LogStore,
    private readonly warnings: ChargeWarnings,
    private readonly options: Options,
    private readonly events: EventBus,
    private readonly costs: SupplierCosts,
  ) {}

  /**
   * Charges a call behind its answer: nobody waits for the commit.
   *
   * @returns a promise only where the usage must be counted first, or the reservation is still growing
   */
  settle(delivered: DeliveredCall): void | Promise<void> {
    const { facts, admitted, delivery } = delivered;
    const billing = this.billing.billFor(facts.received.call, admitted, delivery, facts.upstreamModel);
    if (!(billing instanceof Promise)) return this.chargeGrown(delivered, billing);
    return billing.then(bill => this.chargeGrown(delivered, bill));
  }

  /** How much of it a plan pays is known when the reservation grows no more. */
  private chargeGrown(delivered: DeliveredCall, bill: Bill): void | Promise<void> {
    const { growing } = delivered.reserved.reservation;
    return growing ? growing.then(() => this.charge(delivered, bill)) : this.charge(delivered, bill);
  }

  private charge(delivered: DeliveredCall, bill: Bill): void | Promise<void> {
    const { facts, reserved, channel } = delivered;
    delivered.taken?.use(bill.usage);
    delivered.places?.use(bill.usage);
    const riders = this.ridersFor(delivered, bill);
    const { caller, call } = facts.received;
    const { units, usage } = bill;
    facts.received.trace?.charged(units, usage);
    this.events.publish('usage.settled', {
      userId: caller.userId,
      units,
      channelId: channel.id,
      model: call.model,
      usage,
    });
    return reserved.reservation.settleBehind({ units: bill.units, channelId: channel.id, riders });
  }

  /** What commits with the charge. */
  private ridersFor(
    { facts, admitted, reserved, channel, result, delivery }: DeliveredCall,
    bill: Bill,
  ): readonly Rider[] {
    const { LogConsumeEnabled, DataExportEnabled } = this.options.current;
    const riders: Rider[] = [];
    if (LogConsumeEnabled) {
      const record = consumptionRecord(facts, {
        bill,
        answerLimit: reserved.answerLimit,
        firstByteAt: result.firstByteAt,
        problem: delivery.problem ?? (delivery.usage.kind === 'nonsense' ? `usage: ${delivery.usage.reason}` : null),
        isCountedHourly: DataExportEnabled,
        cost: this.costs.of(channel, {
          usage: bill.usage,
          price: admitted.price,
          model: facts.received.call.model,
          upstreamModel: facts.upstreamModel,
        }),
        dropped: result.dropped,
        repairs: delivery.repairs ?? NOTHING,
        isConverted: result.isConverted,
        planUnits: planUnitsOf(reserved.reservation.record, bill.units),
      });
      riders.push(this.logs.rider(record));
    }
    const warnings = this.warnings.ofCharge(facts, {
      units: bill.units,
      reservedUnits: reserved.reservation.record.amount,
      endedEarly: delivery.endedEarly ?? null,
    });
    const kept = this.kept.ridersFor(facts.received, { channel, delivery, isConverted: result.isConverted });
    return warnings.length + kept.length === 0 ? riders : [...riders, ...warnings, ...kept];
  }
}

const NOTHING: readonly string[] = [];
