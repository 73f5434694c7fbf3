import { planUnitsOf, type Reservation } from '@billing';
import { upstreamModelName, type CatalogChannel } from '@channel';
import { noUsage, type UsageBuckets } from '@contracts';
import { type SupplierCosts } from '@cost';
import { AppError, isAppError } from '@kernel';
import { type LogStore } from '@log';
import { type Options } from '@option';
import { type Config, type EventBus, type Logger } from '@platform';
import { type ApiCaller } from '@token';
import WebSocket, { type RawData } from 'ws';
import { type AdmittedCall } from '../admission/admit';
import { boundOf } from '../limits/call-bound';
import { type TokenCounter } from '../usage/token-counter';
import { toCallerError, type CallerError } from '../dialect/caller-error';
import { type Reservations } from '../admission/reservations';
import { billOf } from '../charge/bill';
import { consumptionRecord } from '../charge/record';
import { type AttemptEnding } from '../routing/attempt-ending';
import { type RoutePlan, type RoutePlanner } from '../routing/route-plan';
import { type ReceivedCall } from '../call/received-call';
import { type CallPlaces, type ChannelPlaces } from '../rate/channel-places';
import { type LimitedCalls } from '../rate/limited-calls';
import { type TakenLimits } from '../rate/taken-limits';
import { providerOfType } from '../tracing/gen-ai-names';
import { connectUpstream } from './connect-upstream';
import { realtimeRequest } from './realtime-upstream';
import { RealtimeTally, usageOfResponse, type RealtimeEvent } from './realtime-usage';
import { type WatchedSession } from './realtime-watch';
import { closeSocket, eventOf } from './socket';

/** A session without messages is ended after this time. */
const IDLE_MS = 600_000;
/** The most bytes that may wait for a slow reader. */
const BUFFERED_BYTES_MAX = 32 * 1024 * 1024;
const POLICY_CLOSE = 1008;
const FAULT_CLOSE = 1011;

/** How one response is billed. */
interface ResponseBill {
  readonly usageOf: () => UsageBuckets | Promise<UsageBuckets>;
  readonly source: 'upstream' | 'local';
  /** The problem that the log states; null when there was none. */
  readonly problem: string | null;
  /** Whether to reserve for another response. */
  readonly reservesAgain: boolean;
}

/** An open socket to a channel, or why there is none. */
type Connection = { readonly socket: WebSocket } | { readonly error: unknown };

/** The services that all sessions share. */
export interface RealtimeParts {
  readonly config: Config;
  readonly options: Options;
  readonly reservations: Reservations;
  readonly logs: LogStore;
  readonly events: EventBus;
  readonly counter: TokenCounter;
  readonly routes: RoutePlanner;
  readonly limited: LimitedCalls;
  readonly places: ChannelPlaces;
  readonly costs: SupplierCosts;
  readonly logger: Logger;
}

/** One session, which joins two sockets and makes a bill for every response. */
export class RealtimeSession implements WatchedSession {
  /** Its place among the running calls. */
  place = -1;
  private readonly tally = new RealtimeTally();
  private plan: RoutePlan | null = null;
  private upstream: WebSocket | null = null;
  private client: WebSocket | null = null;
  private channel: CatalogChannel | null = null;
  private taken: TakenLimits | null = null;
  /** The session's place on a channel with limits; null where no channel has any. */
  private places: CallPlaces | null = null;
  private reservation: Reservation | null = null;
  private reservationCount = 0;
  /** Bills are made one after another: each settles its reservation before the next one is made. */
  private billing: Promise<void> = Promise.resolve();
  private isOver = false;
  private finish: () => void = () => undefined;
  private readonly finished = new Promise<void>(resolve => (this.finish = resolve));
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly parts: RealtimeParts,
    private readonly received: ReceivedCall,
    private readonly admitted: AdmittedCall,
  ) {}

  get caller(): ApiCaller {
    return this.received.caller;
  }

  get model(): string {
    return this.received.call.model;
  }

  /**
   * Takes the limits of the session: one request, one call that runs as long as the session, and the tokens of one
   * response. Responses add their own; a session that runs is never cut off for them.
   *
   * @throws AppError RELAY_KEY_LIMIT and the like
   */
  async enter(): Promise<void> {
    const { requestId: id, caller } = this.received;
    const { limits, prompt, hasPlaces } = this.admitted;
    const tokens = Math.ceil(prompt.tokens) + this.parts.options.current.PreConsumedQuota;
    const place = { requestId: id, userId: caller.userId, model: this.model, tokens, onGone: () => undefined };
    if (hasPlaces) this.places = this.parts.places.of(place);
    if (limits === null) return;
    this.taken = (await this.parts.limited.take(this.received, { id, limits, tokens })).taken;
  }

  /** @throws AppError when the user or the token has not enough quota for another response */
  async reserve(): Promise<void> {
    const { requestId, caller, call } = this.received;
    const id = this.reservationCount === 0 ? requestId : `${requestId}-${this.reservationCount}`;
    this.reservationCount += 1;
    const { reservations } = this.parts;
    const { price, prompt, images, group } = this.admitted;
    const bound = boundOf(call, { price, boundPromptTokens: prompt.boundTokens, images, seconds: 0 });
    const { model } = call;
    const reserved = await reservations.reserve({ id, caller, bound, model, group, isStream: true });
    this.reservation = reserved.reservation;
  }

  /** @throws AppError when no channel can be connected */
  async connect(): Promise<void> {
    this.plan = this.parts.routes.plan(this.admitted, this.model, null);
    const tried = await this.plan.tryEach(channel => this.connectTo(channel), {
      repeatsKeys: false,
      places: this.places,
    });
    if (!tried) throw new AppError('UPSTREAM_UNREACHABLE');
    if ('error' in tried.result) throw tried.result.error;
    this.upstream = tried.result.socket;
    this.channel = tried.channel;
  }

  private async connectTo(channel: CatalogChannel): Promise<AttemptEnding<Connection>> {
    const { call, trace } = this.received;
    const tracing = { channelId: channel.id, group: this.admitted.group, provider: providerOfType(channel.type) };
    const attempt = trace?.attempt({ ...tracing, model: this.model }) ?? null;
    try {
      const request = await realtimeRequest(call, channel);
      const sent = attempt?.sending(request, upstreamModelName(channel, this.model)) ?? request;
      return { kind: 'served', result: { socket: await connectUpstream(sent, channel, this.parts.config) } };
    } catch (error) {
      attempt?.failed('broken', null);
      const failure = { kind: 'broken', retryAfterSeconds: null } as const;
      return { kind: 'failed', result: { error }, failure, mayRetry: true };
    }
  }

  private leaveLimits(): void {
    this.taken?.end();
    this.places?.leave();
  }

  /** Ends a session that does not begin after all. */
  async abandon(): Promise<void> {
    this.isOver = true;
    this.upstream?.terminate();
    this.leaveLimits();
    await this.reservation?.void();
  }

  /** Joins the two sockets; the end of each side ends the other. Resolves when the last bill is made. */
  run(client: WebSocket): Promise<void> {
    this.client = client;
    this.join(client);
    return this.finished;
  }

  private join(client: WebSocket): void {
    const { upstream } = this;
    if (upstream?.readyState !== WebSocket.OPEN) return this.end(FAULT_CLOSE);
    this.watchSilence();
    client.on('message', (data, isBinary) => {
      if (this.isOver) return;
      this.watchSilence();
      if (!isBinary) this.tally.fromClient(eventOf(data));
      this.forward(upstream, data, isBinary);
    });
    upstream.on('message', (data, isBinary) => {
      if (this.isOver) return; // what was generated until then is billed, and nothing is reserved any more
      this.watchSilence();
      if (!isBinary) this.onUpstream(eventOf(data));
      this.forward(client, data, isBinary);
    });
    client.on('close', () => this.end(1000));
    upstream.on('close', code => this.end(code === 1000 ? 1000 : FAULT_CLOSE));
    client.on('error', () => this.end(FAULT_CLOSE));
    upstream.on('error', () => this.end(FAULT_CLOSE));
    // Delivers the messages that the upstream sent before these listeners were attached; see `connectUpstream`.
    upstream.resume();
  }

  private forward(to: WebSocket, data: RawData, isBinary: boolean): void {
    if (to.readyState !== WebSocket.OPEN) return;
    if (to.bufferedAmount > BUFFERED_BYTES_MAX) return this.end(POLICY_CLOSE);
    to.send(data, { binary: isBinary });
  }

  private onUpstream(event: RealtimeEvent): void {
    this.tally.fromUpstream(event);
    if (event.type !== 'response.done') return;
    const reading = usageOfResponse(event);
    if (reading.kind === 'reported') {
      this.tally.reset();
      return this.bill({ usageOf: () => reading.usage, source: 'upstream', problem: null, reservesAgain: true });
    }
    const problem = reading.kind === 'nonsense' ? `usage: ${reading.reason}` : null;
    const local = this.tally.take();
    this.bill({ usageOf: () => this.counted(local), source: 'local', problem, reservesAgain: true });
  }

  private async counted(taken: ReturnType<RealtimeTally['take']>): Promise<UsageBuckets> {
    const { counter } = this.parts;
    return {
      ...noUsage,
      ...taken.audio,
      promptTokens: await counter.generated(taken.said, this.model),
      completionTokens: await counter.generated(taken.made, this.model),
      calls: 1,
    };
  }

  /**
   * Settles the reservation with the actual usage and reserves for the next response; a caller who cannot pay for
   * another one is cut off.
   */
  private bill({ usageOf, reservesAgain, ...details }: ResponseBill): void {
    this.billing = this.billing
      .then(async () => {
        await this.settle(await usageOf(), details);
        if (reservesAgain && !this.isOver) await this.reserve();
      })
      .catch((error: unknown) => this.refuse(error));
  }

  private async settle(
    usage: UsageBuckets,
    { source, problem }: Pick<ResponseBill, 'source' | 'problem'>,
  ): Promise<void> {
    const { reservation, channel, admitted, received, plan } = this;
    if (!reservation || !channel) return;
    const { options, logs, events, costs } = this.parts;
    const { price, group } = admitted;
    const bill = billOf(usage, price, source);
    const record = consumptionRecord(
      { received, group, plan, upstreamModel: this.model },
      {
        bill,
        firstByteAt: null,
        problem,
        isCountedHourly: options.current.DataExportEnabled,
        cost: costs.of(channel, {
          usage,
          price,
          model: this.model,
          upstreamModel: upstreamModelName(channel, this.model),
        }),
        planUnits: planUnitsOf(reservation.record, bill.units),
        dropped: [],
        isConverted: false,
        answerLimit: null,
      },
    );
    const riders = options.current.LogConsumeEnabled ? [logs.rider(record)] : [];
    this.reservation = null;
    const elapsedMs = performance.now() - received.startedAt;
    this.taken?.spend(usage, elapsedMs);
    this.places?.spend(usage, elapsedMs);
    await reservation.settle({ units: bill.units, channelId: channel.id, riders });
    const { caller, call } = received;
    received.trace?.charged(bill.units, usage);
    events.publish('usage.settled', {
      userId: caller.userId,
      units: bill.units,
      channelId: channel.id,
      model: call.model,
      usage,
    });
  }

  /** Ends the session because the server must stop now. */
  cutOff(error: CallerError): void {
    this.report(error);
    this.end(POLICY_CLOSE);
  }

  private refuse(error: unknown): void {
    const known = isAppError(error) ? error : new AppError('RELAY_INTERNAL', { cause: error });
    if (!isAppError(error)) this.parts.logger.error({ err: error }, 'a realtime response could not be billed');
    this.cutOff(toCallerError(known));
  }

  private report({ error }: CallerError): void {
    const { message, type, code } = error;
    const shown = `${message} (request id: ${this.received.requestId})`;
    const event = { type: 'error', event_id: `evt_${this.received.requestId}`, error: { message: shown, type, code } };
    if (this.client?.readyState === WebSocket.OPEN) this.client.send(JSON.stringify(event));
  }

  /** Ends the session: what was generated and not yet billed is billed now; after that nothing is reserved. */
  private end(code: number): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.idle);
    closeSocket(this.client, code);
    closeSocket(this.upstream, 1000);
    const rest = this.tally.isEmpty ? null : this.tally.take();
    if (rest) this.bill({ usageOf: () => this.counted(rest), source: 'local', problem: null, reservesAgain: false });
    this.billing = this.billing
      .then(() => this.reservation?.void())
      .catch((error: unknown) => {
        this.parts.logger.error(
          { err: error, requestId: this.received.requestId },
          'a reservation could not be given back',
        );
      });
    void this.billing.then(() => {
      this.leaveLimits();
      this.finish();
    });
  }

  private watchSilence(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.end(POLICY_CLOSE), IDLE_MS);
    this.idle.unref();
  }
}
