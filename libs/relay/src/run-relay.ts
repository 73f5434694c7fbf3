import { KIND_NAMES, type CatalogChannel } from '@channel';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, type Config } from '@platform';
import { type UpstreamFailure } from '@providers';
import { Admission, type AdmittedCall } from './admission/admit';
import { boundOfCall, roughBoundOf } from './admission/bound-of-call';
import { KeptResponses } from './admission/kept-responses';
import { ModelChain, type FailedCall } from './admission/model-chain';
import { ModelNames } from './admission/model-names';
import { Reservations, type ReservedCall } from './admission/reservations';
import { type AttemptResult, type BegunAnswer } from './answer/read-answer';
import { Attempts } from './attempt/attempt';
import { RetryRules } from './attempt/retry-rules';
import { type RelayCall } from './call/relay-call';
import { type ReceivedCall } from './call/received-call';
import { Answers } from './answers';
import { type CallFacts } from './charge/call-facts';
import { CallFigures } from './charge/call-figures';
import { Charges } from './charge/charges';
import { FailedAttempts } from './charge/failed-attempts';
import { RefusedWords } from './charge/refused-words';
import { CountedTokens } from './counted-tokens';
import { type ClientConnection } from './delivery/client-connection';
import { Heartbeat } from './delivery/heartbeat';
import { lacksUsage } from './delivery/report-usage';
import { type CallBound } from './limits/call-bound';
import { withAnswerLimit } from './limits/limit-call';
import { LimitedCalls } from './rate/limited-calls';
import { ChannelPlaces, type CallPlaces } from './rate/channel-places';
import { type TakenLimits } from './rate/taken-limits';
import { type AttemptEnding } from './routing/attempt-ending';
import { RoutePlanner, type RoutePlan, type TriedRoute } from './routing/route-plan';
import { signsOf } from './routing/session-key';
import { withChannelPrompt } from './shape/system-prompt';
import { providerOfType } from './tracing/gen-ai-names';
import { type Abortable } from './transport/exchange';

/** A call within its limits. */
interface LimitedCall {
  readonly received: ReceivedCall;
  readonly client: ClientConnection;
  readonly admitted: AdmittedCall;
  /** Null for a call without limits. */
  readonly taken: Pick<TakenLimits, 'use'> | null;
}

/** A call on its way to a channel. */
interface PlannedCall {
  readonly received: ReceivedCall;
  readonly client: ClientConnection;
  readonly admitted: AdmittedCall;
  readonly reserved: ReservedCall;
  readonly taken: Pick<TakenLimits, 'use'> | null;
  readonly plan: RoutePlan;
  /** The call's places on channels with limits; null where no channel has any. */
  readonly places: CallPlaces | null;
  /** Start of the last attempt, in milliseconds of the monotonic clock. */
  attemptedAt: number;
}

/** All attempts of one request together may take this long, whatever RetryTimes says. */
const ATTEMPTS_BUDGET_MS = 600_000;

/** Runs a relay call from admission to settlement: every branch is here, and the steps are called from here. */
@Injectable()
export class RelayRunner {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly admission: Admission,
    private readonly models: ModelNames,
    private readonly options: Options,
    private readonly limited: LimitedCalls,
    private readonly kept: KeptResponses,
    private readonly words: RefusedWords,
    private readonly reservations: Reservations,
    private readonly routes: RoutePlanner,
    private readonly attempts: Attempts,
    private readonly retries: RetryRules,
    private readonly failures: FailedAttempts,
    private readonly answers: Answers,
    private readonly charges: Charges,
    private readonly counted: CountedTokens,
    private readonly figures: CallFigures,
    private readonly places: ChannelPlaces,
  ) {}

  /**
   * Steps that most calls do not need give a promise only for the calls that do; all others pass them at once.
   *
   * @returns the failure of all attempts, of which the caller is still to be told; null for every other ending
   * @throws AppError for the caller, when nothing was sent yet; every ending after that is handled here
   */
  run(received: ReceivedCall, client: ClientConnection): Promise<FailedCall | null> {
    const named = this.models.resolved(received);
    if (named.call.endpoint === 'countTokens') return this.counted.answer(named, client).then(() => null);
    const standIns = this.models.standInsFor(named);
    return standIns.length > 0 ? this.runChain(named, client, standIns) : this.runModel(named, client, null);
  }

  /** Asks for a model and, when nobody can serve it, for those that stand in. The caller hears why the first one failed. */
  private async runChain(
    received: ReceivedCall,
    client: ClientConnection,
    standIns: readonly string[],
  ): Promise<FailedCall | null> {
    const chain = new ModelChain();
    try {
      let failed = await chain.watch(this.runModel(received, client, chain));
      const first = failed;
      for (const model of standIns) {
        if (!failed?.mayStandIn || client.isGone) break;
        failed = await chain.watch(this.runModel(this.models.standIn(received, model), client, chain));
      }
      return failed === null ? null : first;
    } finally {
      chain.end();
    }
  }

  /** @returns the failure of all attempts, of which nobody has heard yet; null for every other ending */
  private async runModel(
    received: ReceivedCall,
    client: ClientConnection,
    chain: ModelChain | null,
  ): Promise<FailedCall | null> {
    const { call, caller } = received;
    const binding = this.kept.bound(received, this.admission.admit(caller, call, received.startedAt));
    const admitted = binding instanceof Promise ? await binding : binding;
    if (this.words.areSought) await this.words.refuseIn(received, admitted);
    const limits = chain ? chain.beginModel(admitted.limits) : admitted.limits;
    if (limits === null) return this.reserveAndServe({ received, client, admitted, taken: chain });
    const { taken, headers } = await this.limited.take(received, {
      id: chain ? chain.nextId(received.requestId) : received.requestId,
      limits,
      tokens: this.expectedTokens(call, admitted),
    });
    chain?.add(taken);
    try {
      for (const name in headers) client.addHeader(name, headers[name] ?? '');
      return await this.reserveAndServe({ received, client, admitted, taken: chain ?? taken });
    } finally {
      if (!chain) taken.end();
    }
  }

  /** The tokens that a call is expected to use: its prompt, and an answer as long as it asks for. */
  private expectedTokens({ maxTokens }: RelayCall, { prompt, addedPromptTokens }: AdmittedCall): number {
    return Math.ceil(prompt.tokens + addedPromptTokens) + (maxTokens ?? this.options.current.PreConsumedQuota);
  }

  private reserveAndServe(limited: LimitedCall): Promise<FailedCall | null> {
    const reserving = this.reserve(limited.received, limited.admitted);
    if (reserving instanceof Promise) return reserving.then(reserved => this.serve(limited, reserved));
    return this.serve(limited, reserving);
  }

  /** Chooses where a call may go once it is paid for. */
  private planned({ received, client, admitted, taken }: LimitedCall, reserved: ReservedCall): PlannedCall {
    const { call, startedAt: attemptedAt } = received;
    const { answerLimit } = reserved;
    const limited = answerLimit === null ? received : { ...received, call: withAnswerLimit(call, answerLimit) };
    const { model, isStream } = call;
    const plan = this.routes.plan(admitted, model, signsOf(limited), { group: admitted.group, isStream });
    const places = admitted.hasPlaces ? this.placesOf(limited, client, admitted) : null;
    return { received: limited, client, admitted, reserved, plan, taken, places, attemptedAt };
  }

  private placesOf(
    { requestId, caller, call }: ReceivedCall,
    client: ClientConnection,
    admitted: AdmittedCall,
  ): CallPlaces {
    return this.places.of({
      requestId,
      userId: caller.userId,
      model: call.model,
      tokens: this.expectedTokens(call, admitted),
      onGone: listener => client.onGone(listener),
    });
  }

  private reserve(received: ReceivedCall, admitted: AdmittedCall): ReservedCall | Promise<ReservedCall> {
    const { call, caller, requestId: id } = received;
    const { group } = admitted;
    const { model, isStream } = call;
    const rough = roughBoundOf(call, admitted);
    const reserved = rough && this.reservations.reserveRoughly({ id, caller, bound: rough, model, group, isStream });
    if (reserved) return reserved;
    const reserve = (bound: CallBound) => this.reservations.reserve({ id, caller, bound, model, group, isStream });
    const measuring = boundOfCall(call, admitted);
    return measuring instanceof Promise ? measuring.then(reserve) : reserve(measuring);
  }

  private async serve(limited: LimitedCall, reserved: ReservedCall): Promise<FailedCall | null> {
    const { client, received } = limited;
    const { model, isStream } = received.call;
    const heartbeat = isStream ? new Heartbeat(client, this.config.streamHeartbeatMs) : null;
    let planned: PlannedCall | null = null;
    try {
      const asked = this.planned(limited, reserved);
      planned = asked;
      const tried = await asked.plan.tryEach(channel => this.attempt(asked, channel), {
        places: asked.places,
        onRetry: result => {
          if (result?.kind === 'failure') this.failures.retried(factsOf(asked, model), result.failure);
        },
      });
      if (!tried?.result) return null; // the caller left before anything came
      heartbeat?.stop();
      const { channel, result } = tried;
      if (result.kind === 'failure') return this.failed(asked, channel, result.failure);
      await this.deliverAndCharge(asked, { channel, result });
      return null;
    } finally {
      planned?.plan.end();
      planned?.places?.leave();
      heartbeat?.stop();
      const voiding = reserved.reservation.void(); // no effect on a call that was settled
      if (voiding instanceof Promise) await voiding;
    }
  }

  /** Nobody could serve a model. */
  private failed(planned: PlannedCall, channel: CatalogChannel, failure: UpstreamFailure): FailedCall {
    const { received, client } = planned;
    this.figures.callFailed(channel, received.call.model, failure);
    const tell = () => client.refuse(this.failures.ended(factsOf(planned, received.call.model), failure));
    return { tell, mayStandIn: this.mayAskAnother(received, failure) };
  }

  /** Asks one channel. The result is null when the caller left before a response began. */
  private async attempt(planned: PlannedCall, channel: CatalogChannel): Promise<AttemptEnding<AttemptResult | null>> {
    const { received, client } = planned;
    const { call, requestId } = received;
    planned.attemptedAt = performance.now();
    const trace = received.trace?.attempt(traced(planned, channel)) ?? null;
    let current: Abortable | null = null;
    client.onGone(() => current?.abort());
    try {
      const result = await this.attempts.run(call, channel, {
        trace,
        onExchange: exchange => {
          current = exchange;
          if (client.isGone) exchange.abort();
        },
        recording: received.recording,
      });
      if (result.kind !== 'failure') return { kind: 'served', result };
      if (client.isGone) return { kind: 'unblamed', result: null };
      const { failure, isUnsent } = result;
      trace?.failed(KIND_NAMES[failure.kind], failure.isOwn ? null : failure.status);
      if (!isUnsent) {
        this.failures.note(requestId, channel, failure);
        this.figures.attemptFailed(channel, call.model, failure);
      }
      return { kind: 'failed', result, failure, mayRetry: this.mayAskAnother(received, failure), isUnsent };
    } finally {
      client.onGone(null);
    }
  }

  private mayAskAnother({ startedAt }: ReceivedCall, failure: UpstreamFailure): boolean {
    return this.retries.allow(failure) && performance.now() - startedAt <= ATTEMPTS_BUDGET_MS;
  }

  private async deliverAndCharge(
    asked: PlannedCall,
    { channel, result: begun }: TriedRoute<BegunAnswer>,
  ): Promise<void> {
    const planned = asServed(asked, channel);
    const { received, client, admitted, reserved, taken, places, attemptedAt } = planned;
    const told = lacksUsage(begun) ? await this.answers.withCountedUsage(received.call, begun) : null;
    const result = told?.result ?? begun;
    if (result.dropped.length > 0) client.addFact('x-sluice-dropped', result.dropped.join(','));
    if (received.askedModel !== undefined) client.addFact('x-sluice-model', received.call.model);
    const delivering = this.answers.deliver({ received, client, admitted, reserved }, result);
    const seen = delivering instanceof Promise ? await delivering : delivering;
    const delivery = told ? { ...seen, ...told.facts } : seen;
    if (delivery.ending === 'broken') received.recording?.failed();
    this.figures.ended({ received, attemptedAt, channel, result, delivery });
    const facts = factsOf(planned, result.upstreamModel);
    const charging = this.charges.settle({ facts, admitted, reserved, taken, places, channel, result, delivery });
    if (charging instanceof Promise) await charging;
  }
}

/** The call with the system prompt of the channel that served it, so that tokens counted here are those that were sent. */
function asServed(planned: PlannedCall, channel: CatalogChannel): PlannedCall {
  if (channel.systemPrompt === null) return planned;
  const { received } = planned;
  return { ...planned, received: { ...received, call: withChannelPrompt(received.call, channel) } };
}

function factsOf({ received, admitted, plan }: PlannedCall, upstreamModel: string): CallFacts {
  return { received, group: admitted.group, plan, upstreamModel };
}

function traced({ received, admitted }: PlannedCall, { id: channelId, type }: CatalogChannel) {
  return { channelId, group: admitted.group, provider: providerOfType(type), model: received.call.model };
}
