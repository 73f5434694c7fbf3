import { Injectable } from '@nestjs/common';
import { Logger } from '@platform';
import { weightOf } from '@pricing';
import { LocalUsage } from '../usage/local-usage';
import { type ReservedCall } from './reservations';
import { type RelayCall } from '../call/relay-call';
import { StreamAllowance } from '../limits/stream-allowance';

/** Opens the allowances that keep the reservations of streams ahead of what has passed to the caller. */
@Injectable()
export class Allowances {
  constructor(
    private readonly local: LocalUsage,
    private readonly logger: Logger,
  ) {}

  /** @returns null for calls that are bounded otherwise: by their own limit, by a price per call, or by costing nothing */
  forStream(call: RelayCall, { reservation, bound }: ReservedCall, upstreamModel: string): StreamAllowance | null {
    const isBounded = !call.isStream || !bound.isLimitable || bound.answerTokens !== null;
    if (isBounded || weightOf(bound.price, bound.bucket) === 0) return null;
    const { local, logger } = this;
    return new StreamAllowance({ local, logger }, { call, reservation, bound, upstreamModel });
  }
}
