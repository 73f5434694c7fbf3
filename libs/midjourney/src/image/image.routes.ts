import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { isDatabaseAway, Logger, namedScope } from '@platform';
import { type KeyedRequest } from '@relay';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ImageAccess } from './image-access';
import { MAIN_IMAGE } from './image-addresses';
import { NoImage, ImageSource } from './image-source';

const SIMPLE_RANGE = /^bytes=\d*-\d*$/;
/** Browsers must neither run the bytes as a document nor guess another content type. */
const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'referrer-policy': 'no-referrer',
} as const;
const DAY_SECONDS = 86_400;

/** Serves images of tasks under the gateway's own address, so that the upstream's address stays hidden. */
@Injectable()
export class ImageRoutes {
  constructor(
    private readonly access: ImageAccess,
    private readonly source: ImageSource,
    private readonly logger: Logger,
  ) {}

  async register(fastify: FastifyInstance, prefixes: readonly string[]): Promise<void> {
    const routes = namedScope('images', (scope, _options, done) => {
      scope.setErrorHandler((error, request, reply) => this.refuse(error, request, reply));
      for (const prefix of prefixes) {
        scope.route({
          method: 'GET',
          url: `${prefix}/mj/image/:id`,
          exposeHeadRoute: false,
          handler: (request, reply) => this.show(request, reply),
        });
      }
      done();
    });
    await fastify.register(routes);
  }

  private async show(request: KeyedRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { id: taskId } = request.params as { id: string };
    const query = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
    const part = query.get('part') ?? MAIN_IMAGE;
    const row = await this.access.rowFor(request, { taskId, part, signature: query.get('sig') });
    if (!row) throw new AppError('DRAWING_IMAGE');
    const image = await this.source.open(row, part, rangeOf(request));
    const isFinished = row.status === 'SUCCESS';
    return reply
      .status(image.status)
      .headers({
        ...SAFE_HEADERS,
        ...image.headers,
        'cache-control': isFinished ? `private, max-age=${DAY_SECONDS}` : 'no-store',
      })
      .send(image.body);
  }

  private refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { status, message } = this.shown(error, request);
    void reply
      .status(status)
      .headers({ ...SAFE_HEADERS, 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ error: message }));
  }

  private shown(error: unknown, request: FastifyRequest): { readonly status: number; readonly message: string } {
    if (error instanceof NoImage) return error;
    if (error instanceof AppError) return { status: error.status, message: error.wireCode || error.message };
    if (isDatabaseAway(error)) return { status: 503, message: 'the database is not available' };
    this.logger.error({ err: error, requestId: request.id }, 'an image could not be shown');
    return { status: 500, message: 'the image cannot be loaded' };
  }
}

function rangeOf({ headers }: FastifyRequest): string | null {
  const { range } = headers;
  return range !== undefined && SIMPLE_RANGE.test(range) ? range : null;
}
