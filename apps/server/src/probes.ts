import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import type { FastifyInstance } from 'fastify';

/** A probe that waits longer than this tells its balancer nothing. */
const PING_TIMEOUT_MS = 3000;
const PROBE_PATH = /^\/(healthz|readyz)\/?(\?|$)/;

/** `/healthz`: the process lives. `/readyz`: it can serve. */
@Injectable()
export class Probes {
  private isDraining = false;

  constructor(private readonly database: Database) {}

  /** From now on `/readyz` answers 503, so that balancers stop sending, and so does whatever they send all the same. */
  drain(): void {
    this.isDraining = true;
  }

  /** To be called before any other door opens, since the refusal while draining holds for those that come after it. */
  register(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      if (!this.isDraining || PROBE_PATH.test(request.url)) return done();
      reply.raw.setHeader('connection', 'close');
      done(new AppError('RELAY_DRAINING'));
    });
    fastify.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
    fastify.get('/readyz', async (_request, reply) => {
      const isReady = !this.isDraining && (await this.databaseAnswers());
      return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
    });
  }

  /** Migrations were applied before the listener opened, so an answer of the database is all that is left to ask. */
  private async databaseAnswers(): Promise<boolean> {
    const limit = new Promise<false>(resolve => setTimeout(resolve, PING_TIMEOUT_MS, false).unref());
    const ping = this.database.read.query('SELECT 1').then(
      () => true,
      () => false,
    );
    return Promise.race([ping, limit]);
  }
}
