import { Injectable } from '@nestjs/common';
import { AppError, isAppError } from '@kernel';
import { Options } from '@option';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { sessionOf } from '../session/session-only';
import { OAuthState } from './oauth-state';
import { requireOpen, type KnownProvider } from './provider-switch';
import { affCodeOf, readableReason, textOf } from './return-query';
import { ReturningCaller } from './returning-caller';
import { type Arrival } from './third-party-sign-in';

/** Longer than the codes of any provider. */
const CODE_LENGTH_MAX = 512;

/** An admitted return: the code to send to the provider, and the remembered state. */
export interface AdmittedReturn {
  readonly code: string;
  readonly arrival: Arrival;
}

/** Checks everything about a return from a provider that needs no call to the provider. */
@Injectable()
export class OAuthReturn {
  constructor(
    private readonly states: OAuthState,
    private readonly callers: ReturningCaller,
    private readonly options: Options,
  ) {}

  /**
   * Uses up the state, right or wrong, and refuses what can be refused without calling the provider.
   *
   * @throws AppError OAUTH_STATE, OAUTH_DISABLED, OAUTH_REFUSED, COMMON_INVALID_PARAMETER, AUTH_SESSION_ONLY,
   *   AUTH_BANNED,
   * AUTH_HEADER_MISMATCH
   */
  async admit(provider: KnownProvider, request: FastifyRequest, reply: FastifyReply): Promise<AdmittedReturn> {
    const { affCode, entryCode, extra } = await this.states.end(request, textOf(request, 'state'));
    // A state with further values belongs to another protocol.
    if (Object.keys(extra).length > 0) throw new AppError('OAUTH_STATE');
    const caller = await this.callers.find(request, reply);
    if (caller) sessionOf(caller);
    requireOpen(provider, this.options.current);
    refuseDeclined(request);
    const code = textOf(request, 'code');
    if (code === '' || code.length > CODE_LENGTH_MAX) throw new AppError('COMMON_INVALID_PARAMETER');
    const codes = { affCode: affCodeOf(textOf(request, 'aff')) || affCodeOf(affCode), entryCode };
    return { code, arrival: { request, reply, caller, ...codes } };
  }

  /**
   * For a provider whose refusals are passed on before anything else is looked at. The state is used up all the same.
   *
   * @throws AppError OAUTH_REFUSED
   */
  async passOnRefusal(request: FastifyRequest): Promise<void> {
    try {
      refuseDeclined(request);
    } catch (refusal) {
      await this.states.end(request, textOf(request, 'state')).catch(ignoreBadState);
      throw refusal;
    }
  }
}

/** @throws AppError OAUTH_REFUSED when the provider, or the person there, said no */
export function refuseDeclined(request: FastifyRequest): void {
  const error = readableReason(textOf(request, 'error'));
  if (error === '') return;
  const reason = readableReason(textOf(request, 'error_description')) || error;
  throw new AppError('OAUTH_REFUSED', { params: { reason } });
}

/** An invalid state is no error here, because the state only has to be used up. */
function ignoreBadState(error: unknown): void {
  if (!isAppError(error, 'OAUTH_STATE')) throw error;
}
