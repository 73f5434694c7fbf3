import { type AnswerContext } from '@formats';
import { type UpstreamFailure } from '@providers';
import { ChannelHealth, type CatalogChannel } from '@channel';
import { ALPHANUMERIC, AppError, randomText } from '@kernel';
import { LogStore } from '@log';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, EventBus, Logger, type Config } from '@platform';
import { Admission, type AdmittedCall } from './admission/admit';
import { Attempts } from './attempt/attempt';
import { Billing } from './charge/bill';
import { Allowances } from './admission/allowances';
import { boundOfCall } from './admission/bound-of-call';
import { withAnswerLimit } from './limits/limit-call';
import { type StreamAllowance } from './limits/stream-allowance';
import { type ClientConnection } from './delivery/client-connection';
import { CountedTokens } from './counted-tokens';
import { deliverAnswer, deliverBody } from './delivery/deliver-body';
import { deliverStream } from './delivery/deliver-stream';
import { type Delivery, type UsageCount } from './usage/delivery';
import { withReportedUsage } from './delivery/report-usage';
import { ChargeWarnings } from './charge/charge-warnings';
import { ErrorLog } from './charge/error-log';
import { Heartbeat } from './delivery/heartbeat';
import { AudioFlow } from './stream/media-flow';
import { openFlow } from './stream/open-flow';
import { Reservations, type ReservedCall } from './admission/reservations';
import { type AttemptResult, type BegunAnswer } from './answer/read-answer';
import { consumptionRecord, type CallFacts } from './charge/record';
import { type ReceivedCall } from './call/received-call';
import { type RelayCall } from './call/relay-call';
import { KeptResponses } from './admission/kept-responses';
import { RoutePlanner, type AttemptEnding, type RoutePlan, type TriedRoute } from './routing/route-plan';
import { type SessionSigns } from './routing/session-key';
import { type Abortable } from './transport/exchange';
import { FilteredDelivery, isFilterable } from './moderation/filtered-delivery';
import { SensitiveWords } from './moderation/sensitive-words';

/** A call on its way to a channel. */
interface PlannedCall {
  readonly received: ReceivedCall;
  readonly client: ClientConnection;
  readonly admitted: AdmittedCall;
  readonly reserved: ReservedCall;
  readonly plan: RoutePlan;
}

/** What accompanies the delivery of a stream. */
interface StreamAids {
  /** Counts the usage that the upstream does not report. */
  readonly count: UsageCount;
  /** What the stream may spend; null where it is bounded otherwise. */
  readonly allowance: StreamAllowance | null;
}

/** All attempts of one request together may take this long, whatever RetryTimes says. */
const ATTEMPTS_BUDGET_MS = 600_000;

/** Length of the part behind the prefix of a generated id. */
const ID_LENGTH = 24;

/** Runs a relay call from admission to settlement: every branch is here, and the steps are called from here. */
@Injectable()
export class RelayRunner {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly options: Options,
    private readonly health: ChannelHealth,
    private readonly admission: Admission,
    private readonly reservations: Reservations,
    private readonly routes: RoutePlanner,
    private readonly kept: KeptResponses,
    private readonly words: SensitiveWords,
    private readonly filtered: FilteredDelivery,
    private readonly attempts: Attempts,
    private readonly allowances: Allowances,
    private readonly billing: Billing,
    private readonly logs: LogStore,
    private readonly errors: ErrorLog,
    private readonly warnings: ChargeWarnings,
    private readonly events: EventBus,
    private readonly counted: CountedTokens,
    private readonly logger: Logger,
  ) {}

  /** @throws AppError for the caller, when nothing was sent yet; every ending after that is handled here */
  async run(received: ReceivedCall, client: ClientConnection): Promise<void> {
    const { call, caller, requestId } = received;
    if (call.endpoint === 'countTokens') return this.counted.answer(received, client);
    const admitted = await this.kept.bound(received, this.admission.admit(caller, call));
    await this.refuseWords(received, admitted);
    const bound = await boundOfCall(call, admitted);
    const reserved = await this.reservations.reserve({
      id: requestId,
      caller,
      bound,
      price: admitted.price,
      model: call.model,
      isStream: call.isStream,
      lifetimeMs: this.config.requestTimeoutMs,
    });
    await using _reservation = reserved.reservation;
    const { answerLimit } = reserved;
    const limited = answerLimit === null ? received : { ...received, call: withAnswerLimit(call, answerLimit) };
    const plan = this.routes.plan(admitted, signsOf(limited));
    await this.serve({ received: limited, client, admitted, reserved, plan });
  }

  private async serve(planned: PlannedCall): Promise<void> {
    const { received, client, plan } = planned;
    using heartbeat = new Heartbeat(client, received.call.isStream ? this.config.streamHeartbeatMs : 0);
    const tried = await plan.tryEach(channel => this.attempt(planned, channel), {
      // The failure that ends a call always gets a log row; earlier ones get a row only when the operator has asked for
      // it.
      onRetry: result => {
        if (result?.kind !== 'failure' || !this.options.current.LogErrorAttemptsEnabled) return;
        this.errors.add(factsOf(planned, received.call.model), result.failure);
      },
    });
    if (!tried?.result) return; // the caller left before anything came
    const { channel, result } = tried;
    if (result.kind === 'failure') return this.refuse(planned, result.failure);
    heartbeat.stop();
    await this.deliverAndBill(planned, { channel, result });
  }

  /** @throws AppError RELAY_SENSITIVE before anything is reserved or sent; only the operator's log names the words */
  private async refuseWords(received: ReceivedCall, { group }: AdmittedCall): Promise<void> {
    const { call, requestId } = received;
    const words = await this.words.inPrompt(call.parsed);
    if (words.length === 0) return;
    this.logger.warn({ requestId, words }, 'a prompt holds sensitive words');
    this.errors.warn({ received, group, upstreamModel: call.model, plan: null });
    throw new AppError('RELAY_SENSITIVE');
  }

  /** Asks one channel. The result is null when the caller left before a response began. */
  private async attempt(
    { received, client }: PlannedCall,
    channel: CatalogChannel,
  ): Promise<AttemptEnding<AttemptResult | null>> {
    const { call, startedAt, requestId } = received;
    let current: Abortable | null = null;
    client.onGone(() => current?.abort());
    try {
      const result = await this.attempts.run(call, channel, {
        onExchange: exchange => {
          current = exchange;
          if (client.isGone) exchange.abort();
        },
      });
      if (result.kind !== 'failure') return { kind: 'served', result };
      if (client.isGone) return { kind: 'unblamed', result: null };
      const { failure, isUnsent } = result;
      if (!isUnsent) this.noteFailure(requestId, channel, failure);
      const isInTime = performance.now() - startedAt <= ATTEMPTS_BUDGET_MS;
      return { kind: 'failed', result, failure, mayRetry: failure.isRetryable && isInTime, isUnsent };
    } finally {
      client.onGone(null);
    }
  }

  private noteFailure(requestId: string, channel: CatalogChannel, failure: UpstreamFailure): void {
    const { kind, status, error, shouldDisableChannel } = failure;
    this.logger.debug({ requestId, channelId: channel.id, kind, status }, 'an attempt failed');
    if (!shouldDisableChannel) return;
    this.health
      .disableAfterFailure({ channelId: channel.id, keyHash: channel.keyHash, reason: error.message })
      .catch((cause: unknown) =>
        this.logger.error({ err: cause, channelId: channel.id }, 'a channel could not be disabled'),
      );
  }

  /**
   * Refuses a call of which nothing was delivered: nothing is billed, and the reservation is voided when the caller's
   * scope ends.
   */
  private refuse(planned: PlannedCall, failure: UpstreamFailure): void {
    const shown = this.shownFailure(failure);
    this.errors.add(factsOf(planned, planned.received.call.model), failure);
    planned.client.refuse(shown);
  }

  /**
   * The failure as the caller sees it. When all attempts have failed, a rate limit upstream is the gateway's load, not
   * the caller's fault. A status that is not an error (a redirect that was not followed, an odd mapping) is reported as
   * a broken upstream.
   */
  private shownFailure(failure: UpstreamFailure): UpstreamFailure {
    if (failure.status === 429) {
      return { ...failure, error: { ...failure.error, message: new AppError('RELAY_SATURATED').sentence('en') } };
    }
    return failure.status >= 400 && failure.status <= 599 ? failure : { ...failure, status: 502 };
  }

  private async deliverAndBill(
    planned: PlannedCall,
    { channel, result: begun }: TriedRoute<BegunAnswer>,
  ): Promise<void> {
    const { received, client, admitted, reserved } = planned;
    const { call, caller } = received;
    const { reservation, answerLimit } = reserved;
    const count = this.billing.counterFor(call, begun.upstreamModel);
    const { result, facts: counted } = await withReportedUsage(begun, count);
    if (result.dropped.length > 0) client.addHeader('x-sluice-dropped', result.dropped.join(','));
    const allowance = this.allowances.forStream(call, admitted, reserved, result.upstreamModel);
    const delivery: Delivery = { ...(await this.deliver(planned, result, { count, allowance })), ...counted };
    const kept = this.kept.ridersFor(received, { channel, delivery, isConverted: result.isConverted });
    const bill = await this.billing.billFor(call, admitted, delivery, result.upstreamModel);
    const facts = factsOf(planned, result.upstreamModel);
    const record = consumptionRecord(facts, {
      bill,
      answerLimit,
      price: admitted.price,
      firstByteAt: result.firstByteAt,
      problem: delivery.problem ?? (delivery.usage.kind === 'nonsense' ? `usage: ${delivery.usage.reason}` : null),
      isCountedHourly: this.options.current.DataExportEnabled,
      dropped: result.dropped,
      repairs: delivery.repairs ?? [],
      isConverted: result.isConverted,
    });
    const riders = this.options.current.LogConsumeEnabled ? [this.logs.rider(record)] : [];
    const warnings = this.warnings.ofCharge(facts, {
      units: bill.units,
      reservedUnits: reservation.record.amount,
      endedEarly: delivery.endedEarly ?? null,
    });
    await reservation.settle({ units: bill.units, channelId: channel.id, riders: [...riders, ...warnings, ...kept] });
    this.events.publish('usage.settled', { userId: caller.userId, units: bill.units });
  }

  private deliver(
    { received, client, admitted }: PlannedCall,
    result: BegunAnswer,
    { count, allowance }: StreamAids,
  ): Delivery | Promise<Delivery> {
    const { call } = received;
    const context = contextOf(call, admitted);
    const settings = isFilterable(call) ? this.words.forAnswers : null;
    if (settings && result.kind !== 'audio') {
      return this.filtered.deliver({ call, client, context, settings, count, allowance }, result);
    }
    switch (result.kind) {
      case 'body':
        return deliverBody({ call, client, context, ...result });
      case 'answer':
        return deliverAnswer({ call, client, context, answer: result.chat });
      case 'audio': {
        const { answer, contentType } = result;
        return deliverStream({ client, answer, contentType, flow: new AudioFlow() });
      }
      case 'stream': {
        const { answer, reading, hidesUsage } = result;
        const { requestId } = client;
        const isBounded = allowance !== null;
        const flow = openFlow({ call, reading, hidesUsage, context, requestId, filter: null, isBounded });
        return deliverStream({ client, answer, flow, count, allowance });
      }
    }
  }
}

/** The parts of a call that may name its conversation. Users without a key (the playground) are told apart by their own id. */
function signsOf({ caller, headers, call }: ReceivedCall): SessionSigns {
  const { tokenId, userId } = caller;
  return { tokenId: tokenId === 0 ? -userId : tokenId, headers, parsed: call.parsed };
}

function contextOf(call: RelayCall, { estimatedPromptTokens }: AdmittedCall): AnswerContext {
  return {
    model: call.model,
    get call() {
      return call.chat();
    },
    parsed: call.parsed,
    createdAtSeconds: Math.floor(Date.now() / 1000),
    wantsUsage: call.wantsUsage,
    estimatedPromptTokens,
    newId: prefix => prefix + randomText(ID_LENGTH, ALPHANUMERIC),
  };
}

function factsOf({ received, admitted, plan }: PlannedCall, upstreamModel: string): CallFacts {
  return { received, group: admitted.group, plan, upstreamModel };
}
