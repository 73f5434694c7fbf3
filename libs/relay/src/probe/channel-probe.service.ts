import { generatedIn } from '@formats';
import { ChannelHealth, type CatalogChannel } from '@channel';
import { channelTypeOf, LogType, totalCompletionTokens, totalPromptTokens, type LogOther } from '@contracts';
import { AppError, Deadline } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Options } from '@option';
import { UnitOfWork, type Actor } from '@platform';
import { PriceBook } from '@pricing';
import { type UpstreamFailure } from '@providers';
import { Attempts } from '../attempt/attempt';
import { type JsonAnswer } from '../answer/read-json-answer';
import { type AttemptResult } from '../answer/read-answer';
import { type RelayCall } from '../call/relay-call';
import { type Abortable } from '../transport/exchange';
import { UpstreamFault } from '../transport/upstream-fault';
import { failureOfFault } from '../answer/upstream-errors';
import { modelToTest, probeCall } from './probe-call';

/** The time limit of a test, whatever the upstream does. */
const TEST_LIMIT_MS = 60_000;

/** The user who asked for a test; its log row belongs to that user. */
export type ProbeActor = Pick<Actor, 'id' | 'username' | 'clientIp'>;

interface ProbeRequest {
  readonly channel: CatalogChannel;
  /** Empty for the channel's own choice. */
  readonly model: string;
  readonly actor: ProbeActor;
  /** Aborts the test; its result is then ignored. */
  readonly signal?: AbortSignal;
}

export interface ProbeOutcome {
  readonly elapsedMs: number;
  /** Null when the channel passed the test. */
  readonly error: AppError | null;
  /** The upstream's failure; null when the upstream did not fail. */
  readonly failure: UpstreamFailure | null;
}

/** The result of the call: an answer with its usage, or a failure as the relay classifies it. */
type ProbeResult =
  | { readonly kind: 'answer'; readonly json: JsonAnswer; readonly upstreamModel: string }
  | { readonly kind: 'failure'; readonly failure: UpstreamFailure };

/** Whether channels of this type can be tested by a chat or an embedding at all. */
export function isTestable(type: number): boolean {
  return channelTypeOf(type)?.supportsTest !== false;
}

/** Tests one channel by a real call that is charged to no user. */
@Injectable()
export class ChannelProbe implements OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    private readonly options: Options,
    private readonly book: PriceBook,
    private readonly attempts: Attempts,
    private readonly health: ChannelHealth,
    private readonly logs: LogStore,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Calls the channel, and stores how long that took whether it passed or not; a passed test also leaves a log row of 0
   * units.
   */
  async test(request: ProbeRequest): Promise<ProbeOutcome> {
    const { channel } = request;
    const stops = request.signal ? [this.stopping.signal, request.signal] : [this.stopping.signal];
    if (!isTestable(channel.type)) return failed(new AppError('CHANNEL_TEST_UNSUPPORTED'));
    const model = modelToTest(channel, request.model);
    if (!this.isPriced(model)) {
      await this.health.recordTest(channel.id, 0);
      return failed(new AppError('RELAY_PRICE_UNKNOWN', { params: { model } }));
    }
    const startedAt = performance.now();
    const result = await this.ask(channel, probeCall(model), stops);
    const elapsedMs = performance.now() - startedAt;
    if (!stops.some(stop => stop.aborted)) await this.record(request, { model, result, elapsedMs });
    return { elapsedMs, ...outcomeOf(result) };
  }

  /** Aborts running tests before anything they need is closed; their results are then ignored. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  private isPriced(model: string): boolean {
    const selfUse = this.options.current.SelfUseModeEnabled;
    return this.book.current.priceFor({ model, group: 'default', selfUse }) !== null;
  }

  private async ask(channel: CatalogChannel, call: RelayCall, stops: readonly AbortSignal[]): Promise<ProbeResult> {
    using deadline = new Deadline(stops);
    deadline.limit('channel test', TEST_LIMIT_MS);
    let current: Abortable | null = null;
    deadline.signal.addEventListener('abort', () => current?.abort());
    const attempted = await this.attempts.run(call, channel, {
      trace: null,
      onExchange: exchange => {
        current = exchange;
        if (deadline.signal.aborted) exchange.abort();
      },
    });
    const result = resultOf(attempted);
    return result.kind === 'failure' && deadline.signal.aborted ? outOfTime : result;
  }

  private async record(
    { channel, actor }: ProbeRequest,
    { model, result, elapsedMs }: { readonly model: string; readonly result: ProbeResult; readonly elapsedMs: number },
  ): Promise<void> {
    await this.health.recordTest(channel.id, elapsedMs);
    if (result.kind === 'failure') return;
    const { usage } = result.json;
    const other: LogOther = {
      admin_info: {
        use_channel: [String(channel.id)],
        ...(result.upstreamModel !== model && { is_model_mapped: true, upstream_model_name: result.upstreamModel }),
      },
    };
    await this.unitOfWork.run(manager =>
      this.logs.append(manager, {
        userId: actor.id,
        username: actor.username,
        clientIp: actor.clientIp,
        type: LogType.Consume,
        tokenName: 'model test',
        modelName: model,
        promptTokens: usage.kind === 'reported' ? totalPromptTokens(usage.usage) : 0,
        completionTokens: usage.kind === 'reported' ? totalCompletionTokens(usage.usage) : 0,
        useTimeMs: Math.round(elapsedMs),
        channelId: channel.id,
        ...sentenceFields({ key: 'model_test' }, other),
      }),
    );
  }
}

const outOfTime: ProbeResult = { kind: 'failure', failure: failureOfFault(new UpstreamFault('timeout'), false) };

/** The result of a probe; a probe never asks for a stream. */
function resultOf(attempted: AttemptResult): ProbeResult {
  if (attempted.kind === 'failure') return { kind: 'failure', failure: attempted.failure };
  const { upstreamModel } = attempted;
  if (attempted.kind === 'body') return { kind: 'answer', json: attempted.json, upstreamModel };
  if (attempted.kind === 'stream' || attempted.kind === 'audio') {
    attempted.answer.abort();
    return { kind: 'failure', failure: failureOfFault(new UpstreamFault('undecodable'), true) };
  }
  const { chat } = attempted;
  const json: JsonAnswer = { usage: chat.usage, generated: () => generatedIn(chat), isReadable: true, hasError: false };
  return { kind: 'answer', json, upstreamModel };
}

function outcomeOf(result: ProbeResult): Pick<ProbeOutcome, 'error' | 'failure'> {
  if (result.kind === 'failure') {
    const { status, error } = result.failure;
    const params = { status, message: error.message };
    return { error: new AppError('CHANNEL_TEST_FAILED', { params }), failure: result.failure };
  }
  const { usage, generated } = result.json;
  // Some servers send zeros instead of counting; they did generate an answer, and the relay counts its tokens itself.
  const isEmpty = usage.kind !== 'reported' || (usage.isZero && generated().text === '');
  return { error: isEmpty ? new AppError('CHANNEL_TEST_EMPTY') : null, failure: null };
}

function failed(error: AppError): ProbeOutcome {
  return { elapsedMs: 0, error, failure: null };
}
