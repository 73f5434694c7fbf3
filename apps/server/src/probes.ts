import { ExpireReservations } from '@billing';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { type FastifyInstance } from 'fastify';

/** Limit for a probe; a later result is useless to the load balancer. */
const PING_TIMEOUT_MS = 3000;
/** One result serves all probes within this time. */
const WRITTEN_FOR_MS = 1000;
const PROBE_PATH = /^\/(healthz|readyz)\/?(\?|$)/;

/** `/healthz` says that the process is alive, `/readyz` that it can serve. */
@Injectable()
export class Probes {
  private isDraining = false;
  private writing: Promise<boolean> | null = null;
  private writtenAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly reservations: ExpireReservations,
  ) {}

  /** From now on `/readyz` answers 503, so that balancers stop sending, and so does whatever they send all the same. */
  drain(): void {
    this.isDraining = true;
  }

  /** To be called before any other route, since the refusal while draining holds for those that come after it. */
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

  /**
   * Migrations were applied before the listener opened, so it is left to ask whether rows can be read and, on the way
   * that charges go, written: a database that is locked, read-only or full still answers questions.
   */
  private async databaseAnswers(): Promise<boolean> {
    const limit = new Promise<false>(resolve => setTimeout(resolve, PING_TIMEOUT_MS, false).unref());
    const ping = this.database.read.query('SELECT 1').then(
      () => true,
      () => false,
    );
    const answers = await Promise.race([Promise.all([ping, this.canWrite()]), limit]);
    return answers !== false && answers.every(Boolean);
  }

  /** The heartbeat of this node, written once for all who ask meanwhile. */
  private canWrite(): Promise<boolean> {
    if (performance.now() - this.writtenAt < WRITTEN_FOR_MS) return Promise.resolve(true);
    this.writing ??= this.reservations
      .beat()
      .then(
        () => {
          this.writtenAt = performance.now();
          return true;
        },
        () => false,
      )
      .finally(() => (this.writing = null));
    return this.writing;
  }
}
