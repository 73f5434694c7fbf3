import { type CatalogChannel } from '@channel';
import { channelTypeOf, isHttpUrl, splitLines, type ChannelModelFetch } from '@contracts';
import { AppError, isAppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { adapterFor, type BalanceAnswer, type ChannelTarget, type UpstreamRequest } from '@providers';
import { targetOf } from '../attempt/attempt';
import { UpstreamClient } from '../transport/upstream-client';
import { toFault } from '../transport/upstream-fault';
import { upstreamError } from '../answer/upstream-errors';

/** A provider's response about an account, for balances and for lists of models. */
type AccountAnswer = BalanceAnswer;

/** The time limit of each request for a balance. */
const BALANCE_LIMIT_MS = 30_000;
const MODELS_LIMIT_MS = 10_000;
/** Every adapter ends within three requests; this limit stops one that does not. */
const BALANCE_REQUESTS_MAX = 5;
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

/** Requests from providers what an account has: the balance left, and the models on offer. */
@Injectable()
export class AccountProbe {
  constructor(
    private readonly options: Options,
    private readonly upstream: UpstreamClient,
  ) {}

  /**
   * The balance left at the provider, in the provider's currency.
   *
   * @param signal aborts the requests
   * @throws AppError CHANNEL_BALANCE_UNSUPPORTED for a type that has no such call, CHANNEL_BALANCE_UNAVAILABLE when the
   * account does not report a balance or the provider does not respond
   */
  async balance(channel: CatalogChannel, signal?: AbortSignal): Promise<number> {
    const capability = adapterFor(channel.type)?.balance;
    if (!capability) throw new AppError('CHANNEL_BALANCE_UNSUPPORTED');
    const context = { nowMs: Date.now(), localPerCurrencyUnit: this.options.current.Price };
    const answers: AccountAnswer[] = [];
    try {
      while (answers.length < BALANCE_REQUESTS_MAX) {
        const step = capability.next(targetOf(channel), answers, context);
        if (step.kind === 'balance') return step.amount;
        if (step.kind === 'unavailable') break;
        answers.push(await this.ask(step.request, { totalMs: BALANCE_LIMIT_MS, signal }));
      }
    } catch (error) {
      throw new AppError('CHANNEL_BALANCE_UNAVAILABLE', { cause: error, params: { detail: detailOf(error) } });
    }
    throw new AppError('CHANNEL_BALANCE_UNAVAILABLE', { params: { detail: statusText(answers.at(-1)) } });
  }

  /**
   * The provider's list of models for a saved channel: sorted, each name once.
   *
   * @throws AppError CHANNEL_FETCH_UNSUPPORTED for types without `supportsModelFetch`, CHANNEL_FETCH_FAILED
   */
  modelsOf(channel: CatalogChannel): Promise<readonly string[]> {
    return this.models(targetOf(channel));
  }

  /**
   * The provider's list of models for an address and keys that are not saved yet; the first of several keys is used.
   *
   * @throws AppError CHANNEL_FETCH_UNSUPPORTED, CHANNEL_KEY_REQUIRED, CHANNEL_BASE_URL_INVALID, CHANNEL_FETCH_FAILED
   */
  modelsAt({ type, base_url: address, key: keys }: ChannelModelFetch): Promise<readonly string[]> {
    if (!channelTypeOf(type)?.supportsModelFetch) throw new AppError('CHANNEL_FETCH_UNSUPPORTED');
    const [key] = splitLines(keys);
    if (key === undefined) throw new AppError('CHANNEL_KEY_REQUIRED');
    const baseUrl = address?.trim() ?? '';
    if (baseUrl !== '' && !isHttpUrl(baseUrl)) throw new AppError('CHANNEL_BASE_URL_INVALID');
    return this.models({ id: 0, type, key, baseUrl, other: '', organization: null });
  }

  private async models(target: ChannelTarget): Promise<readonly string[]> {
    const adapter = adapterFor(target.type);
    if (!channelTypeOf(target.type)?.supportsModelFetch || !adapter?.models)
      throw new AppError('CHANNEL_FETCH_UNSUPPORTED');
    let answer: AccountAnswer;
    try {
      answer = await this.ask(adapter.models.buildRequest(target), { totalMs: MODELS_LIMIT_MS });
    } catch (error) {
      throw new AppError('CHANNEL_FETCH_FAILED', { cause: error, params: { detail: detailOf(error) } });
    }
    const names = answer.status === 200 ? adapter.models.read(answer.body) : [];
    if (names.length > 0) return names;
    throw new AppError('CHANNEL_FETCH_FAILED', { params: { detail: statusText(answer) } });
  }

  /** @throws UpstreamFault when no response comes, or none that ends in time */
  private async ask(
    request: UpstreamRequest,
    { totalMs, signal }: { readonly totalMs: number; readonly signal?: AbortSignal },
  ): Promise<AccountAnswer> {
    signal?.throwIfAborted();
    const exchange = this.upstream.open(request, { totalMs });
    const giveUp = (): void => exchange.abort();
    signal?.addEventListener('abort', giveUp);
    try {
      const answer = await exchange.answer;
      const body = await answer.readAll(ANSWER_BYTES_MAX);
      return { status: answer.status, body: body.toString('utf8') };
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }
}

/** The description of an exchange that failed; it never holds an address or a key. */
function detailOf(error: unknown): string {
  const known = isAppError(error) ? error : upstreamError(toFault(error, false), false);
  return known.sentence('en');
}

/** The description of a response that did not hold the requested data. */
function statusText(answer: AccountAnswer | undefined): string {
  if (answer && answer.status !== 200) return `status code ${answer.status}`;
  return 'the answer does not tell';
}
