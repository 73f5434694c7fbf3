import { ExpireReservations } from '@billing';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { type FastifyInstance } from 'fastify';

/** Limit for a probe; a later result is useless to the load balancer. */
const PING_TIMEOUT_MS = 3000;
/** The time for which one result serves all probes. */
const WRITTEN_FOR_MS = 1000;
const PROBE_PATH = /^\/(healthz|readyz)\/?(\?|$)/;

/** `/healthz` says that the process runs, `/readyz` that it can serve. */
@Injectable()
export class Probes {
  private draining = false;
  private writing: Promise<boolean> | null = null;
  private writtenAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly reservations: ExpireReservations,
  ) {}

  /**
   * Makes `/readyz` respond with 503 from now on, so that balancers stop sending; other calls that they still send get
   * 503, too.
   */
  drain(): void {
    this.draining = true;
  }

  /** Whether new calls are refused. */
  get isDraining(): boolean {
    return this.draining;
  }

  /**
   * Registers the routes. Call this before any other route is added, since the refusal while draining holds for the
   * routes that come after it.
   */
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
   * Checks whether rows can be read and written, the latter in the same way as charges: a database that is locked,
   * read-only or full still responds to queries. Migrations were applied before the listener opened.
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

  /** Writes the heartbeat of this node once for all probes that arrive meanwhile. */
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
