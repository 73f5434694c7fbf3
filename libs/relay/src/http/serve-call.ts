import { type WireFormat } from '@formats';
import { Inspector, type CallRecording } from '@inspector';
import { AppError, isAppError, type Language } from '@kernel';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Logger, requestErrorKind, TRACING, type Config, type Tracing } from '@platform';
import { ClientConnection } from '../delivery/client-connection';
import { RecordedConnection } from '../delivery/recorded-connection';
import { toCallerError } from '../dialect/caller-error';
import { dialects } from '../dialect/dialect';
import { presentedKey } from '../call/caller-key';
import { type ReceivedCall } from '../call/received-call';
import { CallTrace } from '../tracing/call-trace';
import { operationOf } from '../tracing/gen-ai-names';
import { RelayRunner } from '../run-relay';
import { type HttpExchange } from './http-exchange';
import { bodyTooLarge } from './read-body';
import { RunningCalls } from './running-calls';

/** What a route wants of the response to a call. */
interface ServeOptions {
  /** Headers about the caller that are added to the response. */
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** The language of the gateway's own refusals. Programs get English, which is the default. */
  readonly language?: Language;
}

/** The form of a refusal for a call that was not read. */
interface RefusalManner {
  readonly format: WireFormat;
  readonly language?: Language;
  /** The path as the log shows it; absent where it is not known. */
  readonly path?: string | undefined;
}

const UNKNOWN_PATH = '/*';

/** Serves a call once its caller is known, for every route: runs it, and reports its ending in the caller's format. */
@Injectable()
export class ServeCall {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly runner: RelayRunner,
    private readonly running: RunningCalls,
    private readonly inspector: Inspector,
    private readonly logger: Logger,
    @Inject(TRACING) private readonly tracing: Tracing | null,
  ) {}

  /** Resolves when the response was sent and billed; every ending is handled here. */
  serve(received: ReceivedCall, exchange: HttpExchange, options: ServeOptions): Promise<void> {
    const recording = this.inspector.isOn ? this.inspector.begin(startOf(received, exchange)) : null;
    if (recording) return this.serveRecorded(received, exchange, options, recording);
    return this.serveTo(this.clientOf(exchange), received, exchange, options);
  }

  private async serveRecorded(
    received: ReceivedCall,
    exchange: HttpExchange,
    options: ServeOptions,
    recording: CallRecording,
  ): Promise<void> {
    const client = this.recordedClientOf(exchange, recording);
    try {
      await this.serveTo(client, { ...received, recording }, exchange, options);
    } finally {
      this.inspector.end(recording, client.isGone);
    }
  }

  private async serveTo(
    client: ClientConnection,
    read: ReceivedCall,
    exchange: HttpExchange,
    { answerHeaders, language }: ServeOptions,
  ): Promise<void> {
    const received = this.tracing === null ? read : { ...read, trace: traceOf(this.tracing, read, exchange) };
    client.speak(dialects[received.call.format], received.call);
    for (const name in answerHeaders) client.addHeader(name, answerHeaders[name] ?? '');
    this.running.begin(client);
    try {
      const failed = await this.runner.run(received, client);
      failed?.tell();
    } catch (error) {
      client.refuse(toCallerError(this.toKnown(error, exchange), language));
    } finally {
      received.trace?.end(statusOf(exchange));
      this.running.end(client);
    }
  }

  refuse(error: unknown, exchange: HttpExchange, { format, language, path }: RefusalManner): void {
    const client = this.clientOf(exchange);
    client.speak(dialects[format]);
    client.refuse(toCallerError(this.toKnown(error, exchange), language));
    if (this.tracing) inboundOf(this.tracing, exchange, path ?? UNKNOWN_PATH).end(statusOf(exchange));
  }

  private clientOf({ request, response, requestId }: HttpExchange): ClientConnection {
    return new ClientConnection(request, response, requestId, this.config.streamIdleTimeoutMs);
  }

  private recordedClientOf({ request, response, requestId }: HttpExchange, recording: CallRecording) {
    return new RecordedConnection(request, { response, requestId, recording }, this.config.streamIdleTimeoutMs);
  }

  private toKnown(error: unknown, { requestId }: HttpExchange): AppError {
    if (isAppError(error)) return error;
    switch (requestErrorKind(error)) {
      case 'databaseAway':
        this.logger.warn({ err: error, requestId }, 'a relay call was refused: the database is away');
        return new AppError('DATABASE_BUSY', { cause: error });
      case 'bodyTooLarge':
        return bodyTooLarge(this.config.relayBodyLimitBytes, error);
      case 'bodyUnreadable':
        return new AppError('RELAY_BODY_INVALID', { cause: error, params: { detail: 'the body cannot be read' } });
      case 'fault':
        this.logger.error({ err: error, requestId }, 'a relay call failed');
        return new AppError('RELAY_INTERNAL', { cause: error });
    }
  }
}

/** What the request inspector must know of a call before it runs. */
function startOf({ requestId, caller, call, startedAt }: ReceivedCall, { request }: HttpExchange) {
  const { headers, method = '', url = '' } = request;
  const { userId, tokenId } = caller;
  const queryAt = url.indexOf('?');
  const key = presentedKey({ headers, query: queryAt === -1 ? '' : url.slice(queryAt + 1) });
  const { model, contentType, body } = call;
  return { requestId, userId, tokenId, model, method, url, headers, contentType, body, key, startedAt };
}

function inboundOf(tracing: Tracing, { request, requestId, startedAt }: HttpExchange, path: string): CallTrace {
  const { method = 'POST', headers } = request;
  return CallTrace.begin(tracing, { method, path, headers, requestId, startedAt });
}

function traceOf(tracing: Tracing, { caller, call, path }: ReceivedCall, exchange: HttpExchange): CallTrace {
  const trace = inboundOf(tracing, exchange, path);
  const { endpoint, format, model, isStream } = call;
  const { userId, tokenId } = caller;
  trace.asks({ operation: operationOf(endpoint, format), model, isStream, userId, tokenId });
  return trace;
}

/** Null for a caller who left before anything was sent. */
function statusOf({ response }: HttpExchange): number | null {
  return response.headersSent ? response.statusCode : null;
}
