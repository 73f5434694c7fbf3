import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { answersFile, productVersion } from '../paths';
import { ConsoleAnswers } from './console-answers';
import { consoleOperations } from './console-operations';
import { documentOf, type OpenApiDocument, type RegisteredRoute } from './document';
import { DtoSchemas } from './dto-schema';
import { pageOf } from './page';
import { rawOperation } from './relay-operations';

interface Served {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** `/openapi.json` says every route in OpenAPI 3.1, and `/openapi` shows it; both are open, and made when first asked for. */
@Injectable()
export class OpenApiRoutes {
  /** Sockets for realtime sessions are taken before Fastify sees their requests. */
  private readonly routes: RegisteredRoute[] = [{ method: 'GET', path: '/v1/realtime' }];
  private document: OpenApiDocument | null = null;
  private readonly served = new Map<string, Served>();

  constructor(private readonly modules: ModulesContainer) {}

  /** Writes down the routes that are added from now on. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const verb of [method].flat()) this.add(verb, url);
    });
  }

  register(fastify: FastifyInstance): void {
    fastify.get('/openapi.json', (request, reply) =>
      this.send(request, reply, 'application/json; charset=utf-8', document => JSON.stringify(document)),
    );
    fastify.get('/openapi', (request, reply) => this.send(request, reply, 'text/html; charset=utf-8', pageOf));
  }

  /** HEAD and OPTIONS follow the route that they belong to; the end of the table is for unknown paths. */
  private add(method: string, url: string): void {
    if (method === 'HEAD' || method === 'OPTIONS' || url === '/*') return;
    this.routes.push({ method, path: url.length > 1 ? url.replace(/\/$/, '') : url });
  }

  private send(
    { headers }: FastifyRequest,
    reply: FastifyReply,
    type: string,
    write: (document: OpenApiDocument) => string,
  ): FastifyReply {
    const served = this.served.get(type) ?? this.make(type, write);
    reply.headers({
      etag: served.etag,
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': PAGE_POLICY,
    });
    if (headers['if-none-match'] === served.etag) return reply.status(304).send();
    return reply.type(type).send(served.bytes);
  }

  private make(type: string, write: (document: OpenApiDocument) => string): Served {
    this.document ??= this.build();
    const bytes = Buffer.from(write(this.document));
    const served = { type, bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
    this.served.set(type, served);
    return served;
  }

  private build(): OpenApiDocument {
    const answers = new ConsoleAnswers(answersFile());
    const schemas = new DtoSchemas(new Set(Object.keys(answers.schemas)), answers.nulls);
    const ofConsole = consoleOperations(this.modules, { schemas, answers });
    return documentOf(
      this.routes,
      ({ method, path }) =>
        ofConsole.get(`${method} ${path}`) ?? rawOperation(method, path, answers.rawOf(method, path)),
      () => ({ ...answers.schemas, ...schemas.all }),
      productVersion(),
    );
  }
}
