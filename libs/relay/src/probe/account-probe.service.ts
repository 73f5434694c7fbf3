import { type CatalogChannel } from '@channel';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { adapterFor } from '@providers';
import { targetOf } from '../attempt/attempt';
import { AccountCalls, detailOf, statusText, type AccountAnswer } from './account-calls';

/** The time limit of each request for a balance. */
const BALANCE_LIMIT_MS = 30_000;
/** Every adapter ends within three requests; this limit stops one that does not. */
const BALANCE_REQUESTS_MAX = 5;

/** Asks providers for the balance of an account. */
@Injectable()
export class AccountProbe {
  constructor(
    private readonly options: Options,
    private readonly calls: AccountCalls,
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
        answers.push(await this.calls.ask(step.request, channel, { totalMs: BALANCE_LIMIT_MS, signal }));
      }
    } catch (error) {
      throw new AppError('CHANNEL_BALANCE_UNAVAILABLE', { cause: error, params: { detail: detailOf(error) } });
    }
    throw new AppError('CHANNEL_BALANCE_UNAVAILABLE', { params: { detail: statusText(answers.at(-1)) } });
  }
}
