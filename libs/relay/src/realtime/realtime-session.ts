import { type Reservation } from '@billing';
import { type CatalogChannel } from '@channel';
import { noUsage, type UsageBuckets } from '@contracts';
import { AppError, isAppError } from '@kernel';
import { LogStore } from '@log';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, EventBus, Logger, type Config } from '@platform';
import { receiptOf, unitsFor } from '@pricing';
import { type ApiCaller } from '@token';
import WebSocket, { type RawData } from 'ws';
import { Admission, type AdmittedCall } from '../admission/admit';
import { boundOf } from '../limits/call-bound';
import { TokenCounter } from '../usage/token-counter';
import { toCallerError, type CallerError } from '../dialect/caller-error';
import { Reservations } from '../admission/reservations';
import { consumptionRecord } from '../charge/record';
import { RoutePlanner, type AttemptEnding, type RoutePlan } from '../routing/route-plan';
import { readCall, type RelayCall } from '../call/relay-call';
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

export interface RealtimeJob {
  readonly caller: ApiCaller;
  readonly model: string;
  readonly requestId: string;
  readonly clientIp: string;
  readonly callerHeaders: Readonly<Record<string, string>>;
}

/** How one response is billed. */
interface ResponseBill {
  readonly usageOf: () => UsageBuckets | Promise<UsageBuckets>;
  readonly source: 'upstream' | 'local';
  /** The problem that the log states; null when there was none. */
  readonly problem: string | null;
  /** Whether to reserve for another response. */
  readonly holdsAgain: boolean;
}

/** An open socket to a channel, or why there is none. */
type Connection = { readonly socket: WebSocket } | { readonly error: unknown };

/** The services that all sessions share. */
interface Parts {
  readonly config: Config;
  readonly options: Options;
  readonly reservations: Reservations;
  readonly logs: LogStore;
  readonly events: EventBus;
  readonly counter: TokenCounter;
  readonly routes: RoutePlanner;
  readonly logger: Logger;
}

/**
 * Opens sessions: it checks the call, reserves quota and connects the upstream; only then is the caller's connection
 * upgraded.
 */
@Injectable()
export class RealtimeSessions {
  private readonly parts: Parts;

  constructor(
    @Inject(CONFIG) config: Config,
    options: Options,
    private readonly admission: Admission,
    reservations: Reservations,
    logs: LogStore,
    events: EventBus,
    counter: TokenCounter,
    routes: RoutePlanner,
    logger: Logger,
  ) {
    this.parts = { config, options, reservations, logs, events, counter, routes, logger };
  }

  /** @throws AppError for the caller, to be sent as an ordinary HTTP response; nothing is reserved then */
  async prepare(job: RealtimeJob): Promise<RealtimeSession> {
    const parsed = { model: job.model };
    const call = readCall({
      endpoint: 'realtime',
      format: 'openai',
      body: Buffer.from(JSON.stringify(parsed)),
      parsed,
      callerHeaders: job.callerHeaders,
    });
    const admitted = this.admission.admit(job.caller, call);
    const session = new RealtimeSession(this.parts, job, call, admitted);
    await session.reserve();
    try {
      await session.connect();
    } catch (error) {
      await session.abandon();
      throw error;
    }
    return session;
  }
}

/** One session, which joins two sockets and makes a bill for every response. */
export class RealtimeSession implements WatchedSession {
  private readonly tally = new RealtimeTally();
  private readonly startedAt = performance.now();
  private plan: RoutePlan | null = null;
  private upstream: WebSocket | null = null;
  private client: WebSocket | null = null;
  private channel: CatalogChannel | null = null;
  private reservation: Reservation | null = null;
  private holdCount = 0;
  /** Bills are made one after another: each settles its reservation before the next one is made. */
  private billing: Promise<void> = Promise.resolve();
  private isOver = false;
  private finish: () => void = () => undefined;
  private readonly finished = new Promise<void>(resolve => (this.finish = resolve));
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly parts: Parts,
    private readonly job: RealtimeJob,
    private readonly call: RelayCall,
    private readonly admitted: AdmittedCall,
  ) {}

  get caller(): ApiCaller {
    return this.job.caller;
  }

  get model(): string {
    return this.job.model;
  }

  /** @throws AppError when the user or the token has not enough quota for another response */
  async reserve(): Promise<void> {
    const { requestId, caller } = this.job;
    const id = this.holdCount === 0 ? requestId : `${requestId}-${this.holdCount}`;
    this.holdCount += 1;
    const { config, reservations } = this.parts;
    const lifetimeMs = config.requestTimeoutMs;
    const { price, boundPromptTokens, images } = this.admitted;
    const bound = boundOf(this.call, { price, boundPromptTokens, images, seconds: 0 });
    const { model } = this.call;
    const held = await reservations.reserve({ id, caller, bound, price, model, isStream: true, lifetimeMs });
    this.reservation = held.reservation;
  }

  /** @throws AppError when no channel can be connected */
  async connect(): Promise<void> {
    const { tiers, isPinned } = this.admitted;
    this.plan = this.parts.routes.plan({ tiers, isPinned, signs: null });
    const tried = await this.plan.tryEach(channel => this.connectTo(channel), { repeatsKeys: false });
    if (!tried) throw new AppError('UPSTREAM_UNREACHABLE');
    if ('error' in tried.result) throw tried.result.error;
    this.upstream = tried.result.socket;
    this.channel = tried.channel;
  }

  private async connectTo(channel: CatalogChannel): Promise<AttemptEnding<Connection>> {
    try {
      const request = await realtimeRequest(this.call, channel);
      return { kind: 'served', result: { socket: await connectUpstream(request, channel, this.parts.config) } };
    } catch (error) {
      const failure = { kind: 'broken', retryAfterSeconds: null } as const;
      return { kind: 'failed', result: { error }, failure, mayRetry: true };
    }
  }

  /** Ends a session that does not begin after all. */
  async abandon(): Promise<void> {
    this.isOver = true;
    this.upstream?.terminate();
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
      return this.bill({ usageOf: () => reading.usage, source: 'upstream', problem: null, holdsAgain: true });
    }
    const problem = reading.kind === 'nonsense' ? `usage: ${reading.reason}` : null;
    const local = this.tally.take();
    this.bill({ usageOf: () => this.counted(local), source: 'local', problem, holdsAgain: true });
  }

  private async counted(taken: ReturnType<RealtimeTally['take']>): Promise<UsageBuckets> {
    const { counter } = this.parts;
    return {
      ...noUsage,
      ...taken.audio,
      promptTokens: await counter.generated(taken.said, this.job.model),
      completionTokens: await counter.generated(taken.made, this.job.model),
      calls: 1,
    };
  }

  /**
   * Settles the reservation with the actual usage and reserves for the next response; a caller who cannot pay for
   * another one is cut off.
   */
  private bill({ usageOf, holdsAgain, ...told }: ResponseBill): void {
    this.billing = this.billing
      .then(async () => {
        await this.settle(await usageOf(), told);
        if (holdsAgain && !this.isOver) await this.reserve();
      })
      .catch((error: unknown) => this.refuse(error));
  }

  private async settle(
    usage: UsageBuckets,
    { source, problem }: Pick<ResponseBill, 'source' | 'problem'>,
  ): Promise<void> {
    const { reservation, channel, admitted, job } = this;
    if (!reservation || !channel) return;
    const { options, logs, events } = this.parts;
    const { price } = admitted;
    const units = unitsFor(usage, price);
    const record = consumptionRecord(
      {
        call: this.call,
        caller: job.caller,
        group: admitted.group,
        requestId: job.requestId,
        clientIp: job.clientIp,
        path: '/v1/realtime',
        startedAt: this.startedAt,
        triedChannels: this.plan?.tried ?? [],
        upstreamModel: this.call.model,
        route: this.plan?.facts ?? null,
      },
      {
        bill: { units, usage, receipt: receiptOf(usage, price), source },
        price,
        firstByteAt: null,
        problem,
        isCountedHourly: options.current.DataExportEnabled,
        dropped: [],
        isConverted: false,
        answerLimit: null,
      },
    );
    const riders = options.current.LogConsumeEnabled ? [logs.rider(record)] : [];
    this.reservation = null;
    await reservation.settle({ units, channelId: channel.id, riders });
    events.publish('usage.settled', { userId: job.caller.userId, units });
  }

  /** Ends the session because the server must stop now. */
  cutOff(error: CallerError): void {
    this.tell(error);
    this.end(POLICY_CLOSE);
  }

  private refuse(error: unknown): void {
    const known = isAppError(error) ? error : new AppError('RELAY_INTERNAL', { cause: error });
    if (!isAppError(error)) this.parts.logger.error({ err: error }, 'a realtime response could not be billed');
    this.cutOff(toCallerError(known));
  }

  private tell({ error }: CallerError): void {
    const { message, type, code } = error;
    const shown = `${message} (request id: ${this.job.requestId})`;
    const event = { type: 'error', event_id: `evt_${this.job.requestId}`, error: { message: shown, type, code } };
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
    if (rest) this.bill({ usageOf: () => this.counted(rest), source: 'local', problem: null, holdsAgain: false });
    this.billing = this.billing
      .then(() => this.reservation?.void())
      .catch((error: unknown) => {
        this.parts.logger.error({ err: error, requestId: this.job.requestId }, 'a reservation could not be given back');
      });
    void this.billing.then(() => this.finish());
  }

  private watchSilence(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.end(POLICY_CLOSE), IDLE_MS);
    this.idle.unref();
  }
}
