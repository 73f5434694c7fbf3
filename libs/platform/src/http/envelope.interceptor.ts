import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { Answer } from './answer';

/** Wraps the result of a console route into `{success, message, data}`; `data` is left out when there is none. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    reply.header('cache-control', 'no-store');
    reply.status(200); // Nest answers 201 to POST; this interface knows only 200
    return next.handle().pipe(map(toEnvelope));
  }
}

function toEnvelope(result: unknown): object {
  if (result instanceof Answer) {
    const { message = '', extras, success = true } = result.options;
    return { success, message, data: result.data as unknown, ...extras };
  }
  return { success: true, message: '', data: result };
}
