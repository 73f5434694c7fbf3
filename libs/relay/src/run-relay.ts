import { type CatalogChannel } from '@channel';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@platform';
import { Admission, type AdmittedCall } from './admission/admit';
import { boundOfCall, roughBoundOf } from './admission/bound-of-call';
import { KeptResponses } from './admission/kept-responses';
import { Reservations, type ReservedCall } from './admission/reservations';
import { type AttemptResult, type BegunAnswer } from './answer/read-answer';
import { Attempts } from './attempt/attempt';
import { type ReceivedCall } from './call/received-call';
import { Answers } from './answers';
import { type CallFacts } from './charge/call-facts';
import { Charges } from './charge/charges';
import { FailedAttempts } from './charge/failed-attempts';
import { RefusedWords } from './charge/refused-words';
import { CountedTokens } from './counted-tokens';
import { type ClientConnection } from './delivery/client-connection';
import { Heartbeat } from './delivery/heartbeat';
import { lacksUsage } from './delivery/report-usage';
import { type CallBound } from './limits/call-bound';
import { withAnswerLimit } from './limits/limit-call';
import { RoutePlanner, type AttemptEnding, type RoutePlan, type TriedRoute } from './routing/route-plan';
import { type SessionSigns } from './routing/session-key';
import { type Abortable } from './transport/exchange';

/** A call on its way to a channel. */
interface PlannedCall {
  readonly received: ReceivedCall;
  readonly client: ClientConnection;
  readonly admitted: AdmittedCall;
  readonly reserved: ReservedCall;
  readonly plan: RoutePlan;
}

/** All attempts of one request together may take this long, whatever RetryTimes says. */
const ATTEMPTS_BUDGET_MS = 600_000;

/** Runs a relay call from admission to settlement: every branch is here, and the steps are called from here. */
@Injectable()
export class RelayRunner {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly admission: Admission,
    private readonly kept: KeptResponses,
    private readonly words: RefusedWords,
    private readonly reservations: Reservations,
    private readonly routes: RoutePlanner,
    private readonly attempts: Attempts,
    private readonly failures: FailedAttempts,
    private readonly answers: Answers,
    private readonly charges: Charges,
    private readonly counted: CountedTokens,
  ) {}

  /**
   * Steps that most calls do not need give a promise only for the calls that do; all others pass them at once.
   *
   * @throws AppError for the caller, when nothing was sent yet; every ending after that is handled here
   */
  async run(received: ReceivedCall, client: ClientConnection): Promise<void> {
    const { call, caller } = received;
    if (call.endpoint === 'countTokens') return this.counted.answer(received, client);
    const binding = this.kept.bound(received, this.admission.admit(caller, call));
    const admitted = binding instanceof Promise ? await binding : binding;
    if (this.words.areSought) await this.words.refuseIn(received, admitted);
    const reserving = this.reserve(received, admitted);
    const reserved = reserving instanceof Promise ? await reserving : reserving;
    try {
      const { answerLimit } = reserved;
      const limited = answerLimit === null ? received : { ...received, call: withAnswerLimit(call, answerLimit) };
      const plan = this.routes.plan(admitted, call.model, signsOf(limited));
      await this.serve({ received: limited, client, admitted, reserved, plan });
    } finally {
      const voiding = reserved.reservation.void(); // no effect on a call that was settled
      if (voiding instanceof Promise) await voiding;
    }
  }

  private reserve(received: ReceivedCall, admitted: AdmittedCall): ReservedCall | Promise<ReservedCall> {
    const { call, caller, requestId: id } = received;
    const { price } = admitted;
    const { model, isStream } = call;
    const rough = roughBoundOf(call, admitted);
    const reserved = rough && this.reservations.reserveRoughly({ id, caller, bound: rough, price, model, isStream });
    if (reserved) return reserved;
    const reserve = (bound: CallBound) => this.reservations.reserve({ id, caller, bound, price, model, isStream });
    const measuring = boundOfCall(call, admitted);
    return measuring instanceof Promise ? measuring.then(reserve) : reserve(measuring);
  }

  private async serve(planned: PlannedCall): Promise<void> {
    const { received, client, plan } = planned;
    const heartbeat = received.call.isStream ? new Heartbeat(client, this.config.streamHeartbeatMs) : null;
    try {
      const tried = await plan.tryEach(channel => this.attempt(planned, channel), {
        onRetry: result => {
          if (result?.kind !== 'failure') return;
          this.failures.retried(factsOf(planned, received.call.model), result.failure);
        },
      });
      if (!tried?.result) return; // the caller left before anything came
      heartbeat?.stop();
      const { channel, result } = tried;
      if (result.kind !== 'failure') return await this.deliverAndCharge(planned, { channel, result });
      client.refuse(this.failures.ended(factsOf(planned, received.call.model), result.failure));
    } finally {
      heartbeat?.stop();
    }
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
      if (!isUnsent) this.failures.note(requestId, channel, failure);
      const isInTime = performance.now() - startedAt <= ATTEMPTS_BUDGET_MS;
      return { kind: 'failed', result, failure, mayRetry: failure.isRetryable && isInTime, isUnsent };
    } finally {
      client.onGone(null);
    }
  }

  private async deliverAndCharge(
    planned: PlannedCall,
    { channel, result: begun }: TriedRoute<BegunAnswer>,
  ): Promise<void> {
    const { received, client, admitted, reserved } = planned;
    const told = lacksUsage(begun) ? await this.answers.withCountedUsage(received.call, begun) : null;
    const result = told?.result ?? begun;
    if (result.dropped.length > 0) client.addHeader('x-sluice-dropped', result.dropped.join(','));
    const delivering = this.answers.deliver({ received, client, admitted, reserved }, result);
    const seen = delivering instanceof Promise ? await delivering : delivering;
    const delivery = told ? { ...seen, ...told.facts } : seen;
    const facts = factsOf(planned, result.upstreamModel);
    const charging = this.charges.settle({ facts, admitted, reserved, channel, result, delivery });
    if (charging instanceof Promise) await charging;
  }
}

/** The parts of a call that may name its conversation. Users without a key (the playground) are told apart by their own id. */
function signsOf({ caller, headers, call }: ReceivedCall): SessionSigns {
  const { tokenId, userId } = caller;
  return { tokenId: tokenId === 0 ? -userId : tokenId, headers, parsed: call.parsed };
}

function factsOf({ received, admitted, plan }: PlannedCall, upstreamModel: string): CallFacts {
  return { received, group: admitted.group, plan, upstreamModel };
}
