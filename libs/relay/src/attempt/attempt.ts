import { CallRefusal, type WireFormat } from '@formats';
import {
  adapterFor,
  ChannelAddressError,
  type ChannelTarget,
  type ProviderAdapter,
  type UpstreamCall,
  type UpstreamFailure,
} from '@providers';
import { upstreamModelName, type CatalogChannel } from '@channel';
import { type AttemptRecording, type CallRecording } from '@inspector';
import { AppError, isAppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { openAnswerOf, type AttemptResult, type BegunAnswer, type FailedResult } from '../answer/read-answer';
import { MissingFormats } from './missing-formats';
import { InlinedCalls } from '../images/inlined-calls';
import { type RelayCall } from '../call/relay-call';
import { withChannelPrompt } from '../shape/system-prompt';
import { RefusedOption, refusesUsageOption } from './refused-option';
import { type AttemptTrace } from '../tracing/attempt-trace';
import { AccessTokens } from '../transport/access-tokens';
import { type UpstreamAnswer } from '../transport/upstream-answer';
import { NO_BEGIN_LIMITS, type Abortable, type BeginLimits } from '../transport/exchange';
import { UpstreamClient } from '../transport/upstream-client';
import { toFault } from '../transport/upstream-fault';
import { gatewayFailure, refusedCall, whyUnsendable, type BuiltRequest } from './unsendable';
import { requestFor, upstreamCallOf } from './upstream-call';
import { failureOfFault } from '../answer/upstream-errors';

/**
 * Receives the parts of a running attempt that can be aborted: the exchange with the upstream, and before it the
 * fetching of images.
 */
interface AttemptWatch {
  /** The span of the attempt; null where nothing is traced. */
  readonly trace: AttemptTrace | null;
  onExchange(exchange: Abortable): void;
  /** Absent for calls whose content is not recorded. */
  readonly recording?: CallRecording | undefined;
}

/** An account to ask, or why it cannot be asked. */
type FoundTarget = ChannelTarget | { readonly failure: UpstreamFailure };

/** One try of a call at one channel. */
interface Attempt {
  readonly call: RelayCall;
  readonly channel: CatalogChannel;
  readonly adapter: ProviderAdapter;
  readonly upstreamModel: string;
  readonly watch: AttemptWatch;
  /** Formats that this address turned out not to support; when absent, the remembered ones are used. */
  readonly lacks?: readonly WireFormat[];
}

/**
 * Runs one attempt: builds the request, sends it and classifies the response. Retries and money are the
 * caller's business.
 */
@Injectable()
export class Attempts {
  private readonly usageOption = new RefusedOption();
  private readonly missing = new MissingFormats();

  constructor(
    private readonly upstream: UpstreamClient,
    private readonly tokens: AccessTokens,
    private readonly images: InlinedCalls,
  ) {}

  /** The first sending gives the promise for most calls; only a failure is looked at further. */
  run(asked: RelayCall, channel: CatalogChannel, watch: AttemptWatch): Promise<AttemptResult> {
    const call = withChannelPrompt(asked, channel);
    const adapter = adapterFor(channel.type);
    if (!adapter) {
      const unsupported = new AppError('RELAY_ROUTE_UNSUPPORTED', { params: { model: call.model } });
      return Promise.resolve(gatewayFailure(unsupported, call.model));
    }
    const upstreamModel = mappedModel(channel, call.model);
    if (typeof upstreamModel !== 'string') return Promise.resolve(upstreamModel);
    const attempt = { call, channel, adapter, upstreamModel, watch };
    return this.send(attempt).then(result => (result.kind === 'failure' ? this.afterFailure(attempt, result) : result));
  }

  /** Sends a call once more where its failure was the gateway's own doing. */
  private afterFailure(attempt: Attempt, failed: FailedResult): AttemptResult | Promise<AttemptResult> {
    if (this.isWorthAnother(attempt, failed)) return this.send(attempt);
    return isFormatMissing(attempt, failed) ? this.inOtherFormat(attempt, failed) : failed;
  }

  private async send(attempt: Attempt): Promise<AttemptResult> {
    const { call, adapter, upstreamModel, watch } = attempt;
    let answer: UpstreamAnswer | null = null;
    let record: AttemptRecording | null = null;
    try {
      const found = this.targetFor(attempt);
      const target = found instanceof Promise ? await found : found;
      if ('failure' in target) return { kind: 'failure', failure: target.failure, upstreamModel };
      const built = this.buildRequest(attempt, target);
      const { upstreamCall, request } = built instanceof Promise ? await built : built;
      const unsendable = whyUnsendable(call, { upstreamCall, request });
      if (unsendable) return { kind: 'failure', failure: unsendable, upstreamModel, isUnsent: true };
      const begin = beginLimitsOf(attempt);
      const sent = watch.trace === null ? request : watch.trace.sending(request, upstreamModel);
      if (watch.recording) record = watch.recording.asked(askedOf(target, call), sent);
      const exchange = this.upstream.open(sent, { gathersJson: true, proxy: attempt.channel.proxy, begin });
      watch.onExchange(exchange);
      answer = await exchange.answer;
      record?.answered(answer);
      const opened = openAnswerOf(answer, {
        call,
        adapter,
        target,
        upstreamModel,
        reading: request.answer ?? null,
        hidesUsage: upstreamCall.addUsageOption,
        dropped: upstreamCall.dropped.list,
        firstByteAt: answer.arrivedAt,
        statusMapping: attempt.channel.statusCodeMapping,
      });
      const result = opened instanceof Promise ? await opened : opened;
      exchange.contentBegan();
      if (result.kind === 'stream') answer.forgetHeaders();
      if (watch.trace !== null && result.kind !== 'failure') watch.trace.answered(beginningOf(result));
      return result;
    } catch (error) {
      // An adapter's refusal of the call is not a fault of the connection.
      if (isAppError(error)) return refusedBy(error, upstreamModel);
      const fault = toFault(error, answer !== null);
      record?.ended(fault);
      const failure = failureOfFault(fault, answer !== null);
      return { kind: 'failure', failure, upstreamModel };
    }
  }

  /** Sends the call once more as chat completions, since many relays of the OpenAI protocol support no other format. */
  private async inOtherFormat(attempt: Attempt, refusal: FailedResult): Promise<AttemptResult> {
    const result = await this.send({ ...attempt, lacks: [attempt.call.format] });
    if (result.kind === 'failure') {
      // A second refusal means that the model is missing, and the provider's first response says so.
      const isModelMissing = refusal.failure.error.code === 'model_not_found';
      return result.isUnsent && !isModelMissing ? result : refusal;
    }
    this.missing.note(attempt.channel, attempt.call.format);
    return result;
  }

  /** The account as the adapter sees it, with a valid access token where the provider requires one. */
  private targetFor(attempt: Attempt): FoundTarget | Promise<FoundTarget> {
    const lacks = attempt.lacks ?? this.missing.of(attempt.channel);
    const known = targetOf(attempt.channel);
    const target = lacks.length > 0 ? { ...known, lacks } : known;
    const { authorize } = attempt.adapter;
    if (!authorize || authorize.isNeeded?.(target) === false) return target;
    return this.authorized(attempt.adapter, authorize, target);
  }

  private async authorized(
    adapter: ProviderAdapter,
    authorize: NonNullable<ProviderAdapter['authorize']>,
    target: ChannelTarget,
  ): Promise<FoundTarget> {
    const outcome = await this.tokens.get(authorize, target);
    if ('token' in outcome) return { ...target, accessToken: outcome.token };
    return { failure: adapter.readFailure(outcome.refusal, target) };
  }

  private upstreamCall({ call, channel, adapter, upstreamModel }: Attempt): UpstreamCall {
    const addUsageOption =
      call.isStream &&
      (call.format !== 'openai' || !call.wantsUsage) &&
      adapter.acceptsStreamOptions &&
      !this.usageOption.isRefusedBy(channel);
    return upstreamCallOf(call, { model: upstreamModel, addUsageOption });
  }

  /**
   * The request to send. Where a provider takes only the bytes of images, they are fetched from their addresses first.
   */
  private buildRequest(attempt: Attempt, target: ChannelTarget): BuiltRequest | Promise<BuiltRequest> {
    const upstreamCall = this.upstreamCall(attempt);
    try {
      const request = requestFor(attempt.adapter, upstreamCall, placeOf(attempt, target));
      if (!(request instanceof Promise)) return { upstreamCall, request };
      return request.then(signed => ({ upstreamCall, request: signed }));
    } catch (refusal) {
      if (!(refusal instanceof CallRefusal)) throw refusal;
      return this.requestWithImages(attempt, target, refusal);
    }
  }

  private async requestWithImages(
    attempt: Attempt,
    target: ChannelTarget,
    refusal: CallRefusal,
  ): Promise<BuiltRequest> {
    const { call, adapter, watch } = attempt;
    const accepts = (other: RelayCall) => isBuildable(adapter, this.upstreamCall({ ...attempt, call: other }), target);
    const inlined = await this.images.inlined(call, accepts, fetching => watch.onExchange(fetching));
    if (!inlined) throw refusal;
    const upstreamCall = this.upstreamCall({ ...attempt, call: inlined });
    return { upstreamCall, request: await requestFor(adapter, upstreamCall, placeOf(attempt, target)) };
  }

  /**
   * Whether the gateway itself caused the refusal: by an option that it added, or by an access token that it kept too
   * long.
   */
  private isWorthAnother(attempt: Attempt, { failure }: FailedResult): boolean {
    const { channel, adapter } = attempt;
    const { kind, status, isTokenStale } = failure;
    if (adapter.authorize && (isTokenStale ?? (kind === 'refused' && status === 401))) {
      this.tokens.forget(targetOf(channel));
      return true;
    }
    if (!refusesUsageOption(failure) || !this.upstreamCall(attempt).addUsageOption) return false;
    this.usageOption.note(channel);
    return true;
  }
}

/** The model's name at the provider, or the failure of a channel whose mapping runs in a circle. */
function mappedModel(channel: CatalogChannel, model: string): string | AttemptResult {
  try {
    return upstreamModelName(channel, model);
  } catch (error) {
    if (isAppError(error, 'RELAY_MAPPING')) return gatewayFailure(error, model);
    throw error;
  }
}

/** The result for a call that the gateway itself could not send. @throws any other error as it is */
function refusedBy(error: AppError, upstreamModel: string): AttemptResult {
  if (error instanceof CallRefusal) return refusedCall(error, upstreamModel);
  if (!(error instanceof ChannelAddressError)) throw error;
  return gatewayFailure(new AppError('UPSTREAM_UNREACHABLE', { cause: error }), upstreamModel);
}

/** What a recording must know of a channel: its secrets are masked. */
function askedOf({ id, key, accessToken }: ChannelTarget, { model }: RelayCall) {
  return { channelId: id, model, secrets: accessToken === undefined ? [key] : [key, accessToken] };
}

/** The first bytes of an answer, as far as they are still here. */
function beginningOf(result: BegunAnswer): Buffer | null {
  switch (result.kind) {
    case 'body':
      return result.body;
    case 'answer':
      return Buffer.from(JSON.stringify({ model: result.chat.model }));
    default:
      return result.answer.firstBytes;
  }
}

/** The limits of the channel on how long its answer may take to begin; that on content holds for streams only. */
function beginLimitsOf({ call, channel }: Attempt): BeginLimits {
  const { firstByteTimeoutMs: firstByteMs, firstTokenTimeoutMs } = channel;
  if (firstByteMs === 0 && firstTokenTimeoutMs === 0) return NO_BEGIN_LIMITS;
  return { firstByteMs, firstContentMs: call.isStream ? firstTokenTimeoutMs : 0 };
}

function placeOf({ channel, call }: Attempt, target: ChannelTarget) {
  return { target, channel, original: call };
}

/** Whether an address does not know the path of a newer format, as far as the status shows it. */
function isFormatMissing({ call, adapter }: Attempt, { failure }: FailedResult): boolean {
  if (call.endpoint !== 'chat' || call.format !== 'responses') return false;
  return [404, 405, 501].includes(failure.status) && adapter.nativeFormats.includes('openai');
}

/** Whether an adapter can build a request for a call. */
function isBuildable(adapter: ProviderAdapter, call: UpstreamCall, target: ChannelTarget): boolean {
  try {
    adapter.buildRequest(call, target);
    return true;
  } catch (error) {
    if (error instanceof CallRefusal) return false;
    throw error;
  }
}

/** A channel stays the same object until something about it changes, so what it gives adapters is kept with it. */
const targets = new WeakMap<CatalogChannel, ChannelTarget>();

/** The part of a channel that adapters may see: always the same object for the same channel. */
export function targetOf(channel: CatalogChannel): ChannelTarget {
  const known = targets.get(channel);
  if (known) return known;
  const { id, type, key, baseUrl, other, organization, proxy } = channel;
  const target: ChannelTarget = { id, type, key, baseUrl, other, organization, proxy };
  targets.set(channel, target);
  return target;
}
