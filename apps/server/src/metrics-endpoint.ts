import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { CONFIG, Logger, METRICS, type Config, type Metrics } from '@platform';
import { type FastifyInstance } from 'fastify';

const PATH = '/metrics';
const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';
/** A request for metrics has no body, and is here at once. */
const REQUEST_TIMEOUT_MS = 10_000;

/** Where Prometheus reads: a listener of its own, or the main port for who has the token. Without both there is no such path. */
@Injectable()
export class MetricsEndpoint implements BeforeApplicationShutdown {
  private server: Server | null = null;

  constructor(
    @Inject(METRICS) private readonly metrics: Metrics | null,
    @Inject(CONFIG) private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /** Adds the path to the main port, where a token is set. */
  register(fastify: FastifyInstance): void {
    const { metrics, config } = this;
    if (!metrics || config.metricsToken === '') return;
    const wanted = digestOf(`Bearer ${config.metricsToken}`);
    fastify.get(PATH, async (request, reply) => {
      if (!timingSafeEqual(wanted, digestOf(request.headers.authorization ?? ''))) {
        const error = { message: 'metrics need the bearer token METRICS_TOKEN', type: 'invalid_request_error' };
        return reply.status(401).header('www-authenticate', 'Bearer').send({ error });
      }
      return reply
        .type(TEXT_FORMAT)
        .header('cache-control', 'no-store')
        .send(await metrics.text());
    });
  }

  /**
   * Opens the listener for metrics, where a port is set.
   *
   * @throws the error of the listener, such as that the port is taken
   */
  async listen(): Promise<void> {
    const { metrics, config } = this;
    if (!metrics || config.metricsPort === 0) return;
    const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
      this.answer(metrics, request, response);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(config.metricsPort, config.host, resolve);
    });
    this.server = server;
  }

  /** Metrics can be read until the server closes. */
  beforeApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private answer(metrics: Metrics, { method, url = '' }: IncomingMessage, response: ServerResponse): void {
    const isAsked = url.split('?', 1)[0] === PATH && (method === 'GET' || method === 'HEAD');
    if (!isAsked) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found; metrics are at /metrics.\n');
      return;
    }
    metrics.text().then(
      text => response.writeHead(200, { 'content-type': TEXT_FORMAT, 'cache-control': 'no-store' }).end(text),
      (error: unknown) => {
        this.logger.error({ err: error }, 'the metrics could not be read');
        response.writeHead(500).end();
      },
    );
  }
}

/** Digests have one length, so that comparing them takes the same time whatever was sent. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
