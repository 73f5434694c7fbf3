import { type WireFormat } from '@formats';
import { AppError, isAppError, type Language } from '@kernel';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Logger, requestErrorKind, type Config } from '@platform';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { ClientConnection } from '../delivery/client-connection';
import { toCallerError } from '../dialect/caller-error';
import { dialects } from '../dialect/dialect';
import { type ReceivedCall } from '../call/received-call';
import { RelayRunner } from '../run-relay';
import { RunningCalls } from './running-calls';

/** The HTTP exchange of a call, and what a route wants of its response. */
interface ServeOptions {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Headers about the caller that are added to the response. */
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** The language of the gateway's own refusals. Programs get English, which is the default. */
  readonly language?: Language;
}

/** The form of a refusal for a call that was not read. */
interface RefusalManner {
  readonly format: WireFormat;
  readonly language?: Language;
}

/** Serves a call once its caller is known, for every route: runs it, and reports its ending in the caller's format. */
@Injectable()
export class ServeCall {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly runner: RelayRunner,
    private readonly running: RunningCalls,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the response was sent and billed; every ending is handled here. */
  async serve(received: ReceivedCall, { request, reply, answerHeaders, language }: ServeOptions): Promise<void> {
    reply.hijack();
    const client = this.clientOf(request, reply);
    client.speak(dialects[received.call.format], received.call);
    for (const [name, value] of Object.entries(answerHeaders)) client.addHeader(name, value);
    await this.running.track(client, async () => {
      try {
        await this.runner.run(received, client);
      } catch (error) {
        client.refuse(toCallerError(this.toKnown(error, request), language));
      }
    });
  }

  refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, { format, language }: RefusalManner): void {
    reply.hijack();
    const client = this.clientOf(request, reply);
    client.speak(dialects[format]);
    client.refuse(toCallerError(this.toKnown(error, request), language));
  }

  private clientOf(request: FastifyRequest, reply: FastifyReply): ClientConnection {
    return new ClientConnection(request.raw, reply.raw, request.id, this.config.streamIdleTimeoutMs);
  }

  private toKnown(error: unknown, request: FastifyRequest): AppError {
    if (isAppError(error)) return error;
    switch (requestErrorKind(error)) {
      case 'databaseAway':
        this.logger.warn({ err: error, requestId: request.id }, 'a relay call was refused: the database is away');
        return new AppError('DATABASE_BUSY', { cause: error });
      case 'bodyTooLarge': {
        const megabytes = Math.round(this.config.relayBodyLimitBytes / 1024 / 1024);
        return new AppError('RELAY_BODY_TOO_LARGE', { cause: error, params: { megabytes } });
      }
      case 'bodyUnreadable':
        return new AppError('RELAY_BODY_INVALID', { cause: error, params: { detail: 'the body cannot be read' } });
      case 'fault':
        this.logger.error({ err: error, requestId: request.id }, 'a relay call failed');
        return new AppError('RELAY_INTERNAL', { cause: error });
    }
  }
}
