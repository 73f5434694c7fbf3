import { AccountKind, Ledger } from '@billing';
import { Injectable } from '@nestjs/common';
import { KeyLogReadModel } from '@log';
import { corsHeaders, Logger, namedScope, sendEnvelopeError } from '@platform';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type ApiCaller } from '@token';
import { callerOf, KeyGate } from './key-gate';

const CORS_HEADERS = corsHeaders({ methods: ['GET'], headers: ['authorization'] });
const OPEN_TO_ALL = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' } as const;

/**
 * What a program may read with nothing but its key: the key's account and its newest calls. Tools that show a balance
 * know these paths from gateways of the one-api family.
 */
@Injectable()
export class KeyHolderRoutes {
  constructor(
    private readonly gate: KeyGate,
    private readonly ledger: Ledger,
    private readonly logs: KeyLogReadModel,
    private readonly logger: Logger,
  ) {}

  async register(fastify: FastifyInstance): Promise<void> {
    const routes = namedScope('key holder', (scope, _options, done) => {
      scope.setErrorHandler((error, request, reply) => {
        reply.header('access-control-allow-origin', '*');
        sendEnvelopeError(error, request, reply, this.logger);
      });
      this.add(scope, '/api/usage/token', async caller => ({
        code: true,
        message: 'ok',
        data: await this.usageOf(caller),
      }));
      this.add(scope, '/api/log/token', async caller => ({
        success: true,
        message: '',
        data: await this.logs.newest(caller),
      }));
      done();
    });
    await fastify.register(routes);
  }

  private add(scope: FastifyInstance, path: string, answer: (caller: ApiCaller) => Promise<object>): void {
    scope.options(path, (_request, reply) => reply.headers(CORS_HEADERS).status(204).send());
    scope.get(path, { onRequest: this.gate.hook(false) }, async (request: FastifyRequest, reply: FastifyReply) =>
      reply.headers(OPEN_TO_ALL).send(await answer(callerOf(request))),
    );
  }

  /** All amounts are units. What is left of an unlimited key is only counted, and may be negative. */
  private async usageOf(caller: ApiCaller): Promise<object> {
    const { balance, used } = await this.ledger.balanceOf(AccountKind.Token, caller.tokenId);
    return {
      object: 'token_usage',
      name: caller.tokenName,
      total_granted: balance + used,
      total_used: used,
      total_available: balance,
      unlimited_quota: caller.isUnlimited,
      model_limits: Object.fromEntries([...(caller.modelLimits ?? [])].map(model => [model, true])),
      model_limits_enabled: caller.modelLimits !== null,
      expires_at: caller.expiresAtSeconds,
    };
  }
}
