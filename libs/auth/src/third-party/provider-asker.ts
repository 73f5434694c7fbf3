import { Injectable } from '@nestjs/common';
import { AppError, isJsonObject, type JsonObject } from '@kernel';
import { Logger, OutboundClient, OutboundFailure, type OutboundRequest } from '@platform';
import { providerLabels, type ProviderId } from './third-party-account';

/** An answer that is no use; the message is for the log and holds nothing the provider may have put a secret into. */
export class UselessAnswer extends Error {}

const TOKEN = /^[\x21-\x7e]{1,2048}$/;
const ERROR_CODE = /^\w{1,60}$/;

/** Asks providers, and says the same to people whatever goes wrong there. The log says what it was. */
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
    // It becomes part of a header, hence no blanks and no line ends.
    if (typeof token === 'string' && TOKEN.test(token)) return token;
    throw new UselessAnswer(`no access token${errorCodeOf(answer)}`);
  }

  /** @returns what to tell people in place of any other error than one of ours */
  outage(provider: ProviderId, cause: unknown): AppError {
    if (cause instanceof AppError) return cause;
    const isTheirs = cause instanceof OutboundFailure || cause instanceof UselessAnswer;
    const reason = isTheirs ? cause.message : String((cause as Error | undefined)?.name);
    this.logger.warn({ provider, reason }, 'a sign-in provider could not be asked');
    return new AppError('OAUTH_UNREACHABLE', { params: { provider: providerLabels[provider] }, cause });
  }
}

/** The short name of an error, as ` (bad_verification_code)`; only what looks like one, since it goes into the log. */
function errorCodeOf(answer: unknown): string {
  const code = isJsonObject(answer) ? answer.error : undefined;
  return typeof code === 'string' && ERROR_CODE.test(code) ? ` (${code})` : '';
}
