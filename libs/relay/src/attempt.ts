import { upstreamModelName, type CatalogChannel } from '@channel';
import { AppError, isAppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import {
  adapterFor,
  ChannelAddressError,
  Losses,
  type ChannelTarget,
  type ProviderAdapter,
  type UpstreamCall,
  type UpstreamFailure,
} from '@providers';
import { collectStream } from './deliver/collect-stream';
import { holdsEvent } from './deliver/event-window';
import { readJsonAnswer, type JsonAnswer } from './deliver/read-json-answer';
import { openingError } from './deliver/stream-meter';
import { toCallerError } from './dialect/openai-error';
import type { RelayCall } from './relay-call';
import type { UpstreamAnswer } from './transport/upstream-answer';
import { UpstreamClient, type Exchange } from './transport/upstream-client';
import { toFault, UpstreamFault } from './transport/upstream-fault';
import { failureOfFault } from './upstream-errors';

/** What an error body says beyond this is not worth reading. */
const ERROR_BYTES_MAX = 256 * 1024;
/** An opening of a stream that holds no whole event by then is passed on as it is. */
const OPENING_BYTES_MAX = 64 * 1024;
/** A whole answer is held in memory until it can be sent. */
const ANSWER_BYTES_MAX = 128 * 1024 * 1024;

/** How one attempt began: with an answer to deliver, or with a failure that may be tried elsewhere. */
export type AttemptResult =
  | {
      readonly kind: 'stream';
      readonly answer: UpstreamAnswer;
      readonly upstreamModel: string;
      /** We asked for a usage chunk that the caller did not ask for. */
      readonly hidesUsage: boolean;
      readonly firstByteAt: number;
    }
  | {
      readonly kind: 'body';
      readonly body: Buffer;
      readonly json: JsonAnswer;
      readonly upstreamModel: string;
      readonly firstByteAt: number;
    }
  | { readonly kind: 'failure'; readonly failure: UpstreamFailure; readonly upstreamModel: string };

/** A running attempt; giving it up stops the upstream at once. */
export interface AttemptWatch {
  onExchange(exchange: Exchange): void;
}

/** One try on one channel: build, send, classify. Retries and money are the caller's business. */
@Injectable()
export class Attempts {
  /** Channels that refused `stream_options`; asked without from then on, until this process ends. */
  private readonly refusesStreamOptions = new Set<string>();

  constructor(private readonly upstream: UpstreamClient) {}

  async run(call: RelayCall, channel: CatalogChannel, watch: AttemptWatch): Promise<AttemptResult> {
    const adapter = adapterFor(channel.type);
    if (!adapter)
      return gatewayFailure(new AppError('RELAY_ROUTE_UNSUPPORTED', { params: { model: call.model } }), call.model);
    let upstreamModel = call.model;
    try {
      upstreamModel = upstreamModelName(channel, call.model);
      const result = await this.send(call, channel, adapter, upstreamModel, watch);
      if (!this.isUsageOptionRefused(result, channel)) return result;
      return await this.send(call, channel, adapter, upstreamModel, watch);
    } catch (error) {
      if (isAppError(error, 'RELAY_MAPPING')) return gatewayFailure(error, upstreamModel);
      if (error instanceof ChannelAddressError) {
        return gatewayFailure(new AppError('UPSTREAM_UNREACHABLE', { cause: error }), upstreamModel);
      }
      throw error;
    }
  }

  private async send(
    call: RelayCall,
    channel: CatalogChannel,
    adapter: ProviderAdapter,
    upstreamModel: string,
    watch: AttemptWatch,
  ): Promise<AttemptResult> {
    const target = targetOf(channel);
    const addUsageOption =
      call.isStream &&
      !call.wantsUsage &&
      adapter.acceptsStreamOptions &&
      !this.refusesStreamOptions.has(channel.keyHash);
    const upstreamCall: UpstreamCall = {
      endpoint: call.endpoint,
      format: call.format,
      model: upstreamModel,
      requestedModel: call.model,
      body: call.body,
      contentType: call.contentType,
      parsed: call.parsed,
      isStream: call.isStream,
      addUsageOption,
      chat: call.chat,
      losses: new Losses(),
      callerHeaders: call.callerHeaders,
    };
    const exchange = this.upstream.open(adapter.buildRequest(upstreamCall, target));
    watch.onExchange(exchange);
    let answer: UpstreamAnswer | null = null;
    try {
      answer = await exchange.answer;
      const firstByteAt = performance.now();
      if (answer.status < 200 || answer.status >= 300) {
        const body = (await answer.readStart(ERROR_BYTES_MAX)).toString('utf8');
        return this.refused(adapter, target, channel, answer, body, upstreamModel);
      }
      if (answer.isEventStream) {
        // Until a whole event is there nothing has to be sent, and another channel may still serve.
        const opening = await answer.opening(bytes => holdsEvent(bytes) || bytes.length > OPENING_BYTES_MAX);
        if (opening === null) throw new UpstreamFault('cut');
        const error = openingError(opening);
        if (error !== null) {
          answer.abort();
          return this.refused(adapter, target, channel, answer, error, upstreamModel);
        }
        if (call.isStream) return { kind: 'stream', answer, upstreamModel, hidesUsage: addUsageOption, firstByteAt };
      }
      const body = answer.isEventStream ? await collectStream(answer) : await answer.readAll(ANSWER_BYTES_MAX);
      const json = readJsonAnswer(body);
      if (!json.isReadable) throw new UpstreamFault('undecodable');
      if (json.hasError) return this.refused(adapter, target, channel, answer, body.toString('utf8'), upstreamModel);
      return { kind: 'body', body, json, upstreamModel, firstByteAt };
    } catch (error) {
      return {
        kind: 'failure',
        failure: failureOfFault(toFault(error, answer !== null), answer !== null),
        upstreamModel,
      };
    }
  }

  private refused(
    adapter: ProviderAdapter,
    target: ChannelTarget,
    channel: CatalogChannel,
    answer: UpstreamAnswer,
    body: string,
    upstreamModel: string,
  ): AttemptResult {
    const status = channel.statusCodeMapping?.get(answer.status) ?? answer.status;
    return {
      kind: 'failure',
      failure: adapter.readFailure({ status, headers: answer.headers, body }, target),
      upstreamModel,
    };
  }

  /** A 400 that names the option we added is our fault, not the caller's: remember it and ask again without. */
  private isUsageOptionRefused(result: AttemptResult, channel: CatalogChannel): boolean {
    if (result.kind !== 'failure' || this.refusesStreamOptions.has(channel.keyHash)) return false;
    const { status, error } = result.failure;
    const isRefused =
      (status === 400 || status === 422) && `${error.param} ${error.message}`.includes('stream_options');
    if (isRefused) this.refusesStreamOptions.add(channel.keyHash);
    return isRefused;
  }
}

/** What an adapter may know of a channel. */
export function targetOf(channel: CatalogChannel): ChannelTarget {
  const { id, type, key, baseUrl, other, organization } = channel;
  return { id, type, key, baseUrl, other, organization };
}

/** The channel cannot be used as it is configured: the next one may try, and the operator reads it in the log. */
function gatewayFailure(error: AppError, upstreamModel: string): AttemptResult {
  const { status, error: shown } = toCallerError(error);
  const failure: UpstreamFailure = {
    kind: 'broken',
    status,
    error: shown,
    shouldDisableChannel: false,
    isRetryable: true,
    retryAfterSeconds: null,
  };
  return { kind: 'failure', failure, upstreamModel };
}
