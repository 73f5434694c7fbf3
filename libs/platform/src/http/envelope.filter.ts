import { Catch, HttpException, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { AppError, languageOf, type ErrorCode } from '@kernel';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Logger } from '../log/logger';
import { errorShapeOf } from './error-shape';
import { requestErrorKind, type RequestErrorKind } from './request-error';

/** Converts errors of the console to a status and an envelope; faults are logged, refusals are not. */
@Catch()
@Injectable()
export class EnvelopeFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendEnvelopeError(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), this.logger);
  }
}

/** Writes the error response of routes outside Nest. */
export function sendEnvelopeError(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): void {
  const known = withStatusOfRoute(toAppError(error), error, request);
  if (!(error instanceof AppError) && known.status >= 500) {
    const facts = { err: error, requestId: request.id, path: request.url.split('?', 1)[0] };
    if (known.status === 503) logger.warn(facts, 'a console call was refused: the database is away');
    else logger.error(facts, 'a console call failed');
  }
  const retryAfterSeconds = known.details.retryAfterSeconds;
  if (known.status === 503) reply.header('retry-after', '1');
  if (typeof retryAfterSeconds === 'number') reply.header('retry-after', String(retryAfterSeconds));
  const language = languageOf(request.headers['accept-language']);
  const shaped = errorShapeOf(request)?.(known, language);
  if (shaped) {
    reply.header('cache-control', 'no-store').type(shaped.contentType).status(shaped.status).send(shaped.body);
    return;
  }
  // The playground page recognises an ended session by this flag.
  const expired = known.status === 401 ? { expired: true } : {};
  const suffix = known.status >= 500 ? ` (request id: ${request.id})` : '';
  reply
    .header('cache-control', 'no-store')
    .status(known.status)
    .send({
      success: false,
      message: known.sentence(language) + suffix,
      ...expired,
      ...known.extras,
    });
}

/**
 * Saving an option with a body that is not JSON responds with status 400, which clients expect; everywhere else a
 * refusal is 200.
 */
function withStatusOfRoute(known: AppError, error: unknown, request: FastifyRequest): AppError {
  const isUnreadable = known.code === 'COMMON_INVALID_PARAMETER' && !(error instanceof AppError);
  if (!isUnreadable || !/^\/api\/option\/?(\?|$)/.test(request.url)) return known;
  return new AppError('COMMON_BODY_UNREADABLE', { cause: error });
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HttpException) {
    switch (error.getStatus()) {
      case 404:
        return new AppError('COMMON_RECORD_NOT_FOUND', { cause: error });
      case 413:
        return new AppError('COMMON_BODY_TOO_LARGE', { cause: error });
      case 400:
        return new AppError('COMMON_INVALID_PARAMETER', { cause: error });
    }
  }
  return new AppError(codes[requestErrorKind(error)], { cause: error });
}

const codes = {
  databaseAway: 'DATABASE_BUSY',
  bodyTooLarge: 'COMMON_BODY_TOO_LARGE',
  bodyUnreadable: 'COMMON_INVALID_PARAMETER',
  fault: 'COMMON_INTERNAL',
} as const satisfies Record<RequestErrorKind, ErrorCode>;
