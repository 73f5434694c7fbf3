import { Injectable } from '@nestjs/common';
import { AppError, isJsonObject, type JsonObject } from '@kernel';
import { Logger, OutboundClient, OutboundFailure, type OutboundRequest } from '@platform';
import { providerLabels, type ProviderId } from './third-party-account';

/**
 * A response that cannot be used; the message is for the log and holds nothing that could contain a secret of the
 * provider.
 */
export class UselessAnswer extends Error {}

const TOKEN = /^[\x21-\x7e]{1,2048}$/;
const ERROR_CODE = /^\w{1,60}$/;

/** Calls sign-in providers. Every failure gives people the same error; the log has the cause. */
@Injectable()
export class ProviderAsker {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly logger: Logger,
  ) {}

  /** @throws OutboundFailure, UselessAnswer unless a JSON object came with a status of success */
  async askObject(request: OutboundRequest): Promise<JsonObject> {
    const { status, body } = await this.outbound.askJson(request);
    if (status < 200 || status > 299) throw new UselessAnswer(`status ${status}${errorCodeOf(body)}`);
    if (!isJsonObject(body)) throw new UselessAnswer('the answer is no JSON object');
    return body;
  }

  /**
   * The access token that a code was exchanged for. Failures come with a status of success as well.
   *
   * @throws OutboundFailure, UselessAnswer
   */
  async askToken(request: OutboundRequest): Promise<string> {
    const answer = await this.askObject(request);
    const token = answer.access_token;
    // The token becomes part of a header, so it must not contain blanks or line ends.
    if (typeof token === 'string' && TOKEN.test(token)) return token;
    throw new UselessAnswer(`no access token${errorCodeOf(answer)}`);
  }

  /** @returns the error for people, unless the cause is already an AppError */
  outage(provider: ProviderId, cause: unknown): AppError {
    if (cause instanceof AppError) return cause;
    const isTheirs = cause instanceof OutboundFailure || cause instanceof UselessAnswer;
    const reason = isTheirs ? cause.message : String((cause as Error | undefined)?.name);
    this.logger.warn({ provider, reason }, 'a sign-in provider could not be asked');
    return new AppError('OAUTH_UNREACHABLE', { params: { provider: providerLabels[provider] }, cause });
  }
}

/**
 * The short name of an error, such as ` (bad_verification_code)`; only text of that form is used, since it is logged.
 */
function errorCodeOf(answer: unknown): string {
  const code = isJsonObject(answer) ? answer.error : undefined;
  return typeof code === 'string' && ERROR_CODE.test(code) ? ` (${code})` : '';
}
